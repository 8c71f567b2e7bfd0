package io.stormglass.streams.remotewrite;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.output.OutputHandler;
import io.stormglass.streams.output.OutputRecord;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;

/** Makes samples of records and puts them into the buffer; knows which offsets have been dealt with. */
final class SampleHandler implements OutputHandler, SampleTarget {
    private final SampleBuffer buffer;
    private final SinkCounters counters;
    private final SeriesTable table;
    private final FlowSelection flows;
    private final OpenIncidents incidents = new OpenIncidents();
    private final TopicSamples samples = new TopicSamples(this);
    private final Map<TopicPartition, ArrayDeque<Mark>> marks = new HashMap<>();
    private final Map<TopicPartition, Long> settled = new HashMap<>();
    private final long waitsAbove;
    private boolean isFolded;
    private long nowMillis;

    /** All samples of the records before the offset come before this one. */
    private record Mark(long sample, long offset) {}

    /**
     * A handler.
     *
     * @param isLive false: rather than to lose anything, reading waits
     */
    SampleHandler(SampleBuffer buffer, RemoteWriteSettings settings, SinkCounters counters, boolean isLive) {
        this.buffer = buffer;
        this.counters = counters;
        table = new SeriesTable(settings.maxSeries());
        flows = new FlowSelection(settings.topFlows());
        waitsAbove = isLive ? Long.MAX_VALUE : settings.bufferSamples() / 2;
    }

    @Override
    public void begin(Topic topic, TopicPartition partition, long from) {
        if (topic == Topic.STORM_INCIDENTS) {
            incidents.clear();
        }
        marks.put(partition, new ArrayDeque<>());
        settled.put(partition, from);
    }

    @Override
    public void take(OutputRecord record) {
        SpecificRecord value = record.value();
        if (value == null) {
            if (record.topic() == Topic.STORM_INCIDENTS && record.raw().key() != null) {
                incidents.forget(new String(record.raw().key(), StandardCharsets.UTF_8));
            }
            return;
        }
        switch (value) {
            case PortState state -> samples.port(state);
            case QueueLoad load -> samples.queue(load);
            case FlowState state -> flow(state);
            case CcMode mode -> samples.mode(mode);
            case EcnRecommendation advice -> samples.advice(advice);
            case StormIncident incident -> incident(incident, record.again());
            default ->
                throw new IllegalArgumentException(
                        "no samples of " + value.getSchema().getName());
        }
    }

    private void flow(FlowState state) {
        // Those beyond the bound are still counted one by one.
        isFolded =
                !flows.takes(state.getFabric(), state.getFlow(), state.getObservedBitsPerSecond(), state.getAtNanos());
        samples.flow(state);
        isFolded = false;
    }

    private void incident(StormIncident incident, boolean again) {
        SortedMap<String, Integer> open = incidents.take(incident);
        if (!again) {
            samples.incidents(incident.getChangedNanos(), incident.getFabric(), incident.getRunId(), open);
        }
    }

    @Override
    public void add(SampleMetric metric, List<String> labels, long atNanos, double value) {
        Series series = isFolded ? null : table.find(metric, labels, nowMillis);
        if (series == null) {
            counters.add(Count.FOLDED, 1);
            return;
        }
        buffer.add(series, TimeUnit.NANOSECONDS.toMillis(atNanos), value);
    }

    @Override
    public void read(Map<TopicPartition, Long> next) {
        long sample = buffer.next();
        next.forEach((partition, offset) -> {
            ArrayDeque<Mark> mine = marks.get(partition);
            if (mine == null) {
                return;
            }
            Mark last = mine.peekLast();
            long known = last == null ? settled.getOrDefault(partition, 0L) : last.offset();
            if (offset > known) {
                mine.addLast(new Mark(sample, offset));
            }
        });
    }

    @Override
    public void step(long now) {
        nowMillis = now;
        long done = buffer.settled();
        marks.forEach((partition, mine) -> {
            for (Mark mark = mine.peekFirst(); mark != null && mark.sample() <= done; mark = mine.peekFirst()) {
                settled.put(partition, mark.offset());
                mine.removeFirst();
            }
        });
    }

    @Override
    public boolean full() {
        return buffer.waiting() > waitsAbove;
    }

    @Override
    public Map<TopicPartition, Long> settled() {
        return settled;
    }

    @Override
    public void missed(long records) {
        counters.add(Count.LOST, records);
    }

    @Override
    public void unreadable() {
        counters.add(Count.UNREADABLE, 1);
    }
}
