package io.stormglass.streams.remotewrite;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.CcModeShare;
import io.stormglass.avro.EcnAdviceStatus;
import io.stormglass.avro.EcnPrediction;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.EcnThresholds;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.NicCongestionState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.QueueLoadCounters;
import io.stormglass.avro.QueueLoadFlows;
import io.stormglass.avro.QueueLoadSettings;
import io.stormglass.models.shadow.FlowClass;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What each record of an output topic says, as samples. What is not known makes no sample. */
final class TopicSamples {
    private static final double NANOS = 1e9;
    private static final double BITS = 8;

    private final SampleTarget target;

    TopicSamples(SampleTarget target) {
        this.target = target;
    }

    void port(PortState state) {
        Row row = new Row(state.getAtNanos(), state.getFabric(), state.getRunId(), state.getDevice(), state.getPort());
        for (PriorityPauseState pause : state.getPauses()) {
            Row one = row.with(
                    String.valueOf(pause.getPriority()),
                    pause.getDirection().name().toLowerCase(Locale.ROOT));
            one.add(SampleMetric.PORT_PAUSED_RATIO, pause.getPausedRatio());
            one.add(SampleMetric.PORT_PAUSED_SECONDS_TOTAL, pause.getPausedNanos() / NANOS);
            one.add(SampleMetric.PORT_PAUSE_FRAMES_TOTAL, pause.getFrames());
            one.add(SampleMetric.PORT_STORM, pause.getStorm() ? 1 : 0);
        }
        if (state.getLinkBitsPerSecond() > 0) {
            row.add(SampleMetric.PORT_LINK_BITS_PER_SECOND, state.getLinkBitsPerSecond());
        }
        for (QueueCongestionState queue : state.getQueues()) {
            Row one = row.with(String.valueOf(queue.getPriority()), String.valueOf(queue.getQueue()));
            one.add(SampleMetric.PORT_QUEUE_DEPTH_BYTES, queue.getDepthBytes());
            one.add(SampleMetric.PORT_QUEUE_WATERMARK_BYTES, queue.getWatermarkBytes());
        }
        NicCongestionState nic = state.getNic();
        if (nic != null) {
            double seconds = nic.getCoveredNanos() / NANOS;
            row.addRate(SampleMetric.NIC_CE_RECEIVED_PER_SECOND, nic.getCeReceived(), 1, seconds);
            row.addRate(SampleMetric.NIC_CNPS_SENT_PER_SECOND, nic.getCnpSent(), 1, seconds);
            row.addRate(SampleMetric.NIC_CNPS_HANDLED_PER_SECOND, nic.getCnpHandled(), 1, seconds);
            row.addRate(SampleMetric.NIC_CNPS_IGNORED_PER_SECOND, nic.getCnpIgnored(), 1, seconds);
            row.addRate(SampleMetric.NIC_SENT_BITS_PER_SECOND, nic.getSentBytes(), BITS, seconds);
        }
    }

    void queue(QueueLoad load) {
        Row row = new Row(
                load.getToNanos(),
                load.getFabric(),
                load.getRunId(),
                load.getDevice(),
                load.getPort(),
                String.valueOf(load.getPriority()));
        double windowSeconds = (load.getToNanos() - load.getFromNanos()) / NANOS;
        QueueLoadCounters counters = load.getCounters();
        if (counters != null) {
            counters(row, counters, windowSeconds);
        }
        QueueLoadFlows flows = load.getFlows();
        if (flows != null) {
            flows(row, flows, windowSeconds);
        }
        QueueLoadSettings settings = load.getSettings();
        if (settings != null && settings.getEcn() != null) {
            row.add(SampleMetric.QUEUE_KMIN_BYTES, settings.getEcn().getKminBytes());
            row.add(SampleMetric.QUEUE_KMAX_BYTES, settings.getEcn().getKmaxBytes());
        }
    }

    private static void counters(Row row, QueueLoadCounters counters, double windowSeconds) {
        double seconds = counters.getCoveredNanos() / NANOS;
        row.addRate(SampleMetric.QUEUE_SENT_BITS_PER_SECOND, counters.getSentBytes(), BITS, seconds);
        row.addRate(SampleMetric.QUEUE_MARKED_PACKETS_PER_SECOND, counters.getMarked(), 1, seconds);
        row.addRate(SampleMetric.QUEUE_DROPPED_PACKETS_PER_SECOND, counters.getDropped(), 1, seconds);
        Long sent = counters.getSentPackets();
        row.addRate(SampleMetric.QUEUE_MARKED_RATIO, counters.getMarked(), 1, sent == null ? 0 : (double) sent);
        row.add(SampleMetric.QUEUE_WATERMARK_BYTES, counters.getWatermarkBytes());
        if (counters.getDepthCount() > 0) {
            row.add(SampleMetric.QUEUE_DEPTH_MEAN_BYTES, counters.getDepthMeanBytes());
            row.add(SampleMetric.QUEUE_DEPTH_P50_BYTES, counters.getDepthP50Bytes());
            row.add(SampleMetric.QUEUE_DEPTH_P99_BYTES, counters.getDepthP99Bytes());
        }
        row.addRate(SampleMetric.QUEUE_PAUSED_RATIO, counters.getPausedNanos(), 1 / NANOS, windowSeconds);
        row.addRate(SampleMetric.QUEUE_INGRESS_PAUSED_RATIO, counters.getIngressPausedNanos(), 1, (double)
                counters.getIngressCoveredNanos());
    }

    private static void flows(Row row, QueueLoadFlows flows, double windowSeconds) {
        row.add(SampleMetric.QUEUE_FLOWS, flows.getFlows());
        row.add(SampleMetric.QUEUE_LONG_FLOWS, flows.getLongFlows());
        row.addRate(SampleMetric.QUEUE_FLOW_BITS_PER_SECOND, flows.getSentBytes(), BITS, windowSeconds);
        row.addRate(SampleMetric.QUEUE_FLOW_MARKED_RATIO, flows.getMarked(), 1, (double) flows.getSentPackets());
        row.addRate(SampleMetric.QUEUE_CNPS_PER_SECOND, flows.getCnps(), 1, windowSeconds);
        row.addRate(SampleMetric.QUEUE_BASE_RTT_SECONDS, flows.getBaseRttNanos(), 1, NANOS);
    }

    void flow(FlowState state) {
        Row row = new Row(state.getAtNanos(), state.getFabric(), state.getRunId(), state.getFlow());
        row.add(SampleMetric.FLOW_OBSERVED_BITS_PER_SECOND, state.getObservedBitsPerSecond());
        row.add(SampleMetric.FLOW_REFERENCE_BITS_PER_SECOND, state.getReferenceBitsPerSecond());
        row.add(SampleMetric.FLOW_ALPHA, state.getAlpha());
        row.add(SampleMetric.FLOW_RESIDUAL, state.getResidual());
        row.addRate(SampleMetric.FLOW_RTT_SECONDS, state.getRttLastNanos(), 1, NANOS);
        row.addRate(SampleMetric.FLOW_RTPROP_SECONDS, state.getRtPropNanos(), 1, NANOS);
        row.add(SampleMetric.FLOW_BTLBW_BITS_PER_SECOND, state.getBtlBwBitsPerSecond());
        row.add(SampleMetric.FLOW_MARKED_PACKETS_TOTAL, state.getCe());
        row.add(SampleMetric.FLOW_CNPS_TOTAL, state.getCnp());
    }

    void mode(CcMode mode) {
        Map<String, Long> flows = new TreeMap<>();
        for (CcModeShare share : mode.getClasses()) {
            flows.put(share.getClass$(), share.getFlows());
        }
        for (FlowClass known : FlowClass.values()) {
            flows.putIfAbsent(known.text(), 0L);
        }
        flows.forEach(
                (name, count) -> new Row(mode.getAtNanos(), mode.getFabric(), mode.getRunId(), mode.getRack(), name)
                        .add(SampleMetric.CC_FLOWS, count));
    }

    void advice(EcnRecommendation advice) {
        Row row = new Row(
                advice.getAtNanos(), advice.getFabric(), advice.getRunId(), advice.getDevice(), advice.getObject());
        EcnThresholds current = advice.getCurrent();
        if (current != null) {
            row.add(SampleMetric.ECN_CURRENT_KMIN_BYTES, current.getKminBytes());
            row.add(SampleMetric.ECN_CURRENT_KMAX_BYTES, current.getKmaxBytes());
            row.add(SampleMetric.ECN_CURRENT_MAX_MARK_PROBABILITY, current.getMaxMarkProbability());
        }
        EcnThresholds recommended = advice.getRecommended();
        if (recommended != null) {
            row.add(SampleMetric.ECN_RECOMMENDED_KMIN_BYTES, recommended.getKminBytes());
            row.add(SampleMetric.ECN_RECOMMENDED_KMAX_BYTES, recommended.getKmaxBytes());
            row.add(SampleMetric.ECN_RECOMMENDED_MAX_MARK_PROBABILITY, recommended.getMaxMarkProbability());
        }
        EcnPrediction prediction = advice.getPrediction();
        if (prediction != null) {
            row.add(
                    SampleMetric.ECN_PREDICTED_COST_CURRENT,
                    prediction.getCurrent().getMean());
            row.add(
                    SampleMetric.ECN_PREDICTED_COST_RECOMMENDED,
                    prediction.getTarget().getMean());
            row.add(SampleMetric.ECN_PREDICTED_COST_STEP, prediction.getStep().getMean());
        }
        row.add(SampleMetric.ECN_CONFIDENCE, advice.getConfidence());
        boolean isAdvised =
                advice.getStatus() == EcnAdviceStatus.CHANGE || advice.getStatus() == EcnAdviceStatus.ROLL_BACK;
        row.add(SampleMetric.ECN_ADVISED, isAdvised ? 1 : 0);
    }

    void incidents(long atNanos, String fabric, String run, Map<String, Integer> openBySeverity) {
        openBySeverity.forEach(
                (severity, count) -> new Row(atNanos, fabric, run, severity).add(SampleMetric.INCIDENTS_OPEN, count));
    }

    /** Samples of one time with the same values of labels. */
    private final class Row {
        private final long atNanos;
        private final List<String> labels;

        Row(long atNanos, String... labels) {
            this.atNanos = atNanos;
            this.labels = List.of(labels);
        }

        Row with(String first, String second) {
            String[] all = labels.toArray(new String[labels.size() + 2]);
            all[labels.size()] = first;
            all[labels.size() + 1] = second;
            return new Row(atNanos, all);
        }

        void add(SampleMetric metric, @Nullable Number value) {
            if (value != null && Double.isFinite(value.doubleValue())) {
                target.add(metric, labels, atNanos, value.doubleValue());
            }
        }

        /** Value times factor by a divisor; nothing where it is not known or the divisor is no positive number. */
        void addRate(SampleMetric metric, @Nullable Long value, double factor, double divisor) {
            if (value != null && divisor > 0) {
                add(metric, value * factor / divisor);
            }
        }
    }
}
