/** Agents that read NICs, hosts and switches. */
@NullMarked
package io.stormglass.agents;

import org.jspecify.annotations.NullMarked;
