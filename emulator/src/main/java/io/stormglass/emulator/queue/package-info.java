/** One queue with real reaction points, packet by packet and nothing else: the fast model behind ECN advice. */
@NullMarked
package io.stormglass.emulator.queue;

import org.jspecify.annotations.NullMarked;
