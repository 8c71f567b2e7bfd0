/** A shadow beside every flow: the reference models driven by what was observed, what speaks for or against them, and a class. */
@NullMarked
package io.stormglass.models.shadow;

import org.jspecify.annotations.NullMarked;
