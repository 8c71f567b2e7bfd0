package io.stormglass.models.event;

/**
 * One hop of a flow's path.
 *
 * @param queue egress queue, -1 where unknown
 */
public record PathHop(String device, String port, int queue) {}
