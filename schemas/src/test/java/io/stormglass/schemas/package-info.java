/** Tests of the contract. */
@NullMarked
package io.stormglass.schemas;

import org.jspecify.annotations.NullMarked;
