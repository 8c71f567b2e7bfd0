package io.stormglass.models.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What holds for all laws. */
final class ControlLawsTest {
    private static final int SEGMENT = 1000;
    private static final long LINE = 100_000_000_000L;

    @FunctionalInterface
    private interface Step {
        ControlStep take(ControlState state, ControlSignal signal);
    }

    /** A law with its state type hidden. */
    private record Law(
            String name,
            Supplier<ControlState> start,
            Step step,
            ToDoubleFunction<ControlState> limit,
            double least,
            double most) {}

    private static Law window(String name, WindowControl<? extends ControlState> control) {
        return windowOf(name, control);
    }

    private static <S extends ControlState> Law windowOf(String name, WindowControl<S> control) {
        return new Law(
                name,
                () -> control.start(0),
                (state, signal) -> control.step(cast(control.start(0), state), signal),
                state -> control.windowSegments(cast(control.start(0), state)),
                0.001,
                1e12);
    }

    private static <S extends ControlState> Law rate(String name, RateControl<S> control) {
        return new Law(
                name,
                () -> control.start(0),
                (state, signal) -> control.step(cast(control.start(0), state), signal),
                state -> control.rateBitsPerSecond(cast(control.start(0), state)),
                100_000_000,
                LINE);
    }

    private static <S extends ControlState> S cast(S example, ControlState state) {
        @SuppressWarnings("unchecked")
        Class<S> type = (Class<S>) example.getClass();
        return type.cast(state);
    }

    private static final Law NEW_RENO = window("NewReno", new NewReno(SEGMENT));
    private static final Law CUBIC = window("CUBIC", new Cubic(Cubic.Parameters.rfc9438(SEGMENT)));
    private static final Law DCTCP = window("DCTCP", new Dctcp(Dctcp.Parameters.rfc8257(SEGMENT)));
    private static final Law SWIFT = window("Swift", new Swift(Swift.Parameters.htsim(SEGMENT, 25_000)));
    private static final Law TIMELY = rate("TIMELY", new Timely(Timely.Parameters.paper(LINE)));
    private static final Law HPCC = rate("HPCC", new Hpcc(Hpcc.Parameters.ns3(LINE, 10_000)));
    private static final List<Law> ALL = List.of(NEW_RENO, CUBIC, DCTCP, SWIFT, TIMELY, HPCC);

    @Test
    void savedAndRestoredAtAnyPointTheyGoOnTheSame() {
        for (Law law : ALL) {
            Property.check("saving " + law.name() + " changes nothing", 50, random -> {
                ControlState through = law.start().get();
                ControlState saved = law.start().get();
                ControlSignal signal = new ControlSignal();
                for (int i = 0; i < 200; i++) {
                    next(signal, random);
                    ControlStep step = law.step().take(through, signal);
                    ByteBuffer buffer = ByteBuffer.wrap(bytes(saved));
                    saved = law.start().get();
                    saved.readFrom(buffer);
                    assertThat(buffer.remaining()).isZero();
                    assertThat(law.step().take(saved, signal)).isEqualTo(step);
                    assertThat(bytes(saved)).isEqualTo(bytes(through));
                }
            });
        }
    }

    @Test
    void limitsStayInBoundsAndBranchesTellTheTruth() {
        for (Law law : ALL) {
            Property.check("bounds of " + law.name(), 50, random -> {
                ControlState state = law.start().get();
                ControlSignal signal = new ControlSignal();
                for (int i = 0; i < 300; i++) {
                    next(signal, random);
                    byte[] before = bytes(state);
                    double limit = law.limit().applyAsDouble(state);
                    ControlStep step = law.step().take(state, signal);
                    double after = law.limit().applyAsDouble(state);
                    assertThat(after).isBetween(law.least(), law.most());
                    switch (step) {
                        case IGNORED -> assertThat(bytes(state)).isEqualTo(before);
                        case HELD -> assertThat(after).isEqualTo(limit);
                        case INCREASED -> assertThat(after).isGreaterThanOrEqualTo(limit);
                        case DECREASED -> assertThat(after).isLessThanOrEqualTo(limit);
                    }
                }
            });
        }
    }

    @Test
    void aSignalThatSaysNothingChangesNothingHoweverOftenItComes() {
        for (Law law : ALL) {
            Property.check("idle time of " + law.name(), 30, random -> {
                ControlState state = warm(law, random, new ControlSignal());
                byte[] before = bytes(state);
                ControlSignal idle = new ControlSignal();
                for (int i = 0; i < 5; i++) {
                    idle.clear();
                    idle.nowNanos = Long.MAX_VALUE / 4 + i;
                    assertThat(law.step().take(state, idle)).isEqualTo(ControlStep.IGNORED);
                }
                assertThat(bytes(state)).isEqualTo(before);
            });
        }
    }

    @Test
    void lossNeverLeavesMoreThanAnAcknowledgementDoes() {
        for (Law law : List.of(NEW_RENO, CUBIC, DCTCP, SWIFT)) {
            neverMore(
                    law,
                    "loss",
                    (signal, random) -> {},
                    (signal, random) ->
                            signal.loss = random.nextBoolean() ? LossEvent.FAST_RETRANSMIT : LossEvent.TIMEOUT);
        }
    }

    @Test
    void aTimeoutNeverLeavesMoreThanAFastRetransmitDoes() {
        for (Law law : List.of(NEW_RENO, CUBIC, DCTCP, SWIFT)) {
            neverMore(
                    law,
                    "timeout",
                    (signal, random) -> signal.loss = LossEvent.FAST_RETRANSMIT,
                    (signal, random) -> signal.loss = LossEvent.TIMEOUT);
        }
    }

    @Test
    void moreMarksNeverLeaveMore() {
        for (Law law : List.of(NEW_RENO, CUBIC, DCTCP)) {
            neverMore(
                    law,
                    "marks",
                    (signal, random) -> signal.markedBytes = random.nextLong(0, signal.ackedBytes + 1) / 2,
                    (signal, random) -> signal.markedBytes += random.nextLong(0, signal.ackedBytes / 2 + 1));
        }
    }

    @Test
    void moreDelayNeverLeavesMore() {
        neverMore(
                SWIFT,
                "delay",
                (signal, random) -> signal.rttNanos = random.nextLong(1_000, 400_000),
                (signal, random) -> signal.rttNanos += random.nextLong(0, 400_000));
    }

    @Test
    void moreDelayNeverLeavesMoreOfTimelyOnEitherSideOfItsUpperThreshold() {
        neverMore(
                TIMELY,
                "delay below",
                (signal, random) -> signal.rttNanos = random.nextLong(1_000, 500_000),
                (signal, random) -> signal.rttNanos = random.nextLong(signal.rttNanos, 500_001));
        neverMore(
                TIMELY,
                "delay above",
                (signal, random) -> signal.rttNanos = random.nextLong(500_001, 2_000_000),
                (signal, random) -> signal.rttNanos += random.nextLong(0, 2_000_000));
    }

    @Test
    void timelyIsNotMonotonousAcrossItsUpperThreshold() {
        Timely law = new Timely(Timely.Parameters.paper(LINE));
        double[] rates = new double[2];
        for (int i = 0; i < 2; i++) {
            Timely.State state = law.start(0);
            ControlSignal signal = new ControlSignal();
            signal.rttNanos = 480_000;
            law.step(state, signal);
            signal.rttNanos = i == 0 ? 499_000 : 501_000;
            signal.deliveredBytes = 1;
            law.step(state, signal);
            rates[i] = law.rateBitsPerSecond(state);
        }
        assertThat(rates[1]).as("documented in the header").isGreaterThan(rates[0]);
    }

    @Test
    void fullerQueuesAndBusierPortsNeverLeaveMore() {
        neverMore(HPCC, "utilisation", (signal, random) -> {}, (signal, random) -> {
            for (int i = 0; i < signal.telemetryHops; i++) {
                signal.hopQueueBytes[i] += random.nextLong(0, 500_000);
                signal.hopSentBytes[i] += random.nextLong(0, 200_000);
            }
        });
    }

    @Test
    void unknownVersionsAndValuesOutOfRangeAreRefused() {
        for (Law law : ALL) {
            assertThatThrownBy(() -> law.start().get().readFrom(ByteBuffer.wrap(new byte[200])))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("version of a saved " + law.name());
        }
        assertThatThrownBy(() -> new Dctcp.Parameters(SEGMENT, Double.NaN, 10)).hasMessageContaining("gain is NaN");
    }

    @FunctionalInterface
    private interface Change {
        void apply(ControlSignal signal, SplittableRandom random);
    }

    private static void neverMore(Law law, String what, Change less, Change more) {
        Property.check("more " + what + " never raises " + law.name(), 400, random -> {
            ControlSignal signal = new ControlSignal();
            ControlState one = warm(law, random, signal);
            ControlState other = law.start().get();
            other.readFrom(ByteBuffer.wrap(bytes(one)));
            double before = law.limit().applyAsDouble(one);
            nextHarmless(signal, random);
            less.apply(signal, random);
            law.step().take(one, signal);
            more.apply(signal, random);
            law.step().take(other, signal);
            double afterLess = law.limit().applyAsDouble(one);
            double afterMore = law.limit().applyAsDouble(other);
            assertThat(afterMore).as("before %s", before).isLessThanOrEqualTo(afterLess * (1 + 1e-12));
        });
    }

    /** A state that has seen some signals; the register holds the last of them. */
    private static ControlState warm(Law law, SplittableRandom random, ControlSignal signal) {
        ControlState state = law.start().get();
        int signals = random.nextInt(0, 60);
        for (int i = 0; i < signals; i++) {
            next(signal, random);
            law.step().take(state, signal);
        }
        return state;
    }

    /** An arbitrary but possible signal after the one in the register. */
    private static void next(ControlSignal signal, SplittableRandom random) {
        long now = signal.nowNanos;
        long delivered = signal.deliveredBytes;
        long[] sent = signal.hopSentBytes.clone();
        long[] nanos = signal.hopNanos.clone();
        signal.clear();
        signal.nowNanos = now + random.nextLong(1, 100_000);
        signal.ackedBytes = random.nextInt(4) == 0 ? 0 : random.nextLong(1, 20_000);
        signal.deliveredBytes = delivered + signal.ackedBytes;
        signal.sentBytes = signal.deliveredBytes + random.nextLong(0, 100_000);
        signal.markedBytes = random.nextInt(3) == 0 ? random.nextLong(0, signal.ackedBytes + 1) : 0;
        signal.inflightBytes = random.nextLong(0, 200_000);
        signal.rttNanos = random.nextInt(5) == 0 ? -1 : random.nextLong(5_000, 700_000);
        signal.appLimited = random.nextInt(6) == 0;
        signal.hops = random.nextInt(6);
        signal.loss = switch (random.nextInt(20)) {
            case 0 -> LossEvent.TIMEOUT;
            case 1, 2 -> LossEvent.FAST_RETRANSMIT;
            default -> LossEvent.NONE;
        };
        signal.telemetryHops = random.nextInt(10) == 0 ? 0 : 3;
        for (int i = 0; i < 3; i++) {
            signal.hopNanos[i] = nanos[i] + random.nextLong(0, 12_000);
            signal.hopSentBytes[i] = sent[i] + random.nextLong(0, 140_000);
            signal.hopQueueBytes[i] = random.nextLong(0, 300_000);
            signal.hopBitsPerSecond[i] = LINE;
        }
    }

    /** An acknowledgement soon after the one in the register (so that what is spaced by an RTT may be held), without loss or marks. */
    private static void nextHarmless(ControlSignal signal, SplittableRandom random) {
        long last = signal.nowNanos;
        next(signal, random);
        signal.nowNanos = last + random.nextLong(1, 1_000_000);
        signal.ackedBytes = random.nextLong(1, 20_000);
        signal.deliveredBytes = random.nextLong(1, 2_000_000);
        signal.sentBytes = signal.deliveredBytes + random.nextLong(0, 100_000);
        signal.markedBytes = 0;
        signal.loss = LossEvent.NONE;
        signal.telemetryHops = 3;
        for (int i = 0; i < 3; i++) {
            signal.hopNanos[i] = 1_000_000 + random.nextLong(0, 12_000);
            signal.hopSentBytes[i] = 10_000_000 + random.nextLong(0, 140_000);
        }
    }

    private static byte[] bytes(ControlState state) {
        ByteBuffer buffer = ByteBuffer.allocate(state.savedBytes());
        state.write(buffer);
        assertThat(buffer.remaining()).isZero();
        return buffer.array();
    }
}
