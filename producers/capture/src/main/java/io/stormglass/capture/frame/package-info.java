/** Decodes the headers of one captured frame into a reused, allocation-free description of it. */
@NullMarked
package io.stormglass.capture.frame;

import org.jspecify.annotations.NullMarked;
