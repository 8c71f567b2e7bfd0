/** Tests of the frame decoder. */
@NullMarked
package io.stormglass.capture.frame;

import org.jspecify.annotations.NullMarked;
