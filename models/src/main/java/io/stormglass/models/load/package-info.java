/**
 * What goes through an egress queue, window by window of event time: messages, how many flows compete, bursts, from what mirrors see of its flows ({@code FlowSpells},
 * {@code QueueTraffic}); and beside them its counters and settings ({@code QueueLoad}). Rests on events, on growth as
 * {@code models.congestion} and {@code models.pause} count it, and on {@code models.ecn.Reactions} for how fast senders react. The stage of queue loads fills it; advice
 * ({@code models.advice}) is made from it.
 */
@NullMarked
package io.stormglass.models.load;

import org.jspecify.annotations.NullMarked;
