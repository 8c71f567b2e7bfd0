package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortKey;

/** Which storm state. */
record StateKey(PortKey port, int priority, Direction direction) {}
