package io.stormglass.streams.topology;

import io.stormglass.avro.PortTransition;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.quality.Arrival;
import io.stormglass.models.quality.PartitionTelemetry;
import io.stormglass.models.quality.PortReport;
import io.stormglass.models.quality.TelemetryNews;
import io.stormglass.models.quality.TelemetryView;
import io.stormglass.models.quality.TrackState;
import io.stormglass.models.time.SequenceWindow;
import io.stormglass.streams.state.StoredTelemetry;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Who is heard in one partition of port events, and what of it the fabric stage has to know. */
final class PortTelemetry {
    private final String runId;
    private final int partition;
    private final KeyValueStore<String, StoredTelemetry> tracks;
    private final KeyValueStore<String, PortTransition> told;
    private final PartitionTelemetry telemetry;
    private long watermarkNanos;

    /** Continues from the stores; the watermark is the stored one, 0 before the first. */
    PortTelemetry(TopologyInputs inputs, ProcessorContext<byte[], byte[]> context, long watermarkNanos) {
        runId = inputs.naming().runId();
        telemetry = new PartitionTelemetry(inputs.limits().quality());
        this.watermarkNanos = watermarkNanos;
        partition = context.taskId().partition();
        tracks = context.getStateStore(Nodes.PORT_TELEMETRY_STORE);
        told = context.getStateStore(Nodes.PORT_TELEMETRY_TOLD_STORE);
        try (KeyValueIterator<String, StoredTelemetry> all = tracks.all()) {
            all.forEachRemaining(entry -> telemetry.restore(Telemetry.track(entry.value)));
        }
        try (KeyValueIterator<String, PortTransition> all = told.all()) {
            all.forEachRemaining(entry -> telemetry.restoreTold(Telemetry.news(entry.value)));
        }
    }

    void arrived(PortBatch batch, SequenceWindow.Step step) {
        List<PortEvent> events = batch.events();
        long recordNanos = events.isEmpty()
                ? batch.header().watermarkNanos()
                : events.getLast().timeNanos();
        Arrival arrival = new Arrival(
                batch.header(),
                batch.port(),
                events,
                step.verdict(),
                step.gaps(),
                step.next().openHoles(),
                recordNanos);
        telemetry.arrived(arrival, watermarkNanos, Progress.clockOff(batch.header()));
        keep();
    }

    private void keep() {
        for (TrackState state : telemetry.takeForgotten()) {
            tracks.delete(Telemetry.key(state));
        }
        for (TrackState state : telemetry.takeChanged()) {
            tracks.put(Telemetry.key(state), Telemetry.stored(state));
        }
    }

    /** What the telemetry of a port is like at a time. */
    List<PortReport> of(PortKey port, long atNanos) {
        return telemetry.of(port, atNanos);
    }

    /** Ports whose telemetry has another state than when this was asked last. */
    List<PortKey> turned(long atNanos) {
        return telemetry.turned(atNanos);
    }

    /** What has to be told, now that the watermark is there. */
    List<PortTransition> advance(long toNanos) {
        List<TelemetryNews> news = telemetry.advance(watermarkNanos, toNanos);
        watermarkNanos = Math.max(watermarkNanos, toNanos);
        return transitions(news);
    }

    /** What has to be told at last. */
    List<PortTransition> end(long atNanos) {
        List<PortTransition> transitions = new ArrayList<>(advance(atNanos));
        transitions.addAll(transitions(telemetry.end(atNanos)));
        return transitions;
    }

    private List<PortTransition> transitions(List<TelemetryNews> news) {
        keep();
        List<PortTransition> transitions = new ArrayList<>();
        for (TelemetryNews each : news) {
            PortTransition transition = Telemetry.transition(each, runId, partition);
            if (each.view().voice() == TelemetryView.Voice.GONE) {
                told.delete(each.entity().key());
            } else {
                told.put(each.entity().key(), transition);
            }
            transitions.add(transition);
        }
        return transitions;
    }
}
