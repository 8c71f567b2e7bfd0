/** Tests of the two passes over a capture. */
@NullMarked
package io.stormglass.capture;

import org.jspecify.annotations.NullMarked;
