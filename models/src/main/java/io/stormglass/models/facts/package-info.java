/**
 * What several agents tell of one port, as one: link facts merged field by field ({@link io.stormglass.models.facts.PortKnowledge}), and of each group of counters the
 * agent that is followed ({@link io.stormglass.models.facts.FollowedAgents}). The ports stage asks both before anything else sees a record; what comes out goes to
 * {@code models.pause} and {@code models.congestion}, and as facts to the fabric stage. Depends on {@code models.event} alone.
 */
@NullMarked
package io.stormglass.models.facts;

import org.jspecify.annotations.NullMarked;
