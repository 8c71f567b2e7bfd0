/** Congestion control by rack: how many flows that start in a rack are of which class. */
@NullMarked
package io.stormglass.models.modes;

import org.jspecify.annotations.NullMarked;
