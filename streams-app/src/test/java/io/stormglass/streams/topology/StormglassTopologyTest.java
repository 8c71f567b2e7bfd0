package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.CauseClass;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Transport;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsMode;
import io.stormglass.testkit.Golden;
import io.stormglass.testkit.Seeds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

class StormglassTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final FlowKey FLOW = FlowKey.roce("f", Transport.ROCEV2, "10.0.0.1", "10.0.0.2", 17);

    private static FlowEvent sent(long millis, long packets) {
        return new FlowEvent(FlowEventKind.SENT, T0 + millis * MS, packets, packets * 1000, 0, 0);
    }

    private static String header(TestRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Test
    void aHostThatPausesForTwoSecondsIsOneIncident() {
        try (Harness harness = Harness.replay()) {
            harness.stormAt(Harness.PORT);
            harness.mark(RecordKind.END, T0 + 3000 * MS + 1);
            List<StormIncident> versions = harness.incidents();
            assertThat(versions)
                    .extracting(StormIncident::getIncidentId)
                    .containsOnly(versions.get(0).getIncidentId());
            StormIncident last = versions.get(versions.size() - 1);
            assertThat(last.getState()).isEqualTo(IncidentState.RESOLVED);
            assertThat(last.getOriginEntity()).isEqualTo("host3");
            assertThat(last.getOriginDevice() + "/" + last.getOriginPort()).isEqualTo("leaf1/e1");
            assertThat(last.getOriginPriorities()).containsExactly(3);
            assertThat(last.getCause()).isEqualTo(CauseClass.NIC_PAUSE_STORM);
            assertThat(last.getOpenedNanos()).isEqualTo(T0 + 210 * MS);
            assertThat(last.getResolvedNanos()).isEqualTo(T0 + 2200 * MS);
        }
    }

    @Test
    void anIncidentWaitsForTheBoundaryAndAPortStateDoesNot() {
        try (Harness harness = Harness.replay()) {
            for (long us = 0; us < 300_000; us += 300) {
                harness.port(
                        Harness.PORT,
                        us == 0 ? Harness.hostLink() : null,
                        List.of(new PortEvent.PfcFrame(
                                T0 + us * 1000, io.stormglass.models.event.Direction.RX, 3, 65_535)));
            }
            assertThat(harness.incidents()).isEmpty();
            harness.mark(RecordKind.TICK, T0 + 190 * MS);
            // The opening lies on the boundary: it may still get company.
            assertThat(harness.incidents()).isEmpty();
            harness.mark(RecordKind.TICK, T0 + 250 * MS);
            assertThat(harness.incidents())
                    .singleElement()
                    .extracting(StormIncident::getConfidence)
                    .isEqualTo(0.5);
            assertThat(harness.portStates()).isNotEmpty().last().satisfies(state -> {
                PortState port = state;
                assertThat(port.getPauses().get(0).getStorm()).isTrue();
                assertThat(port.getAtNanos()).isEqualTo(T0 + 299_700_000L);
            });
        }
    }

    @Test
    void aSilentPartitionFollowsTheWallClockSoThatAnIncidentIsDecided() {
        try (Harness harness = Harness.live()) {
            paused(harness, 0, 300_000);
            harness.silence(Duration.ofMillis(900));
            assertThat(harness.incidents()).isEmpty();
            harness.silence(Duration.ofSeconds(2));
            assertThat(harness.incidents())
                    .first()
                    .extracting(StormIncident::getOriginEntity)
                    .isEqualTo("host3");
            harness.silence(Duration.ofSeconds(2));
            assertThat(harness.portStates()).last().satisfies(state -> {
                PortState port = state;
                assertThat(port.getPauses()).allMatch(pause -> !pause.getStorm());
            });
        }
    }

    @Test
    void aThreadThatStoodStillDoesNotTakeThatForSilence() {
        try (Harness harness = Harness.live()) {
            paused(harness, 0, 100_000);
            harness.silence(Duration.ofMillis(200));
            // What was told meanwhile has not been read yet: no watermark may pass it.
            harness.stall(Duration.ofSeconds(10));
            paused(harness, 100_000, 400_000);
            assertThat(harness.counters.get(Count.LATE)).isZero();
            harness.silence(Duration.ofSeconds(2));
            assertThat(harness.incidents()).isNotEmpty();
        }
    }

    /** A port that a host pauses all the time, from one time to another, us. */
    private static void paused(Harness harness, long fromMicros, long toMicros) {
        for (long us = fromMicros; us < toMicros; us += 300) {
            harness.port(
                    Harness.PORT,
                    us == 0 ? Harness.hostLink() : null,
                    List.of(new PortEvent.PfcFrame(
                            T0 + us * 1000, io.stormglass.models.event.Direction.RX, 3, 65_535)));
        }
    }

    @Test
    void flowStatesHaveExactKeyValueAndTimestamp() {
        try (Harness harness = Harness.replay()) {
            harness.flow(
                    FLOW,
                    sent(0, 10),
                    new FlowEvent(FlowEventKind.CE_MARKED, T0 + 4 * MS, 2, 2000, 0, 0),
                    new FlowEvent(FlowEventKind.CNP_SEEN, T0 + 5 * MS, 1, 74, 0, 0),
                    new FlowEvent(FlowEventKind.RTT_SAMPLE, T0 + 6 * MS, 1, 1000, 9000, 0));
            harness.mark(RecordKind.END, T0 + 10 * MS);
            List<TestRecord<byte[], byte[]>> records = harness.read(Topic.FLOW_STATES);
            assertThat(records).hasSize(2);
            assertThat(new String(records.get(0).key(), StandardCharsets.UTF_8)).isEqualTo("f|10.0.0.1|10.0.0.2|17");
            assertThat(records.get(0).timestamp()).isEqualTo(T0 / MS + 6);
            assertThat(new String(records.get(1).key(), StandardCharsets.UTF_8)).isEqualTo("end|flow-events|0");
            assertThat(records.get(1).value()).isNull();
            assertThat(header(records.get(1), RecordHeaders.MARK)).isEqualTo("end");
        }
        try (Harness harness = Harness.replay()) {
            harness.flow(FLOW, sent(0, 10), new FlowEvent(FlowEventKind.CE_MARKED, T0 + 4 * MS, 2, 2000, 0, 0));
            harness.flow(FLOW, sent(7, 1));
            harness.mark(RecordKind.END, T0 + 10 * MS);
            assertThat(harness.flowStates()).singleElement().satisfies(value -> {
                FlowState state = value;
                assertThat(state.getPackets()).isEqualTo(13);
                assertThat(state.getBytes()).isEqualTo(13_000);
                assertThat(state.getCe()).isEqualTo(2);
                assertThat(state.getRttMinNanos()).isNull();
                assertThat(state.getClass$()).isEqualTo("not-observable");
                assertThat(state.getNotRun()).isEqualTo("bbr: no RTT samples");
            });
        }
    }

    private static FlowEvent cnps(long millis, long count) {
        return new FlowEvent(FlowEventKind.CNP_SEEN, T0 + millis * MS, count, count * 74, 0, 0);
    }

    private static FlowKey provisional(int senderQp) {
        return FlowKey.provisional("f", Transport.ROCEV2, "10.0.0.1", "10.0.0.2", senderQp);
    }

    @Test
    void aProvisionalFlowHandsOverWhatItCountedAndEndsWithATombstone() {
        try (Harness harness = Harness.replay()) {
            harness.flow(provisional(5), cnps(1, 3));
            harness.mark(RecordKind.TICK, T0 + 250 * MS);
            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getCnp)
                    .isEqualTo(3L);
            harness.flow(FLOW, sent(251, 10));
            harness.merging(FLOW, provisional(5).text(), sent(252, 10));
            // Said again with every batch, it is done once.
            harness.merging(FLOW, provisional(5).text(), sent(253, 10));
            harness.flow(provisional(5), cnps(254, 2));
            harness.mark(RecordKind.END, T0 + 500 * MS);
            List<TestRecord<byte[], byte[]>> records = harness.read(Topic.FLOW_STATES);
            assertThat(records)
                    .filteredOn(record -> record.headers().lastHeader(RecordHeaders.MARK) == null)
                    .extracting(record -> new String(record.key(), StandardCharsets.UTF_8) + " "
                            + (record.value() == null ? "gone" : "state"))
                    .containsExactly(provisional(5).text() + " gone", FLOW.text() + " state");
            assertThat(harness.counters.get(Count.MERGED)).isEqualTo(1);
        }
    }

    @Test
    void whatComesForAMergedFlowLaterIsCountedOnceByItsSuccessor() {
        try (Harness harness = Harness.replay()) {
            // The merge is known before the provisional flow has anything.
            harness.merging(FLOW, provisional(5).text(), sent(0, 10));
            harness.flow(provisional(5), cnps(1, 3));
            harness.flow(provisional(5), cnps(2, 4));
            harness.mark(RecordKind.END, T0 + 500 * MS);
            assertThat(harness.flowStates()).singleElement().satisfies(value -> {
                FlowState state = value;
                assertThat(state.getFlow()).isEqualTo(FLOW.text());
                assertThat(state.getCnp()).isEqualTo(7);
                assertThat(state.getPackets()).isEqualTo(10);
                assertThat(state.getDstQp()).isEqualTo(17);
            });
        }
    }

    @Test
    void aMergeThatNamesAFlowOfItsOwnIsADeadLetterAndEndsNoFlow() {
        FlowKey other = FlowKey.roce("f", Transport.ROCEV2, "10.0.0.7", "10.0.0.2", 9);
        try (Harness harness = Harness.replay()) {
            harness.flow(other, sent(0, 1));
            harness.merging(FLOW, other.text(), sent(1, 1));
            harness.mark(RecordKind.END, T0 + 500 * MS);
            assertThat(harness.flowStates()).extracting(FlowState::getFlow).containsExactly(other.text());
            assertThat(harness.counters.get(Count.REFUSED)).isEqualTo(1);
        }
    }

    @Test
    void theRateOfAFlowThatStoppedIsPublishedAsZeroWithoutAnyEventOfIt() {
        try (Harness harness = Harness.replay()) {
            harness.flow(FLOW, sent(9, 100));
            harness.flow(FLOW, sent(19, 100));
            harness.mark(RecordKind.TICK, T0 + 50 * MS);
            harness.mark(RecordKind.TICK, T0 + 1000 * MS);
            harness.mark(RecordKind.TICK, T0 + 1500 * MS);
            harness.mark(RecordKind.END, T0 + 2000 * MS);
            // 200,000 bytes in 20 ms.
            assertThat(harness.flowStates())
                    .extracting(FlowState::getObservedBitsPerSecond)
                    .containsExactly(80e6, 0.0);
        }
        try (Harness harness = Harness.replay()) {
            harness.flow(FLOW, sent(9, 100));
            harness.flow(FLOW, sent(19, 100));
            harness.mark(RecordKind.END, T0 + 20 * MS);
            assertThat(harness.flowStates())
                    .extracting(FlowState::getObservedBitsPerSecond)
                    .containsExactly(80e6);
        }
    }

    @Test
    void everyOutputTopicGetsAnEndMarkForEachInput() {
        try (Harness harness = Harness.replay()) {
            harness.mark(RecordKind.END, T0);
            assertThat(keys(harness, Topic.FLOW_STATES)).containsExactly("end|flow-events|0");
            assertThat(keys(harness, Topic.PORT_STATES)).containsExactly("end|port-events|0");
            assertThat(keys(harness, Topic.FABRIC_LINKS)).containsExactly("end|port-events|0");
            assertThat(keys(harness, Topic.STORM_INCIDENTS)).containsExactly("end|port-transitions|0");
            assertThat(keys(harness, Topic.CC_MODES)).containsExactly("end|flow-classes|0");
            assertThat(keys(harness, Topic.DEAD_LETTERS))
                    .containsExactlyInAnyOrder("end|flow-events|0", "end|port-events|0");
        }
    }

    private static List<String> keys(Harness harness, Topic topic) {
        return harness.read(topic).stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void whatCannotBeReadIsADeadLetterAndTheRecordsAroundItAreProcessed() {
        byte[] noise = new byte[20];
        Seeds.random("noise").nextBytes(noise);
        noise[0] = (byte) 0xff;
        byte[] key = Harness.bytes("a key");
        try (Harness harness = Harness.replay()) {
            harness.flow(FLOW, sent(0, 1));
            harness.raw(Topic.FLOW_EVENTS, key, noise, T0);
            byte[] unknownId =
                    ByteBuffer.allocate(9).put((byte) 0).putInt(9999).putInt(0).array();
            harness.raw(Topic.FLOW_EVENTS, key, unknownId, T0);
            FlowEvent impossible = new FlowEvent(FlowEventKind.SENT, 5_000_000_000_000_000_000L, 1, 1, 0, 0);
            harness.raw(Topic.FLOW_EVENTS, key, harness.flowValue(FLOW, List.of(impossible)), T0);
            harness.raw(Topic.FLOW_EVENTS, key, null, T0);
            harness.flow(FLOW, sent(1, 1));
            harness.mark(RecordKind.END, T0 + 10 * MS);

            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getPackets)
                    .isEqualTo(2L);
            List<TestRecord<byte[], byte[]>> letters = harness.read(Topic.DEAD_LETTERS).stream()
                    .filter(record -> record.headers().lastHeader(RecordHeaders.MARK) == null)
                    .toList();
            assertThat(letters)
                    .extracting(record -> header(record, RecordHeaders.REASON))
                    .containsExactly(
                            "not-confluent-format", "unknown-schema-id", "impossible-time", "not-confluent-format");
            assertThat(letters.get(0).key()).isEqualTo(key);
            assertThat(letters.get(0).value()).isEqualTo(noise);
            assertThat(header(letters.get(0), RecordHeaders.TOPIC)).isEqualTo(harness.naming.topic(Topic.FLOW_EVENTS));
            assertThat(header(letters.get(0), RecordHeaders.PARTITION)).isEqualTo("0");
            assertThat(header(letters.get(0), RecordHeaders.OFFSET)).isEqualTo("1");
            assertThat(header(letters.get(0), RecordHeaders.PROCESSOR)).isEqualTo("flows");
            assertThat(harness.counters.get(Count.REFUSED)).isEqualTo(4);
        }
    }

    @Test
    void aRepeatedRecordIsDroppedAndCounted() {
        try (Harness harness = Harness.replay()) {
            byte[] value = harness.flowValue(FLOW, List.of(sent(0, 5)));
            harness.raw(Topic.FLOW_EVENTS, Harness.bytes(FLOW.text()), value, T0);
            harness.raw(Topic.FLOW_EVENTS, Harness.bytes(FLOW.text()), value, T0);
            harness.mark(RecordKind.END, T0 + 10 * MS);
            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getPackets)
                    .isEqualTo(5L);
            assertThat(harness.counters.get(Count.DUPLICATES)).isEqualTo(1);
        }
    }

    /** A registry that cannot be asked for an id a number of times. */
    private static SchemaRegistryClient away(MemorySchemaRegistry registry, AtomicInteger times) {
        return (SchemaRegistryClient) Proxy.newProxyInstance(
                SchemaRegistryClient.class.getClassLoader(),
                new Class<?>[] {SchemaRegistryClient.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("byId") && times.getAndDecrement() > 0) {
                        throw new RegistryException.Unavailable("registry does not answer", 503, null);
                    }
                    try {
                        return method.invoke(registry, args);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Test
    void aRegistryThatIsAwayInMidStreamMakesNoDeadLetterAndLosesNothing() {
        AtomicLong clock = new AtomicLong();
        RegistryPatience patience = new RegistryPatience(Duration.ofSeconds(150), clock::get, clock::addAndGet);
        SchemaRegistryClient registry = away(new MemorySchemaRegistry(), new AtomicInteger(7));
        try (Harness harness = new Harness(StreamsMode.REPLAY, registry, patience)) {
            harness.flow(FLOW, sent(0, 5));
            harness.mark(RecordKind.END, T0 + 10 * MS);
            assertThat(harness.flowStates())
                    .singleElement()
                    .extracting(FlowState::getPackets)
                    .isEqualTo(5L);
            assertThat(harness.counters.get(Count.REFUSED)).isZero();
            assertThat(clock.get()).isGreaterThan(1_000_000_000L);
        }
    }

    @Test
    void aRegistryThatStaysAwayKillsTheThreadInsteadOfTheRecord() {
        AtomicLong clock = new AtomicLong();
        RegistryPatience patience = new RegistryPatience(Duration.ofSeconds(150), clock::get, clock::addAndGet);
        SchemaRegistryClient registry = away(new MemorySchemaRegistry(), new AtomicInteger(Integer.MAX_VALUE));
        Harness harness = new Harness(StreamsMode.REPLAY, registry, patience);
        assertThatThrownBy(() -> harness.flow(FLOW, sent(0, 5)))
                .isInstanceOf(RegistryAway.class)
                .hasMessageContaining("150 s");
        assertThat(harness.read(Topic.DEAD_LETTERS)).isEmpty();
        assertThat(clock.get()).isGreaterThanOrEqualTo(150_000_000_000L);
    }

    @Test
    void whatComesBehindTheWatermarkIsLateAndDecidesNothing() {
        try (Harness harness = Harness.replay()) {
            harness.stormAt(Harness.PORT);
            harness.stormAt(new PortKey("f", "leaf2", "e1"));
            harness.mark(RecordKind.END, T0 + 3000 * MS + 1);
            // The second storm comes behind the watermark: it is late, counted, and decides nothing.
            assertThat(harness.counters.get(Count.LATE)).isGreaterThan(6000);
            assertThat(harness.incidents())
                    .extracting(StormIncident::getOriginDevice)
                    .containsOnly("leaf1");
        }
    }

    @Test
    void theShapeOfTheTopologyIsAsReviewed() {
        MemorySchemaRegistry registry = new MemorySchemaRegistry();
        TopicNaming naming = TopicNaming.live();
        String text = Harness.topology(
                        naming,
                        StreamsMode.LIVE,
                        registry,
                        SchemaIds.register(registry, naming),
                        RegistryPatience.of(Duration.ofSeconds(1)),
                        new StreamsCounters(),
                        FlowSettings.defaults())
                .describe()
                .toString();
        Golden.check("topology.txt", text);
    }
}
