package io.stormglass.streams.metrics;

import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.avro.StormIncident;
import io.stormglass.streams.view.Entry;
import io.stormglass.streams.view.Kind;
import io.stormglass.streams.view.View;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What a view knows of the fabric, and how it is itself. Of flows only those with the highest rates are told. */
public final class ViewMetrics implements MetricSource {
    /** Flows that are told one by one. */
    static final int TOP_FLOWS = 20;

    private static final double NANOS_PER_SECOND = 1e9;
    /** Prometheus wants base units. */
    private static final double BITS_PER_BYTE = 8;

    private static final String[] PRIORITY = {"fabric", "device", "port", "priority", "direction"};
    private static final String[] QUEUE = {"fabric", "device", "port", "priority", "queue"};
    private static final String[] FLOW = {"flow", "class"};

    private static final Family CAUGHT_UP =
            Family.gauge("view_caught_up", "1 once all that was there at the start has been read, else 0.");
    private static final Family READ = Family.counter("view_records", "Records of results that the view read.");
    private static final Family UNREADABLE =
            Family.counter("view_unreadable", "Records of results that the view could not read.");
    private static final Family EXPIRED =
            Family.counter("view_expired", "Ports and flows that the view forgot since nothing told of them any more.");
    private static final Family KEYS = Family.gauge("view_keys", "Keys that the view knows.", "kind");
    private static final Family HISTORY =
            Family.gauge("view_history_bytes", "Memory of what was before, about, bytes.", "kind");
    private static final Family SINCE = Family.gauge(
            "view_history_since_seconds", "Before this the view does not know everything, s since 1970.", "kind");
    private static final Family NEWEST =
            Family.gauge("view_newest_seconds", "Newest event time of a result, s since 1970; 0: none.", "kind");
    private static final Family EVENTS_LOST = Family.counter(
            "http_events_lost", "Changes that event streams were not told of since the client was too slow.");

    private static final Family INCIDENTS =
            Family.gauge("incidents", "Incidents that are known, by state and severity.", "state", "severity");
    private static final Family PAUSED = Family.gauge(
            "port_paused_ratio", "Share of the newest window in which a priority was paused, 0 to 1.", PRIORITY);
    private static final Family STORM =
            Family.gauge("port_storm", "1 while a storm state of a priority is open, else 0.", PRIORITY);
    private static final Family DEPTH =
            Family.gauge("queue_depth_bytes", "Depth of an egress queue as it was read last, bytes.", QUEUE);
    private static final Family WATERMARK =
            Family.gauge("queue_watermark_bytes", "Watermark of an egress queue as it was read last, bytes.", QUEUE);
    private static final Family OBSERVED = Family.gauge(
            "flow_observed_bytes_per_second", "Observed rate of the flows with the highest rates, byte/s.", FLOW);
    private static final Family REFERENCE = Family.gauge(
            "flow_reference_bytes_per_second", "What the reference model lets those flows send, byte/s.", FLOW);
    private static final Family FOLDED = Family.gauge(
            "flows_folded", "Flows that are told as a sum by class only, since others have higher rates.", "class");
    private static final Family FOLDED_RATE =
            Family.gauge("flows_folded_bytes_per_second", "Observed rate of those flows together, byte/s.", "class");

    private final View view;
    private final LongSupplier eventsLost;

    /** Metrics of a view and of who listens to it. */
    public ViewMetrics(View view, LongSupplier eventsLost) {
        this.view = view;
        this.eventsLost = eventsLost;
    }

    static List<Family> families() {
        return List.of(
                CAUGHT_UP,
                READ,
                UNREADABLE,
                EXPIRED,
                KEYS,
                HISTORY,
                SINCE,
                NEWEST,
                EVENTS_LOST,
                INCIDENTS,
                PAUSED,
                STORM,
                DEPTH,
                WATERMARK,
                OBSERVED,
                REFERENCE,
                FOLDED,
                FOLDED_RATE);
    }

    @Override
    public void collect(Samples samples) {
        samples.add(CAUGHT_UP, view.isCaughtUp() ? 1 : 0);
        samples.add(READ, view.counters().recordsRead());
        samples.add(UNREADABLE, view.counters().recordsUnreadable());
        samples.add(EXPIRED, view.counters().keysExpired());
        samples.add(EVENTS_LOST, eventsLost.getAsLong());
        for (Kind kind : Kind.values()) {
            samples.add(KEYS, view.size(kind), kind.text());
            samples.add(HISTORY, view.historyBytes(kind), kind.text());
            samples.add(SINCE, view.sinceNanos(kind) / NANOS_PER_SECOND, kind.text());
            samples.add(NEWEST, view.latestNanos(kind) / NANOS_PER_SECOND, kind.text());
        }
        incidents(samples);
        view.newest(Kind.PORTS).forEach(entry -> port(samples, (PortState) entry.value()));
        flows(samples);
    }

    private void incidents(Samples samples) {
        Map<List<String>, Integer> counts = new TreeMap<>(Comparator.comparing(List::toString));
        for (Entry entry : view.newest(Kind.INCIDENTS)) {
            StormIncident incident = (StormIncident) entry.value();
            counts.merge(List.of(word(incident.getState()), word(incident.getSeverity())), 1, Integer::sum);
        }
        counts.putIfAbsent(List.of(word(IncidentState.OPEN), "critical"), 0);
        counts.forEach((labels, count) -> samples.add(INCIDENTS, count, labels.toArray(String[]::new)));
    }

    private static void port(Samples samples, PortState port) {
        for (PriorityPauseState pause : port.getPauses()) {
            String[] labels = {
                port.getFabric(),
                port.getDevice(),
                port.getPort(),
                String.valueOf(pause.getPriority()),
                word(pause.getDirection())
            };
            samples.add(PAUSED, pause.getPausedRatio(), labels);
            samples.add(STORM, pause.getStorm() ? 1 : 0, labels);
        }
        for (QueueCongestionState queue : port.getQueues()) {
            String[] labels = {
                port.getFabric(),
                port.getDevice(),
                port.getPort(),
                String.valueOf(queue.getPriority()),
                String.valueOf(queue.getQueue())
            };
            if (queue.getDepthBytes() != null) {
                samples.add(DEPTH, queue.getDepthBytes(), labels);
            }
            if (queue.getWatermarkBytes() != null) {
                samples.add(WATERMARK, queue.getWatermarkBytes(), labels);
            }
        }
    }

    private void flows(Samples samples) {
        List<FlowState> flows = view.newest(Kind.FLOWS).stream()
                .map(entry -> (FlowState) entry.value())
                .sorted(Comparator.comparingDouble(FlowState::getObservedBitsPerSecond)
                        .reversed()
                        .thenComparing(FlowState::getFlow))
                .toList();
        int top = Math.min(TOP_FLOWS, flows.size());
        for (FlowState flow : flows.subList(0, top)) {
            samples.add(OBSERVED, flow.getObservedBitsPerSecond() / BITS_PER_BYTE, flow.getFlow(), flowClass(flow));
            Long reference = flow.getReferenceBitsPerSecond();
            if (reference != null) {
                samples.add(REFERENCE, reference / BITS_PER_BYTE, flow.getFlow(), flowClass(flow));
            }
        }
        Map<String, double[]> rest = new TreeMap<>();
        for (FlowState flow : flows.subList(top, flows.size())) {
            double[] sums = rest.computeIfAbsent(flowClass(flow), unused -> new double[2]);
            sums[0]++;
            sums[1] += flow.getObservedBitsPerSecond() / BITS_PER_BYTE;
        }
        rest.forEach((name, sums) -> {
            samples.add(FOLDED, sums[0], name);
            samples.add(FOLDED_RATE, sums[1], name);
        });
    }

    private static String flowClass(FlowState flow) {
        return flow.getClass$().isEmpty() ? "unknown" : flow.getClass$();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
