/** Tests of measures. */
@NullMarked
package io.stormglass.emulator.measure;

import org.jspecify.annotations.NullMarked;
