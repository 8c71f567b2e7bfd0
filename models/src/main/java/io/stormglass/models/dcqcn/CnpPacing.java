package io.stormglass.models.dcqcn;

/**
 * When a receiver answers marked packets with CNPs.
 *
 * @param rule whose behaviour
 * @param intervalNanos least time between two CNPs of one flow, or the period of the tick; 0 for none where the rule allows it
 */
public record CnpPacing(Rule rule, long intervalNanos) {
    /** The rules that implementations follow. */
    public enum Rule {
        /**
         * The paper and an htsim fork: a mark at rest is answered at once; then nothing for an interval, at whose end a CNP
         * leaves if there was a mark in it, and so on.
         */
        IMMEDIATE_THEN_TRAILING,
        /** The authors' ns-3: a tick that runs from the flow's first packet; a CNP at the tick if there was a mark since the last. */
        FREE_RUNNING_TICK,
        /** The HPCC ns-3: the CNP rides on the acknowledgement of each marked packet. */
        EVERY_MARK,
        /**
         * NVIDIA's {@code MIN_TIME_BETWEEN_CNPS}: a mark is answered at once unless a CNP left within the interval; then it is
         * passed over. No document read says that a CNP is owed at the interval's end, so none is sent.
         */
        LEAST_DISTANCE
    }

    public CnpPacing {
        Checks.count("CNP interval in ns", intervalNanos, 0);
        if (rule == Rule.FREE_RUNNING_TICK && intervalNanos == 0) {
            throw new IllegalArgumentException("a tick needs an interval above 0 ns");
        }
    }

    /** The paper: 50 us. */
    public static CnpPacing paper() {
        return new CnpPacing(Rule.IMMEDIATE_THEN_TRAILING, 50_000);
    }

    /** The authors' ns-3: a tick of 50 us. */
    public static CnpPacing msr() {
        return new CnpPacing(Rule.FREE_RUNNING_TICK, 50_000);
    }

    /** The HPCC ns-3: none. */
    public static CnpPacing hpcc() {
        return new CnpPacing(Rule.EVERY_MARK, 0);
    }

    /** NVIDIA's newer defaults: 4 us. ConnectX-4 has 0. */
    public static CnpPacing nvidia() {
        return new CnpPacing(Rule.LEAST_DISTANCE, 4_000);
    }

    /** The state of one flow's receiver. */
    public NotificationPoint start() {
        return new NotificationPoint(this);
    }
}
