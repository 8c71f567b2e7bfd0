package io.stormglass.emulator.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.Transport;
import io.stormglass.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Workloads over a fabric that takes 10 us for every message. */
final class WorkloadTest {
    private static final long TAKES = 10 * Picos.PER_MICRO;
    private static final TrafficTerms ALWAYS = TrafficTerms.always(3, Transport.of(new CongestionControl.None()));

    /** Delivers every message after the same time, in order of time. */
    private static final class Wire implements Traffic {
        private record Due(long picos, int sequence, Runnable action) {}

        final List<Message> sent = new ArrayList<>();
        final List<StepTime> steps = new ArrayList<>();
        private final PriorityQueue<Due> due =
                new PriorityQueue<>(Comparator.comparingLong(Due::picos).thenComparingInt(Due::sequence));
        private long now;
        private int sequence;

        @Override
        public long nowPicos() {
            return now;
        }

        @Override
        public void at(long picos, Runnable action) {
            assertThat(picos).isGreaterThanOrEqualTo(now);
            due.add(new Due(picos, sequence++, action));
        }

        @Override
        public void send(Message message, LongConsumer whenAcknowledged) {
            assertThat(message.startPicos()).isGreaterThanOrEqualTo(now);
            sent.add(message);
            long done = message.startPicos() + TAKES;
            at(done, () -> whenAcknowledged.accept(done));
        }

        @Override
        public void stepped(StepTime step) {
            steps.add(step);
        }

        Wire run(Workload workload, long untilPicos) {
            workload.start(5, this, new SplittableRandom(1));
            while (!due.isEmpty() && due.peek().picos() <= untilPicos) {
                Due next = due.remove();
                now = next.picos();
                next.action().run();
            }
            return this;
        }

        long bytes() {
            return sent.stream().mapToLong(Message::bytes).sum();
        }
    }

    private static Wire run(Workload workload) {
        return new Wire().run(workload, Long.MAX_VALUE);
    }

    @Test
    void aRingSendsAShareToTheNextHostInEachOfItsSteps() {
        Wire wire = run(new Workload.AllReduce(
                ALWAYS, List.of(2, 4, 6, 8), new Rounds(4000, 2, 7, 0), Workload.AllReduce.Algorithm.RING));

        assertThat(wire.steps).hasSize(2 * 6);
        assertThat(wire.sent).hasSize(2 * 6 * 4).allMatch(each -> each.bytes() == 1000);
        assertThat(wire.sent.subList(0, 4))
                .extracting(Message::source, Message::destination)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(2, 4),
                        org.assertj.core.groups.Tuple.tuple(4, 6),
                        org.assertj.core.groups.Tuple.tuple(6, 8),
                        org.assertj.core.groups.Tuple.tuple(8, 2));
        assertThat(wire.steps.get(1)).isEqualTo(new StepTime(5, 0, 1, TAKES, 2 * TAKES, 1000));
        assertThat(wire.steps.get(6)).isEqualTo(new StepTime(5, 1, 0, 6 * TAKES + 7, 7 * TAKES + 7, 1000));
    }

    @Test
    void aTreeGoesUpAndDownByLevels() {
        Wire wire = run(new Workload.AllReduce(
                ALWAYS, List.of(0, 1, 2, 3, 4), Rounds.once(5000), Workload.AllReduce.Algorithm.TREE));

        assertThat(wire.steps).hasSize(6);
        assertThat(wire.sent)
                .extracting(each -> each.source() + ">" + each.destination())
                .containsExactly("1>0", "3>2", "2>0", "4>0", "0>4", "0>2", "0>1", "2>3");
        assertThat(wire.steps.stream().mapToLong(StepTime::busBytes).sum()).isCloseTo(2 * 4 * 5000 / 5, within(6L));
    }

    @Test
    void noStepBeginsBeforeTheLastIsOver() {
        Wire wire = run(new Workload.AllToAll(ALWAYS, List.of(0, 1, 2), new Rounds(9, 3, 0, TAKES)));

        for (int step = 1; step < wire.steps.size(); step++) {
            assertThat(wire.steps.get(step).startPicos())
                    .isEqualTo(wire.steps.get(step - 1).endPicos());
        }
        assertThat(wire.steps).hasSize(3);
        assertThat(wire.sent).hasSize(3 * 6);
    }

    @Test
    void expertsGetByPopularityAndSendBackWhatTheyGot() {
        Wire wire = run(new Workload.MixtureOfExperts(ALWAYS, List.of(0, 1, 2, 3), Rounds.once(25_000), 1));

        List<Message> out = wire.sent.subList(0, 12);
        List<Message> back = wire.sent.subList(12, 24);
        for (int i = 0; i < 12; i++) {
            assertThat(back.get(i).source()).isEqualTo(out.get(i).destination());
            assertThat(back.get(i).destination()).isEqualTo(out.get(i).source());
            assertThat(back.get(i).bytes()).isEqualTo(out.get(i).bytes());
        }
        assertThat(out.stream().mapToLong(Message::bytes).max()).hasValue(12_000);
        assertThat(out.stream().mapToLong(Message::bytes).min()).hasValue(3_000);
    }

    @Test
    void aPermutationGivesEveryHostOneToSendToAndOneToReceiveFrom() {
        Wire wire = run(new Workload.Permutation(ALWAYS, List.of(0, 1, 2, 3, 4), new Rounds(7, 20, 0, 0)));

        for (int round = 0; round < 20; round++) {
            List<Message> messages = wire.sent.subList(5 * round, 5 * round + 5);
            assertThat(messages).extracting(Message::source).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
            assertThat(messages).extracting(Message::destination).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
            assertThat(messages).noneMatch(each -> each.source() == each.destination());
        }
    }

    @Test
    void burstsComeByPeriodOrOneAfterAnother() {
        Wire periodic = run(new Workload.Incast(ALWAYS, List.of(1, 2), 0, new Bursts(10, 10, 3, 4 * TAKES, 0)));
        Wire following = run(new Workload.Incast(ALWAYS, List.of(1, 2), 0, new Bursts(10, 10, 3, 0, 0)));

        assertThat(periodic.sent)
                .extracting(Message::startPicos)
                .containsExactly(0L, 0L, 4 * TAKES, 4 * TAKES, 8 * TAKES, 8 * TAKES);
        assertThat(following.sent)
                .extracting(Message::startPicos)
                .containsExactly(0L, 0L, TAKES, TAKES, 2 * TAKES, 2 * TAKES);
    }

    @Test
    void sizesOfBurstsAreDrawnByDoublings() {
        Wire wire = run(new Workload.Incast(ALWAYS, List.of(1), 0, new Bursts(4_000_000, 64_000_000, 4000, 0, 0)));

        assertThat(wire.sent).allMatch(each -> each.bytes() >= 4_000_000 && each.bytes() <= 64_000_000);
        for (long bytes = 4_000_000; bytes < 64_000_000; bytes *= 2) {
            long from = bytes;
            long within = wire.sent.stream()
                    .filter(each -> each.bytes() >= from && each.bytes() < 2 * from)
                    .count();
            assertThat(within).as("sizes from %d", from).isBetween(900L, 1100L);
        }
    }

    @Test
    void aPoissonMixOffersTheLoadThatIsAskedFor() {
        long second = 1000 * Picos.PER_MILLI;
        Wire wire = new Wire()
                .run(
                        new Workload.PoissonMix(
                                new TrafficTerms("main", 3, ALWAYS.transport(), 0, second),
                                List.of(0, 1),
                                List.of(0, 1, 2),
                                SizeDistribution.webSearch(),
                                40e9),
                        2 * second);

        assertThat(wire.bytes() * 8.0).isCloseTo(2 * 40e9, within(0.05 * 80e9));
        assertThat(wire.sent).allMatch(each -> each.source() != each.destination() && each.startPicos() < second);
        assertThat(wire.sent.stream()
                        .filter(each -> each.source() == 0 && each.destination() == 2)
                        .count())
                .isBetween(1400L, 1620L);
    }

    @Test
    void publishedDistributionsHaveTheirMeanAndShares() {
        assertThat(SizeDistribution.webSearch().meanBytes()).isCloseTo(1140.6 * 1460, within(100.0));
        assertThat(SizeDistribution.dataMining().meanBytes()).isCloseTo(5116.6 * 1460, within(100.0));
        SplittableRandom random = Seeds.random("sizes");
        for (SizeDistribution each : List.of(SizeDistribution.webSearch(), SizeDistribution.dataMining())) {
            long[] sizes = random.longs(200_000).map(any -> each.draw(random)).toArray();
            for (SizeDistribution.Point point : each.points()) {
                long below = java.util.Arrays.stream(sizes)
                        .filter(size -> size <= point.bytes())
                        .count();
                if (point.share() > 0 && point.bytes() > 1460) {
                    assertThat(below / 200_000.0)
                            .as(each.name() + " at " + point)
                            .isCloseTo(point.share(), within(0.006));
                }
            }
        }
        assertThat(SizeDistribution.dataMining()
                        .cutAt(30_000_000)
                        .points()
                        .getLast()
                        .bytes())
                .isEqualTo(30_000_000);
        assertThat(SizeDistribution.fixed(77).draw(random)).isEqualTo(77);
    }

    @Test
    void writersGoRoundTheStoresChunkByChunk() {
        Wire wire = run(new Workload.Checkpoint(ALWAYS, List.of(0, 1), List.of(8, 9), 100, Bursts.once(250, 0)));

        assertThat(wire.sent.stream().filter(each -> each.source() == 0))
                .extracting(Message::destination, Message::bytes)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(8, 100L),
                        org.assertj.core.groups.Tuple.tuple(9, 100L),
                        org.assertj.core.groups.Tuple.tuple(8, 50L));
        assertThat(wire.sent.stream()
                        .filter(each -> each.source() == 1)
                        .findFirst()
                        .orElseThrow()
                        .destination())
                .isEqualTo(9);
        assertThat(wire.bytes()).isEqualTo(500);
    }

    @Test
    void pairsSendOneMessageAfterAnotherWithPausesBetween() {
        Wire stream = run(new Workload.OnOff(ALWAYS, List.of(new Workload.OnOff.Pair(0, 1)), 5, 4, 0));
        Wire paused = run(new Workload.OnOff(ALWAYS, List.of(new Workload.OnOff.Pair(0, 1)), 5, 2000, TAKES));

        assertThat(stream.sent).extracting(Message::startPicos).containsExactly(0L, TAKES, 2 * TAKES, 3 * TAKES);
        assertThat(paused.sent.getLast().startPicos() / 2000.0 / TAKES).isCloseTo(2, within(0.1));
    }

    @Test
    void nothingNewBeginsFromTheEndOfAWorkloadOn() {
        TrafficTerms span = new TrafficTerms("main", 3, ALWAYS.transport(), 3 * TAKES, 5 * TAKES);
        List<Workload> endless = List.of(
                new Workload.Incast(span, List.of(1), 0, new Bursts(1, 1, 0, 0, 0)),
                new Workload.Incast(span, List.of(1), 0, new Bursts(1, 1, 0, TAKES, 0)),
                new Workload.AllToAll(span, List.of(0, 1), new Rounds(1, 0, 0, 0)),
                new Workload.OnOff(span, List.of(new Workload.OnOff.Pair(0, 1)), 1, 0, 0),
                new Workload.Checkpoint(span, List.of(0), List.of(1), 1, new Bursts(1, 1, 0, 0, 0)),
                new Workload.Probe(span, 0, 1, 1, TAKES));
        for (Workload workload : endless) {
            Wire wire = run(workload);
            assertThat(wire.sent.stream().mapToLong(Message::startPicos).distinct())
                    .as(workload.toString())
                    .containsExactly(3 * TAKES, 4 * TAKES);
        }
    }

    @Test
    void workThatCannotBeIsRefused() {
        assertThatThrownBy(() -> new Workload.Incast(ALWAYS, List.of(1, 2), 2, Bursts.once(1, 0)))
                .hasMessageContaining("to host 2");
        assertThatThrownBy(() -> new Workload.AllToAll(ALWAYS, List.of(1, 1), Rounds.once(1)))
                .hasMessageContaining("two different ones");
        assertThatThrownBy(() -> new Workload.Checkpoint(ALWAYS, List.of(1), List.of(1), 1, Bursts.once(1, 0)))
                .hasMessageContaining("other hosts must be stores");
        assertThatThrownBy(() -> new Workload.PoissonMix(ALWAYS, List.of(1), List.of(1), SizeDistribution.fixed(1), 1))
                .hasMessageContaining("nobody but itself");
        assertThatThrownBy(() -> new Bursts(2, 1, 0, 0, 0)).hasMessageContaining("2 to 1 bytes");
    }
}
