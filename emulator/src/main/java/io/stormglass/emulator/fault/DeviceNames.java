package io.stormglass.emulator.fault;

/** What devices and ports are called in labels. */
public interface DeviceNames {
    /** Name of a node. */
    String device(int node);

    /** Name of a node's port. */
    String port(int node, int port);
}
