/** Frames, packets and capture files made by hand, for tests of this module and of those that build on it. */
@NullMarked
package io.stormglass.capture.synthetic;

import org.jspecify.annotations.NullMarked;
