package io.stormglass.streams.view;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.avro.PortState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.schemas.topics.Topic;
import java.time.Duration;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** What is known, by kind; each is one topic. */
public enum Kind {
    /** Storms. */
    INCIDENTS("incidents", Topic.STORM_INCIDENTS, StormIncident.class, 0.1, 0),
    /** ECN advice. */
    RECOMMENDATIONS("recommendations", Topic.ECN_RECOMMENDATIONS, EcnRecommendation.class, 0.05, 0),
    /** Pause and queue state of ports. */
    PORTS("ports", Topic.PORT_STATES, PortState.class, 0.45, 1),
    /** Links. */
    LINKS("links", Topic.FABRIC_LINKS, FabricLink.class, 0.05, 0),
    /** Flows, as far as their states are published. */
    FLOWS("flows", Topic.FLOW_STATES, FlowState.class, 0.25, 1),
    /** Findings of configuration and silence. */
    FINDINGS("findings", Topic.FINDINGS, Finding.class, 0.02, 0),
    /** How well agents and devices are heard. */
    QUALITY("quality", Topic.TELEMETRY_QUALITY, TelemetryQuality.class, 0.04, 0),
    /** Planned work. */
    MAINTENANCE("maintenance", Topic.MAINTENANCE, MaintenanceWindow.class, 0.02, 0),
    /** Congestion control by rack. */
    MODES("modes", Topic.CC_MODES, CcMode.class, 0.02, 0);

    private final String text;
    private final Topic topic;
    private final Class<? extends SpecificRecord> type;
    private final double share;
    private final int stepSeconds;

    Kind(String text, Topic topic, Class<? extends SpecificRecord> type, double share, int stepSeconds) {
        this.text = text;
        this.topic = topic;
        this.type = type;
        this.share = share;
        this.stepSeconds = stepSeconds;
    }

    /** Word in paths and metrics. */
    public String text() {
        return text;
    }

    /** Where it is from. */
    public Topic topic() {
        return topic;
    }

    /** Class of the values. */
    public Class<? extends SpecificRecord> type() {
        return type;
    }

    /** Schema of the values. */
    public Schema schema() {
        return SpecificData.get().getSchema(type);
    }

    /** Share of the memory for what was before. */
    double share() {
        return share;
    }

    /** Of versions within so much event time only the last is kept; 0: all. */
    Duration step() {
        return Duration.ofSeconds(stepSeconds);
    }

    /** True where a key that is told no more is forgotten: its topic forgets as well. */
    boolean expires() {
        return topic.cleanup() == Topic.Cleanup.DELETE;
    }
}
