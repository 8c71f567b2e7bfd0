package io.stormglass.streams.remotewrite;

import java.util.List;
import java.util.Locale;

/** Every metric that is sent: name, labels besides {@code fabric} and {@code run_id}, and what it is. */
// A list of labels does not change, which the checker cannot know.
@SuppressWarnings("ImmutableEnumChecker")
public enum SampleMetric {
    /** Share paused. */
    PORT_PAUSED_RATIO(From.PORT, Of.DIRECTION, "Share of the state's window in which it was paused, 0 to 1."),
    /** Time paused. */
    PORT_PAUSED_SECONDS_TOTAL(From.PORT, Of.DIRECTION, "Time paused so far."),
    /** Pause frames. */
    PORT_PAUSE_FRAMES_TOTAL(From.PORT, Of.DIRECTION, "Pause frames so far."),
    /** Storm state. */
    PORT_STORM(From.PORT, Of.DIRECTION, "1 while a storm state is open, else 0."),
    /** Speed. */
    PORT_LINK_BITS_PER_SECOND(From.PORT, Of.PORT, "Speed of the link, where it is known."),
    /** Depth. */
    PORT_QUEUE_DEPTH_BYTES(From.PORT, Of.QUEUE, "Newest depth that the switch told."),
    /** Watermark. */
    PORT_QUEUE_WATERMARK_BYTES(From.PORT, Of.QUEUE, "Newest watermark as it was read."),
    /** Marked CE. */
    NIC_CE_RECEIVED_PER_SECOND(From.PORT, Of.PORT, "NIC: packets received with CE, over the newest refreshes."),
    /** CNPs sent. */
    NIC_CNPS_SENT_PER_SECOND(From.PORT, Of.PORT, "NIC: CNPs sent, over the newest refreshes."),
    /** CNPs handled. */
    NIC_CNPS_HANDLED_PER_SECOND(From.PORT, Of.PORT, "NIC: CNPs handled, over the newest refreshes."),
    /** CNPs ignored. */
    NIC_CNPS_IGNORED_PER_SECOND(From.PORT, Of.PORT, "NIC: CNPs ignored, over the newest refreshes."),
    /** Throughput. */
    NIC_SENT_BITS_PER_SECOND(From.PORT, Of.PORT, "NIC: bits sent, over the newest refreshes."),

    /** Throughput. */
    QUEUE_SENT_BITS_PER_SECOND(From.QUEUE, Of.PRIORITY, "Switch: bits sent, over the refreshes of the window."),
    /** Share marked. */
    QUEUE_MARKED_RATIO(From.QUEUE, Of.PRIORITY, "Switch: marked packets of all that were sent, 0 to 1."),
    /** Marks. */
    QUEUE_MARKED_PACKETS_PER_SECOND(From.QUEUE, Of.PRIORITY, "Switch: packets marked."),
    /** Drops. */
    QUEUE_DROPPED_PACKETS_PER_SECOND(From.QUEUE, Of.PRIORITY, "Switch: packets dropped, those of WRED among them."),
    /** Watermark. */
    QUEUE_WATERMARK_BYTES(From.QUEUE, Of.PRIORITY, "Switch: highest watermark that was read in the window."),
    /** Mean depth. */
    QUEUE_DEPTH_MEAN_BYTES(From.QUEUE, Of.PRIORITY, "Switch: mean depth while it was not paused."),
    /** Median. */
    QUEUE_DEPTH_P50_BYTES(From.QUEUE, Of.PRIORITY, "Switch: median depth while it was not paused."),
    /** 99th percentile. */
    QUEUE_DEPTH_P99_BYTES(From.QUEUE, Of.PRIORITY, "Switch: depth that 99 % do not exceed while it was not paused."),
    /** Paused. */
    QUEUE_PAUSED_RATIO(From.QUEUE, Of.PRIORITY, "Share of the window in which the queue was paused, 0 to 1."),
    /** Pauses others. */
    QUEUE_INGRESS_PAUSED_RATIO(
            From.QUEUE, Of.PRIORITY, "Share of port time in which peers of the device's other ports were paused."),
    /** Flows. */
    QUEUE_FLOWS(From.QUEUE, Of.PRIORITY, "Flows: those that sent something through it."),
    /** Long flows. */
    QUEUE_LONG_FLOWS(From.QUEUE, Of.PRIORITY, "Flows: mean number that sent at once and long enough to be slowed."),
    /** Throughput. */
    QUEUE_FLOW_BITS_PER_SECOND(From.QUEUE, Of.PRIORITY, "Flows: bits of all of them."),
    /** Marks. */
    QUEUE_FLOW_MARKED_RATIO(From.QUEUE, Of.PRIORITY, "Flows: packets with CE of all of them, 0 to 1."),
    /** CNPs. */
    QUEUE_CNPS_PER_SECOND(From.QUEUE, Of.PRIORITY, "Flows: CNPs that their senders got."),
    /** Base RTT. */
    QUEUE_BASE_RTT_SECONDS(From.QUEUE, Of.PRIORITY, "Flows: least round trip that a sender's side measured."),
    /** Kmin. */
    QUEUE_KMIN_BYTES(From.QUEUE, Of.PRIORITY, "Kmin that is set."),
    /** Kmax. */
    QUEUE_KMAX_BYTES(From.QUEUE, Of.PRIORITY, "Kmax that is set."),

    /** Observed. */
    FLOW_OBSERVED_BITS_PER_SECOND(From.FLOW, Of.FLOW, "Rate over the last observation interval."),
    /** Model. */
    FLOW_REFERENCE_BITS_PER_SECOND(From.FLOW, Of.FLOW, "Rc of the reference: what the sender may send at most."),
    /** Alpha. */
    FLOW_ALPHA(From.FLOW, Of.FLOW, "Alpha of the reference, 0 to 1."),
    /** Residual. */
    FLOW_RESIDUAL(From.FLOW, Of.FLOW, "Mean of |ln(observed / Rc)|; 0 is equal, 0.7 a factor of two."),
    /** RTT. */
    FLOW_RTT_SECONDS(From.FLOW, Of.FLOW, "Newest round trip."),
    /** RTprop. */
    FLOW_RTPROP_SECONDS(From.FLOW, Of.FLOW, "RTprop of BBR."),
    /** Bottleneck. */
    FLOW_BTLBW_BITS_PER_SECOND(From.FLOW, Of.FLOW, "BtlBw of BBR."),
    /** CE. */
    FLOW_MARKED_PACKETS_TOTAL(From.FLOW, Of.FLOW, "Data packets with CE so far."),
    /** CNPs. */
    FLOW_CNPS_TOTAL(From.FLOW, Of.FLOW, "CNPs so far."),

    /** Open incidents. */
    INCIDENTS_OPEN(From.INCIDENT, Of.SEVERITY, "Incidents that are open; all severities at each change of one."),

    /** Flows of a class. */
    CC_FLOWS(From.MODE, Of.CLASS, "Flows of the class; rack is empty for the whole fabric."),

    /** Kmin now. */
    ECN_CURRENT_KMIN_BYTES(From.ADVICE, Of.OBJECT, "Kmin now."),
    /** Kmax now. */
    ECN_CURRENT_KMAX_BYTES(From.ADVICE, Of.OBJECT, "Kmax now."),
    /** Pmax now. */
    ECN_CURRENT_MAX_MARK_PROBABILITY(From.ADVICE, Of.OBJECT, "Pmax now, 0 to 1."),
    /** Kmin to reach. */
    ECN_RECOMMENDED_KMIN_BYTES(From.ADVICE, Of.OBJECT, "Kmin where it should end."),
    /** Kmax to reach. */
    ECN_RECOMMENDED_KMAX_BYTES(From.ADVICE, Of.OBJECT, "Kmax where it should end."),
    /** Pmax to reach. */
    ECN_RECOMMENDED_MAX_MARK_PROBABILITY(From.ADVICE, Of.OBJECT, "Pmax where it should end, 0 to 1."),
    /** Cost now. */
    ECN_PREDICTED_COST_CURRENT(From.ADVICE, Of.OBJECT, "Cost that the model predicts as it is."),
    /** Cost of the target. */
    ECN_PREDICTED_COST_RECOMMENDED(From.ADVICE, Of.OBJECT, "Cost that the model predicts of what is recommended."),
    /** Cost of the step. */
    ECN_PREDICTED_COST_STEP(From.ADVICE, Of.OBJECT, "Cost that the model predicts of the next step."),
    /** Confidence. */
    ECN_CONFIDENCE(From.ADVICE, Of.OBJECT, "Confidence of the advice, 0 to 1."),
    /** Change advised. */
    ECN_ADVISED(From.ADVICE, Of.OBJECT, "1 where something is to be set, else 0.");

    private final String topic;
    private final List<String> labels;
    private final String about;

    SampleMetric(String topic, List<String> labels, String about) {
        this.topic = topic;
        this.labels = labels;
        this.about = about;
    }

    /** Name, as a receiver has it. */
    public String text() {
        return "stormglass_" + name().toLowerCase(Locale.ROOT);
    }

    /** Topic that it comes from, short name. */
    public String topic() {
        return topic;
    }

    /** Labels after {@code fabric} and {@code run_id}, in the order in which their values are given. */
    public List<String> labels() {
        return labels;
    }

    /** What it is, in one sentence. */
    public String about() {
        return about;
    }

    private static final class From {
        static final String PORT = "port-states";
        static final String QUEUE = "queue-loads";
        static final String FLOW = "flow-states";
        static final String INCIDENT = "storm-incidents";
        static final String MODE = "cc-modes";
        static final String ADVICE = "ecn-recommendations";

        private From() {}
    }

    private static final class Of {
        static final List<String> PORT = List.of("device", "port");
        static final List<String> DIRECTION = List.of("device", "port", "priority", "direction");
        static final List<String> QUEUE = List.of("device", "port", "priority", "queue");
        static final List<String> PRIORITY = List.of("device", "port", "priority");
        static final List<String> FLOW = List.of("flow");
        static final List<String> SEVERITY = List.of("severity");
        static final List<String> CLASS = List.of("rack", "class");
        static final List<String> OBJECT = List.of("device", "object");

        private Of() {}
    }
}
