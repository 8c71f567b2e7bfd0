/** What per-port counters say of congestion control: one class for a NIC as a whole, one for each queue of a switch port. */
@NullMarked
package io.stormglass.models.congestion;

import org.jspecify.annotations.NullMarked;
