/** Decodes packet captures of RoCEv2 fabrics without an object per packet. */
@NullMarked
package io.stormglass.capture;

import org.jspecify.annotations.NullMarked;
