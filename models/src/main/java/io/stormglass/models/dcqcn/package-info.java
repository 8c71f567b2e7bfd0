/** DCQCN: marking curve, CNP pacing, reaction points as implementations have them, and the fluid model. */
@NullMarked
package io.stormglass.models.dcqcn;

import org.jspecify.annotations.NullMarked;
