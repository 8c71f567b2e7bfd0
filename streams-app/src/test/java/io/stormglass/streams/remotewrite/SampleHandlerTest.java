package io.stormglass.streams.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Direction;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.QueueLoadCounters;
import io.stormglass.avro.Scope;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.output.OutputRecord;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What records become, and when their offsets are settled. */
class SampleHandlerTest {
    private static final long AT = 1_760_000_000_123_456_789L;
    private static final TopicPartition FLOWS = new TopicPartition("flow-states", 0);

    private final SinkCounters counters = new SinkCounters("remote-write test");
    private final SampleBuffer buffer = new SampleBuffer(1000);
    private final SampleHandler handler = new SampleHandler(
            buffer,
            RemoteWriteSettings.to(URI.create("http://127.0.0.1:1/api/v1/write"))
                    .withBounds(1000, 100, 100, 2),
            counters,
            true);

    private void take(Topic topic, SpecificRecord value, boolean again) {
        handler.take(new OutputRecord(topic, value, new ConsumerRecord<>("t", 0, 0, new byte[0], new byte[0]), again));
    }

    /** Samples that wait, by name and the labels that tell them apart. */
    private Map<String, Double> waiting() throws IOException {
        Map<String, Double> found = new TreeMap<>();
        Samples samples = Samples.of(buffer.take(1000));
        buffer.finished();
        for (Decoded.Series series : Decoded.of(WriteRequest.body(samples)).series()) {
            assertThat(series.labels()).contains("fabric=f", "run_id=run-1");
            series.samples()
                    .forEach(sample -> found.put(
                            String.join(" ", series.labels())
                                    .replaceAll("__name__=stormglass_|fabric=f |run_id=run-1 ?", "")
                                    .strip(),
                            sample.value()));
        }
        return found;
    }

    private static FlowState flow(String name, double bitsPerSecond, long atNanos) {
        FlowState state = new FlowState();
        state.setFabric("f");
        state.setRunId("run-1");
        state.setFlow(name);
        state.setAtNanos(atNanos);
        state.setObservedBitsPerSecond(bitsPerSecond);
        return state;
    }

    @Test
    void aPortsStateIsTheSamplesOfItsPausesAtItsOwnTime() throws IOException {
        PortState state = new PortState();
        state.setFabric("f");
        state.setRunId("run-1");
        state.setDevice("leaf-1");
        state.setPort("Ethernet4");
        state.setScope(Scope.SWITCH);
        state.setAtNanos(AT);
        state.setLinkBitsPerSecond(0L);
        state.setPauses(List.of(new PriorityPauseState(3, Direction.RX, 0.25, 7L, 1_500_000_000L, -1L, true, AT)));
        state.setQueues(List.of());

        take(Topic.PORT_STATES, state, false);

        List<Samples.Sample> taken = buffer.take(10);
        assertThat(taken).extracting(Samples.Sample::millis).containsOnly(1_760_000_000_123L);
        taken.forEach(sample -> buffer.add(sample.series(), sample.millis(), sample.value()));
        assertThat(waiting())
                .isEqualTo(Map.of(
                        "port_paused_ratio device=leaf-1 direction=rx port=Ethernet4 priority=3", 0.25,
                        "port_paused_seconds_total device=leaf-1 direction=rx port=Ethernet4 priority=3", 1.5,
                        "port_pause_frames_total device=leaf-1 direction=rx port=Ethernet4 priority=3", 7.0,
                        "port_storm device=leaf-1 direction=rx port=Ethernet4 priority=3", 1.0));
    }

    @Test
    void aQueuesCountersAreRatesOverTheTimeThatTheyCoverAndWhatIsUnknownIsNoSample() throws IOException {
        QueueLoadCounters counted = new QueueLoadCounters();
        counted.setCoveredNanos(2_000_000_000L);
        counted.setSentBytes(1_000_000L);
        counted.setSentPackets(1000L);
        counted.setMarked(50L);
        counted.setPausedNanos(400_000_000L);
        QueueLoad load = new QueueLoad();
        load.setFabric("f");
        load.setRunId("run-1");
        load.setDevice("leaf-1");
        load.setPort("Ethernet4");
        load.setPriority(3);
        load.setFromNanos(AT);
        load.setToNanos(AT + 1_000_000_000L);
        load.setCounters(counted);

        take(Topic.QUEUE_LOADS, load, false);

        String labels = " device=leaf-1 port=Ethernet4 priority=3";
        assertThat(waiting())
                .isEqualTo(Map.of(
                        "queue_sent_bits_per_second" + labels, 4e6,
                        "queue_marked_ratio" + labels, 0.05,
                        "queue_marked_packets_per_second" + labels, 25.0,
                        "queue_paused_ratio" + labels, 0.4));
    }

    @Test
    void onlyTheFastestFlowsAreSentAndTheOthersAreCounted() throws IOException {
        take(Topic.FLOW_STATES, flow("slow", 1e9, AT), false);
        take(Topic.FLOW_STATES, flow("fast", 9e9, AT), false);
        assertThat(counters.get(Count.FOLDED)).isZero();
        take(Topic.FLOW_STATES, flow("as slow", 1.1e9, AT), false);
        long folded = counters.get(Count.FOLDED);
        assertThat(folded).isPositive();
        take(Topic.FLOW_STATES, flow("faster", 2e9, AT), false);

        assertThat(counters.get(Count.FOLDED)).isEqualTo(folded);
        assertThat(waiting().keySet())
                .filteredOn(name -> name.startsWith("flow_observed"))
                .containsExactly(
                        "flow_observed_bits_per_second flow=fast",
                        "flow_observed_bits_per_second flow=faster",
                        "flow_observed_bits_per_second flow=slow");
        take(Topic.FLOW_STATES, flow("slow", 1e9, AT), false);
        assertThat(counters.get(Count.FOLDED)).isEqualTo(2 * folded);
    }

    @Test
    void aFlowThatHasToldNothingForAMinuteMakesRoom() {
        take(Topic.FLOW_STATES, flow("a", 9e9, AT), false);
        take(Topic.FLOW_STATES, flow("b", 9e9, AT), false);
        take(Topic.FLOW_STATES, flow("c", 1e6, AT + 61_000_000_000L), false);

        assertThat(counters.get(Count.FOLDED)).isZero();
    }

    private static StormIncident incident(String id, IncidentState state, Severity severity) {
        StormIncident incident = new StormIncident();
        incident.setIncidentId(id);
        incident.setFabric("f");
        incident.setRunId("run-1");
        incident.setState(state);
        incident.setSeverity(severity);
        incident.setChangedNanos(AT);
        return incident;
    }

    @Test
    void openIncidentsAreCountedAlsoThoseThatWereToldBeforeTheStart() throws IOException {
        handler.begin(Topic.STORM_INCIDENTS, new TopicPartition("storm-incidents", 0), 2);
        take(Topic.STORM_INCIDENTS, incident("a", IncidentState.OPEN, Severity.WARNING), true);
        take(Topic.STORM_INCIDENTS, incident("b", IncidentState.OPEN, Severity.CRITICAL), true);
        assertThat(buffer.waiting()).isZero();

        take(Topic.STORM_INCIDENTS, incident("c", IncidentState.OPEN, Severity.CRITICAL), false);
        assertThat(waiting())
                .isEqualTo(Map.of(
                        "incidents_open severity=ticket", 0.0,
                        "incidents_open severity=warning", 1.0,
                        "incidents_open severity=critical", 2.0,
                        "incidents_open severity=emergency", 0.0));
        take(Topic.STORM_INCIDENTS, incident("b", IncidentState.RESOLVED, Severity.CRITICAL), false);
        assertThat(waiting()).containsEntry("incidents_open severity=critical", 1.0);
    }

    @Test
    void anOffsetIsSettledOnceItsSamplesAreDealtWithAndNotBefore() {
        handler.begin(Topic.FLOW_STATES, FLOWS, 10);
        take(Topic.FLOW_STATES, flow("a", 1e9, AT), false);
        handler.read(Map.of(FLOWS, 11L));
        take(Topic.FLOW_STATES, flow("a", 2e9, AT + 1_000_000_000L), false);
        handler.read(Map.of(FLOWS, 12L));
        int each = buffer.waiting() / 2;

        handler.step(1);
        assertThat(handler.settled()).containsEntry(FLOWS, 10L);
        assertThat(buffer.take(each)).hasSize(each);
        handler.step(2);
        assertThat(handler.settled()).containsEntry(FLOWS, 10L);
        buffer.finished();
        handler.step(3);
        assertThat(handler.settled()).containsEntry(FLOWS, 11L);
    }

    @Test
    void aReplayWaitsRatherThanToLoseAnything() {
        SampleBuffer small = new SampleBuffer(1000);
        SampleHandler replay = new SampleHandler(
                small,
                RemoteWriteSettings.to(URI.create("http://127.0.0.1:1/")).withBounds(1000, 100, 100, 2),
                counters,
                false);
        for (int i = 0; i < 400; i++) {
            replay.take(new OutputRecord(
                    Topic.FLOW_STATES,
                    flow("a", 1e9, AT + i * 1_000_000L),
                    new ConsumerRecord<>("t", 0, i, new byte[0], new byte[0]),
                    false));
            if (replay.full()) {
                break;
            }
        }

        assertThat(replay.full()).isTrue();
        assertThat(small.takeLost()).isZero();
    }
}
