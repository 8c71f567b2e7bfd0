package io.stormglass.emulator.measure;

/**
 * A port by its numbers.
 *
 * @param node of the topology
 * @param port index at the node
 */
public record PortName(int node, int port) {}
