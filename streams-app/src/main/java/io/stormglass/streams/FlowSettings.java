package io.stormglass.streams;

import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.shadow.ShadowModels;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What runs beside every flow, and when its state leaves.
 *
 * @param reference preset of the reaction point that flows are judged by; null runs no models
 * @param compared further presets whose fit is kept, at most 8
 * @param assumedLineBitsPerSecond rate of the sender's port where no observer knows it, at least 1 Mb/s
 * @param reorder how long observers of one flow wait for each other, in event time
 * @param interval after this event time at the latest a changed flow is published; a change of its class is published at once
 * @param statesPerSecond most flow states per second of event time, over all partitions; beyond it the interval stretches
 * @param expiry a flow of which nothing was heard for this event time is forgotten; zero forgets none
 */
public record FlowSettings(
        @Nullable DcqcnPreset reference,
        List<DcqcnPreset> compared,
        long assumedLineBitsPerSecond,
        Duration reorder,
        Duration interval,
        int statesPerSecond,
        Duration expiry) {
    private static final long MEGABIT = 1_000_000;
    private static final Duration LONGEST_REORDER = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofDays(30);

    public FlowSettings {
        compared = List.copyOf(compared);
        if (assumedLineBitsPerSecond < MEGABIT) {
            throw new IllegalArgumentException(
                    "assumed line rate is " + assumedLineBitsPerSecond + " bit/s, at least " + MEGABIT + " is needed");
        }
        if (reorder.isNegative() || expiry.isNegative()) {
            throw new IllegalArgumentException(
                    "reorder is " + reorder + ", expiry is " + expiry + ": neither may be negative");
        }
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval is " + interval + ", it must be above 0");
        }
        if (reorder.compareTo(LONGEST_REORDER) > 0
                || interval.compareTo(LONGEST) > 0
                || expiry.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("reorder is " + reorder + ", interval is " + interval + ", expiry is "
                    + expiry + ": at most " + LONGEST_REORDER + ", " + LONGEST + " and " + LONGEST + " are possible");
        }
        if (!expiry.isZero() && expiry.compareTo(interval) < 0) {
            throw new IllegalArgumentException(
                    "expiry is " + expiry + ", less than the interval " + interval + " in which a flow is published");
        }
        if (statesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "flow states per second is " + statesPerSecond + ", at least 1 is needed");
        }
        if (reference != null) {
            // Says now what would be wrong with the first flow.
            ShadowModels.named(reference, compared, assumedLineBitsPerSecond);
        }
    }

    /**
     * NVIDIA's firmware defaults, with the HPCC simulator's {@code dcqcn} and the paper's deployment compared; 100 Gb/s assumed;
     * 20 ms, 10 s, 50,000 states/s; nothing is forgotten, as it must be in a replay, whose end reports every flow.
     */
    public static FlowSettings defaults() {
        return new FlowSettings(
                DcqcnPreset.NVIDIA_FIRMWARE,
                List.of(DcqcnPreset.NS3_HPCC, DcqcnPreset.PAPER),
                100_000 * MEGABIT,
                Duration.ofMillis(20),
                Duration.ofSeconds(10),
                50_000,
                Duration.ZERO);
    }

    /** The same with other presets. */
    public FlowSettings withPresets(@Nullable DcqcnPreset reaction, List<DcqcnPreset> others) {
        return new FlowSettings(reaction, others, assumedLineBitsPerSecond, reorder, interval, statesPerSecond, expiry);
    }

    /** The same with another line rate where none is known. */
    public FlowSettings withAssumedLine(long bitsPerSecond) {
        return new FlowSettings(reference, compared, bitsPerSecond, reorder, interval, statesPerSecond, expiry);
    }

    /** The same with another wait of observers for each other. */
    public FlowSettings withReorder(Duration wait) {
        return new FlowSettings(reference, compared, assumedLineBitsPerSecond, wait, interval, statesPerSecond, expiry);
    }

    /** The same with another limit of states per second. */
    public FlowSettings withStatesPerSecond(int states) {
        return new FlowSettings(reference, compared, assumedLineBitsPerSecond, reorder, interval, states, expiry);
    }

    /** The same with another time after which silent flows are forgotten. */
    public FlowSettings withExpiry(Duration silence) {
        return new FlowSettings(
                reference, compared, assumedLineBitsPerSecond, reorder, interval, statesPerSecond, silence);
    }
}
