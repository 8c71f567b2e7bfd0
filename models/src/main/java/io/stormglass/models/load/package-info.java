/**
 * What goes through an egress queue, from what mirrors see of its flows: messages, how many flows compete, bursts. It is what ECN advice is made from.
 */
@NullMarked
package io.stormglass.models.load;

import org.jspecify.annotations.NullMarked;
