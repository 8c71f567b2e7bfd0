package io.stormglass.models.bbr;

/** What a bandwidth sample rests on. */
public enum SampleBasis {
    /** The sender's own rate sample: send and delivery times of the acknowledged unit. */
    MEASURED,
    /** Send time and bytes delivered at that time are known, the time of that delivery is not: up to one acknowledgement too high. */
    STAMPED,
    /** Only bytes and RTT per interval: bandwidth is bytes over the interval, a round lasts one RTT. */
    APPROXIMATE,
    /** No bandwidth sample: the first reading, a repeat, or nothing delivered. */
    NONE
}
