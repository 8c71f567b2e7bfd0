package io.stormglass.models.event;

/** Counters of a port that belong together: where several agents tell of a port, one is followed for each group. */
public enum CounterGroup {
    /** Pauses that the port receives. */
    RECEIVED_PAUSES,
    /** Pauses that the port sends. */
    SENT_PAUSES,
    /** Pauses of a direction that is not known. */
    OTHER_PAUSES,
    /** Egress queues. */
    QUEUES,
    /** Congestion as a NIC counts it. */
    NIC_CONGESTION,
    /** Errors of the transport. */
    TRANSPORT_ERRORS,
    /** Back pressure of the host. */
    BACK_PRESSURE,
    /** Health of the link. */
    LINK_HEALTH;

    /** The group that counters belong to. */
    public static CounterGroup of(PortEvent.Counters counters) {
        return switch (counters) {
            case PortEvent.PauseCounters read -> ofPauses(read.direction());
            case PortEvent.QueueSample unused -> QUEUES;
            case PortEvent.NicCongestion unused -> NIC_CONGESTION;
            case PortEvent.TransportErrors unused -> TRANSPORT_ERRORS;
            case PortEvent.HostBackPressure unused -> BACK_PRESSURE;
            case PortEvent.LinkHealth unused -> LINK_HEALTH;
        };
    }

    /** The group of the pause counters of a direction. */
    public static CounterGroup ofPauses(Direction direction) {
        return switch (direction) {
            case RX -> RECEIVED_PAUSES;
            case TX -> SENT_PAUSES;
            case UNKNOWN -> OTHER_PAUSES;
        };
    }
}
