package io.stormglass.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlicerTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long MS = 1_000_000L;

    @Test
    void batchesOfASliceLeaveInOrderOfNewestTimeAndKey() {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(1, 1, 0), recorded, recorded.counts);

        flow(slicer, 2, START + 5 * MS);
        flow(slicer, 1, START + 6 * MS);
        flow(slicer, 3, START + 2 * MS);
        flow(slicer, 4, START + 6 * MS);
        slicer.end();

        assertThat(recorded.records())
                .extracting(Recorded.Sent::key)
                .containsExactly(
                        "f|10.0.0.1|10.0.0.2|3",
                        "f|10.0.0.1|10.0.0.2|2",
                        "f|10.0.0.1|10.0.0.2|1",
                        "f|10.0.0.1|10.0.0.2|4");
    }

    @Test
    void everyPartitionOfBothTopicsGetsATickAtEachFiftyMilliseconds() {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(3, 2, 0), recorded, recorded.counts);

        for (int ms = 0; ms <= 170; ms += 10) {
            flow(slicer, 1, START + ms * MS);
        }
        slicer.end();

        for (int partition = 0; partition < 3; partition++) {
            assertThat(recorded.marks("flow", partition, RecordKind.TICK))
                    .containsExactly(START + 50 * MS, START + 100 * MS, START + 150 * MS);
            assertThat(recorded.marks("flow", partition, RecordKind.END)).containsExactly(START + 170 * MS + 1);
        }
        for (int partition = 0; partition < 2; partition++) {
            assertThat(recorded.marks("port", partition, RecordKind.TICK)).hasSize(3);
            assertThat(recorded.marks("port", partition, RecordKind.END)).hasSize(1);
        }
        assertThat(recorded.sent.stream().filter(one -> one.header().kind() == RecordKind.TICK))
                .allMatch(one -> one.key().equals("tick|replay"));
    }

    @Test
    void aGapOfMoreThanOneSecondIsCrossedByOneTick() {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(1, 1, 0), recorded, recorded.counts);

        flow(slicer, 1, START);
        flow(slicer, 1, START + 3600_000 * MS);
        flow(slicer, 1, START + 3600_060 * MS);
        slicer.end();

        assertThat(recorded.marks("flow", 0, RecordKind.TICK))
                .containsExactly(START + 3600_000 * MS, START + 3600_050 * MS);
    }

    @Test
    void changedAttributesCutTheBatch() {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(1, 1, 0), recorded, recorded.counts);
        FlowKey flow = flowKey(1);

        slicer.flowEvent(flow, attributes(3), sent(START));
        slicer.flowEvent(flow, attributes(3), sent(START + 1));
        slicer.flowEvent(flow, attributes(4), sent(START + 2));
        slicer.flowEvent(flow, attributes(4), sent(START + 2));
        slicer.end();

        assertThat(recorded.records())
                .extracting(
                        one -> ((FlowBatch) one.batch()).priority(),
                        one -> one.times().size())
                .containsExactly(tuple(3, 2), tuple(4, 2));
    }

    @Test
    void linkFactsStandInTheFirstRecordOfAPortAtEachChangeAndOnceAMinute() {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(1, 1, 0), recorded, recorded.counts);
        PortKey port = new PortKey("f", "leaf1", "Ethernet3");
        LinkFacts slow = LinkFacts.speedOnly(100_000_000_000L, true);
        LinkFacts fast = LinkFacts.speedOnly(400_000_000_000L, false);

        slicer.linkFacts(port, slow);
        pause(slicer, port, START);
        pause(slicer, port, START + 20 * MS);
        slicer.linkFacts(port, fast);
        pause(slicer, port, START + 21 * MS);
        pause(slicer, port, START + 40 * MS);
        pause(slicer, port, START + 60_010 * MS);
        pause(slicer, port, START + 60_040 * MS);
        slicer.end();

        assertThat(recorded.records().stream()
                        .map(one -> ((PortBatch) one.batch()).link())
                        .toList())
                .containsExactly(slow, null, fast, null, null, fast);
        assertThat(recorded.records().stream().map(one -> ((PortBatch) one.batch()).linkBitsPerSecond()))
                .containsExactly(
                        100_000_000_000L,
                        100_000_000_000L,
                        400_000_000_000L,
                        400_000_000_000L,
                        400_000_000_000L,
                        400_000_000_000L);
    }

    @Test
    void aCaptureWithoutEventsStillClosesEveryPartition() {
        Recorded recorded = new Recorded();
        new Slicer(settings(2, 2, 0), recorded, recorded.counts).end();

        assertThat(recorded.sent).hasSize(4).allMatch(one -> one.header().kind() == RecordKind.END);
    }

    @Test
    void eventsOlderThanTheReorderLimitAreCountedAsLate() {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(1, 1, 20 * MS), recorded, recorded.counts);

        flow(slicer, 1, START + 100 * MS);
        flow(slicer, 1, START + 85 * MS);
        flow(slicer, 1, START + 79 * MS);
        slicer.end();

        assertThat(recorded.counts.late()).isEqualTo(1);
        assertThat(recorded.records())
                .extracting(one -> one.times().get(0))
                .containsExactly(START + 85 * MS, START + 100 * MS);
    }

    @Test
    void nothingIsTakenAfterTheEnd() {
        Slicer slicer = new Slicer(settings(1, 1, 0), new Recorded(), new PublishCounts());
        slicer.end();
        assertThatThrownBy(() -> flow(slicer, 1, START)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whateverComesSequencesAreDenseAndTicksKeepTheirPromise() {
        Property.check("sequences are dense and ticks keep their promise", 300, random -> {
            PublisherSettings settings = new PublisherSettings(
                    "f",
                    "r1",
                    "replay",
                    0,
                    ObserverRole.CAPTURE,
                    Scope.FLOW,
                    random.nextInt(1, 9),
                    random.nextInt(1, 9),
                    random.nextInt(3) * (15 * MS),
                    new BatchLimits(random.nextInt(1, 20), 64 * 1024, random.nextInt(1, 200)));
            Recorded recorded = new Recorded();
            Slicer slicer = new Slicer(settings, recorded, recorded.counts);
            int events = random.nextInt(400);
            emit(slicer, random, events, settings.reorderNanos());
            slicer.end();

            long seen = recorded.records().stream()
                    .mapToLong(one -> one.times().size())
                    .sum();
            assertThat(seen + recorded.counts.late()).isEqualTo(events);
            assertThat(recorded.counts.events()).isEqualTo(seen);
            assertThat(recorded.counts.late()).isZero();
            for (int partition = 0; partition < settings.flowPartitions(); partition++) {
                checkPartition(recorded.partition("flow", partition), settings.flowPartitions());
            }
            for (int partition = 0; partition < settings.portPartitions(); partition++) {
                checkPartition(recorded.partition("port", partition), settings.portPartitions());
            }
        });
    }

    @Test
    void eachKeyGetsTheSameRecordsWhateverTheNumberOfPartitions() {
        Property.check("records do not depend on partitions", 100, random -> {
            long seed = random.nextLong();
            List<List<String>> seen = new ArrayList<>();
            for (int partitions : new int[] {1, 8}) {
                Recorded recorded = new Recorded();
                Slicer slicer = new Slicer(settings(partitions, partitions, 30 * MS), recorded, recorded.counts);
                emit(slicer, new SplittableRandom(seed), 300, 30 * MS);
                slicer.end();
                seen.add(recorded.records().stream()
                        .map(one -> one.key() + one.times() + one.newestNanos())
                        .toList());
            }
            assertThat(seen.get(0)).isEqualTo(seen.get(1));
        });
    }

    @Test
    void eventsThatRanBackwardsGiveTheRecordsOfTheOrderedStream() {
        Property.check("reordering is put right", 100, random -> {
            List<Long> times = new ArrayList<>();
            long time = START;
            for (int i = 0; i < 300; i++) {
                time += random.nextLong(1, 3 * MS);
                times.add(time);
            }
            List<Long> shuffled = new ArrayList<>(times);
            for (int i = 1; i < shuffled.size(); i += 2) {
                if (random.nextBoolean()) {
                    shuffled.set(i - 1, shuffled.set(i, shuffled.get(i - 1)));
                }
            }
            assertThat(keyed(shuffled, 3 * MS)).isEqualTo(keyed(times, 0));
        });
    }

    private static List<String> keyed(List<Long> times, long reorderNanos) {
        Recorded recorded = new Recorded();
        Slicer slicer = new Slicer(settings(1, 1, reorderNanos), recorded, recorded.counts);
        times.forEach(time -> flow(slicer, (int) (time % 3), time));
        slicer.end();
        assertThat(recorded.counts.late()).isZero();
        return recorded.records().stream().map(one -> one.key() + one.times()).toList();
    }

    private static void checkPartition(List<Recorded.Sent> partition, int partitions) {
        long watermark = Long.MIN_VALUE;
        Map<Boolean, Integer> ends = new HashMap<>();
        for (int i = 0; i < partition.size(); i++) {
            Recorded.Sent one = partition.get(i);
            assertThat(one.header().sequence()).isEqualTo(i);
            if (one.isMark()) {
                assertThat(one.header().watermarkNanos()).isGreaterThan(watermark);
                watermark = one.header().watermarkNanos();
                ends.merge(one.header().kind() == RecordKind.END, 1, Integer::sum);
            } else {
                long passed = watermark;
                assertThat(one.times()).isNotEmpty().isSorted().allMatch(time -> time >= passed);
                assertThat(one.newestNanos())
                        .isEqualTo(one.times().get(one.times().size() - 1));
                assertThat(one.partition()).isEqualTo(Partitions.of(one.key(), partitions));
            }
        }
        assertThat(ends.get(true)).isEqualTo(1);
        assertThat(partition.get(partition.size() - 1).header().kind()).isEqualTo(RecordKind.END);
        assertThat(new HashSet<>(partition)).hasSameSizeAs(partition);
    }

    private static void emit(Slicer slicer, SplittableRandom random, int events, long reorderNanos) {
        long front = START + random.nextLong(1_000 * MS);
        for (int i = 0; i < events; i++) {
            front += random.nextInt(20) == 0 ? random.nextLong(3_000 * MS) : random.nextLong(2 * MS);
            long time = reorderNanos == 0 ? front : front - random.nextLong(reorderNanos);
            if (random.nextInt(3) == 0) {
                PortKey port = new PortKey("f", "leaf" + random.nextInt(3), "Ethernet" + random.nextInt(2));
                slicer.linkFacts(port, LinkFacts.speedOnly((1 + random.nextInt(2)) * 100_000_000_000L, false));
                pause(slicer, port, time);
            } else {
                slicer.flowEvent(flowKey(random.nextInt(5)), attributes(random.nextInt(8) == 0 ? 4 : 3), sent(time));
            }
        }
    }

    private static PublisherSettings settings(int flowPartitions, int portPartitions, long reorderNanos) {
        return new PublisherSettings(
                "f",
                "r1",
                "replay",
                0,
                ObserverRole.CAPTURE,
                Scope.FLOW,
                flowPartitions,
                portPartitions,
                reorderNanos,
                BatchLimits.DEFAULT);
    }

    private static FlowKey flowKey(int qp) {
        return FlowKey.roce("f", Transport.ROCEV2, "10.0.0.1", "10.0.0.2", qp);
    }

    private static FlowAttributes attributes(int priority) {
        return new FlowAttributes(17, priority, 26, 0, Vantage.MID, Pairing.PSN, false, List.of());
    }

    private static FlowEvent sent(long timeNanos) {
        return new FlowEvent(FlowEventKind.SENT, timeNanos, 1, 1064, 0, 0);
    }

    private static void flow(Slicer slicer, int qp, long timeNanos) {
        slicer.flowEvent(flowKey(qp), attributes(3), sent(timeNanos));
    }

    private static void pause(Slicer slicer, PortKey port, long timeNanos) {
        slicer.portEvent(Objects.requireNonNull(port), new PortEvent.PfcFrame(timeNanos, Direction.RX, 3, 65535));
    }
}
