package io.stormglass.streams.topology;

import io.stormglass.schemas.Reason;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsCounters.Count;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/** Counters of one processor: the process's sums and Kafka metrics per task. */
final class Counts {
    private final StreamsCounters counters;
    private final Map<Count, Sensor> sensors = new EnumMap<>(Count.class);

    Counts(StreamsCounters counters, ProcessorContext<byte[], byte[]> context, String processor) {
        this.counters = counters;
        for (Count count : Count.values()) {
            sensors.put(
                    count,
                    context.metrics()
                            .addRateTotalSensor(
                                    processor,
                                    context.taskId().toString(),
                                    count.text(),
                                    Sensor.RecordingLevel.INFO,
                                    "task-id",
                                    context.taskId().toString()));
        }
    }

    void add(Count count, long amount) {
        if (amount == 0) {
            return;
        }
        counters.add(count, amount);
        Sensor sensor = sensors.get(count);
        if (sensor != null) {
            sensor.record((double) amount);
        }
    }

    /** A record became a dead letter. */
    void refused(Reason reason) {
        counters.refused(reason);
    }
}
