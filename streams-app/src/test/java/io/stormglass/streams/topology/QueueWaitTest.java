package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.QueueNews;
import io.stormglass.avro.QueueNewsKind;
import io.stormglass.avro.QueueSign;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredProgress;
import io.stormglass.streams.state.StoredSequence;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** States that wait for the ports, over stores that outlive the stage. */
class QueueWaitTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final FlowKey FLOW = FlowKey.roce("f", Transport.ROCEV2, "10.0.1.1", "10.0.2.1", 17);

    @TempDir
    private Path folder;

    @Test
    void whatWaitedWhenTheStageWasStartedAnewIsPublishedAgainAndTheEndFollows() {
        Run straight = new Run(folder.resolve("straight"), StreamsMode.REPLAY, 1, false);
        Run restarted = new Run(folder.resolve("restarted"), StreamsMode.REPLAY, 1, true);
        for (Run run : List.of(straight, restarted)) {
            run.flow(10);
            run.mark(RecordKind.TICK, 250);
            run.flow(260);
            run.mark(RecordKind.END, 500);
            assertThat(run.states()).isEmpty();
            run.links();
            run.sign(QueueSign.BELOW_KMIN, 300);
            run.progress(QueueNewsKind.WATERMARK, 0, 450);
            run.progress(QueueNewsKind.END, 0, 500);
        }
        assertThat(straight.states()).extracting(FlowState::getClass$).containsExactly("unknown", "not-congested");
        assertThat(restarted.states().getLast()).isEqualTo(straight.states().getLast());
        assertThat(straight.ends()).isEqualTo(1);
        assertThat(restarted.ends()).isEqualTo(1);
        // All is told: nothing is told again.
        restarted.progress(QueueNewsKind.WATERMARK, 0, 500);
        assertThat(restarted.ends()).isEqualTo(1);
    }

    @Test
    void liveAStateWaitsFiveSecondsAtMostForAPartitionThatIsStuck() {
        Run run = new Run(folder, StreamsMode.LIVE, 2, false);
        run.links();
        run.sign(QueueSign.BELOW_KMIN, 100);
        run.progress(QueueNewsKind.WATERMARK, 0, 10_000);
        run.progress(QueueNewsKind.WATERMARK, 1, 150);
        run.flow(90);
        run.flow(400);
        run.wallClock(300);
        run.wallClock(4900);
        assertThat(run.states()).extracting(FlowState::getEvidence).containsExactly("nothing seen");
        run.wallClock(5000);
        assertThat(run.states()).extracting(FlowState::getClass$).containsExactly("unknown", "not-congested");
        assertThat(run.stage.counters.get(Count.QUEUES_NOT_WAITED)).isEqualTo(1);
    }

    private static final class Run {
        private final StageFixture stage;
        private final AvroSerializer<FlowEvents> values;
        private final AvroSerializer<QueueNews> news;
        private final boolean restarts;
        private FlowProcessor processor;
        private long sequence;
        private long order;

        Run(Path folder, StreamsMode mode, int portPartitions, boolean restarts) {
            stage = new StageFixture(folder, Topic.FLOW_EVENTS, mode, portPartitions);
            this.restarts = restarts;
            values = new AvroSerializer<>(FlowEvents.class, stage.ids.id(Topic.FLOW_EVENTS));
            news = new AvroSerializer<>(QueueNews.class, stage.ids.id(Topic.QUEUE_SIGNS));
            stage.store(
                    Nodes.FLOW_SEQUENCES_STORE,
                    StoreSerde.of(StoredSequence.getEncoder(), StoredSequence.getDecoder()));
            stage.store(
                    Nodes.FLOW_PROGRESS_STORE, StoreSerde.of(StoredProgress.getEncoder(), StoredProgress.getDecoder()));
            stage.store(Nodes.FLOW_COUNTERS_STORE, StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder()));
            stage.store(Nodes.FLOW_HELD_STORE, Serdes.ByteArray());
            stage.queueStores();
            processor = started();
        }

        private FlowProcessor started() {
            FlowProcessor started = new FlowProcessor(stage.inputs);
            started.init(stage.context);
            return started;
        }

        private void process(Topic topic, byte[] value, long millis) {
            stage.context.setRecordMetadata(stage.naming.topic(topic), 0, 0);
            processor.process(new Record<>(Harness.bytes("key"), value, T0 / MS + millis));
            if (restarts) {
                processor = started();
            }
        }

        void flow(long millis) {
            long at = T0 + millis * MS;
            FlowBatch batch = SyntheticFlow.seenAtSender(
                    SyntheticFlow.header("agent", ObserverRole.CAPTURE, Scope.FLOW, sequence++),
                    FLOW,
                    List.of(
                            new FlowEvent(FlowEventKind.SENT, at, 1, 4096, 0, 0),
                            new FlowEvent(FlowEventKind.RTT_SAMPLE, at, 1, 4096, 12_000, 0)));
            process(Topic.FLOW_EVENTS, bytes(batch), millis);
        }

        void mark(RecordKind kind, long millis) {
            BatchHeader header = new BatchHeader(
                    kind,
                    "f",
                    "test",
                    "agent",
                    1,
                    sequence++,
                    ObserverRole.CAPTURE,
                    Scope.FLOW,
                    1,
                    false,
                    T0 + millis * MS,
                    null,
                    1.0);
            process(Topic.FLOW_EVENTS, bytes(Harness.withoutEvents(header)), millis);
        }

        private byte[] bytes(FlowBatch batch) {
            return Objects.requireNonNull(values.serialize("t", EventCodec.toAvro(batch)));
        }

        void links() {
            link("e1", "10.0.1.1");
            link("e2", "10.0.2.1");
        }

        private void link(String port, String address) {
            LinkFacts facts = Harness.hostLink("h", 0, List.of(address));
            QueueNews told = of(QueueNewsKind.LINK, port, 0);
            told.setLink(EventCodec.toAvro(facts));
            tell(told);
        }

        void sign(QueueSign sign, long millis) {
            QueueNews told = of(QueueNewsKind.SIGN, "e2", millis);
            told.setPriority(3);
            told.setQueue(3);
            told.setSign(sign);
            told.setFromNanos(T0);
            told.setUntilNanos(T0 + millis * MS);
            tell(told);
        }

        void progress(QueueNewsKind kind, int partition, long millis) {
            QueueNews told = of(kind, "", millis);
            told.setPartition(partition);
            tell(told);
        }

        private QueueNews of(QueueNewsKind kind, String port, long millis) {
            QueueNews told = QueueNews.newBuilder().build();
            told.setKind(kind);
            told.setAtNanos(T0 + millis * MS);
            told.setFabric("f");
            told.setDevice("leaf1");
            told.setPort(port);
            told.setOrder(order++);
            return told;
        }

        private void tell(QueueNews told) {
            byte[] value = Objects.requireNonNull(news.serialize("t", told));
            process(Topic.QUEUE_SIGNS, value, (told.getAtNanos() - T0) / MS);
        }

        /** LIVE: a look at the clock, so long after the start. */
        void wallClock(long millis) {
            long wallMillis = T0 / MS + millis;
            stage.context.setCurrentSystemTimeMs(wallMillis);
            stage.context.scheduledPunctuators().getFirst().getPunctuator().punctuate(wallMillis);
        }

        List<FlowState> states() {
            AvroDeserializer<FlowState> reader = new AvroDeserializer<>(FlowState.class, stage.registry);
            return stage.context.forwarded(Nodes.FLOW_STATES).stream()
                    .filter(forward -> forward.record().value() != null)
                    .map(forward -> Objects.requireNonNull(
                            reader.deserialize("t", forward.record().value())))
                    .toList();
        }

        long ends() {
            return stage.context.forwarded(Nodes.FLOW_STATES).stream()
                    .filter(forward -> forward.record().value() == null)
                    .count();
        }
    }
}
