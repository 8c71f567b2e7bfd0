package io.stormglass.schemas.topics;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.avro.PortEvents;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.QueueNews;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Every topic. */
// A Schema cannot change once its fields are set, which the checker cannot know.
@SuppressWarnings("ImmutableEnumChecker")
public enum Topic {
    /** Observations of flows. */
    FLOW_EVENTS(
            new Text(
                    "flow-events",
                    "flow: `fabric|srcIp|dstIp|dstQp` (RoCEv2), `fabric|[srcIp]:srcPort|[dstIp]:dstPort` (TCP)",
                    "What agents saw of flows: bytes, ECN marks, CNPs, round-trip times, retransmissions."),
            FlowEvents.getClassSchema(),
            Cleanup.DELETE,
            8,
            new Limits(Duration.ofDays(1), Sizes.GIB, Sizes.GIB)),
    /** Observations of ports. */
    PORT_EVENTS(
            new Text(
                    "port-events",
                    "port: `fabric/device/port`",
                    "What agents saw of ports: pauses, queues, congestion and error counters, link facts."),
            PortEvents.getClassSchema(),
            Cleanup.DELETE,
            8,
            new Limits(Duration.ofDays(1), Sizes.GIB, Sizes.GIB)),
    /** Internal: what provisional flows hand over; partitioned as {@link #FLOW_EVENTS}. */
    FLOW_MERGES(
            new Text(
                    "flow-merges",
                    "flow, as in `flow-events`",
                    "Internal: what a provisional flow hands over to the flow that it turned out to be; values as the store holds them."),
            null,
            Cleanup.DELETE,
            8,
            new Limits(Duration.ofDays(1), Sizes.GIB / 4, Sizes.GIB / 4)),
    /** Links, an output of {@code port-states}. */
    FABRIC_LINKS(
            new Text(
                    "fabric-links",
                    "port: `fabric/device/port`",
                    "The newest link facts of each port: peer, attached addresses, speed, role."),
            FabricLink.getClassSchema(),
            Cleanup.COMPACT,
            4,
            Limits.NONE),
    /** Model beside observation, per flow. */
    FLOW_STATES(
            new Text(
                    "flow-states",
                    "flow, as in `flow-events`",
                    "State of each flow: the model beside what was observed."),
            FlowState.getClassSchema(),
            Cleanup.DELETE,
            8,
            new Limits(Duration.ofDays(3), Sizes.GIB, Sizes.GIB / 2)),
    /** Pause and queue state, per port. */
    PORT_STATES(
            new Text(
                    "port-states",
                    "port: `fabric/device/port`",
                    "Pause state of each port, per priority and direction."),
            PortState.getClassSchema(),
            Cleanup.DELETE,
            8,
            new Limits(Duration.ofDays(3), Sizes.GIB, Sizes.GIB / 2)),
    /** Internal: what the per-port stage tells the per-fabric stage. */
    PORT_TRANSITIONS(
            new Text(
                    "port-transitions",
                    "fabric",
                    "Internal: storm states that opened and cleared, links, and how far each input partition has come."),
            PortTransition.getClassSchema(),
            Cleanup.DELETE,
            4,
            new Limits(Duration.ofDays(1), Sizes.GIB / 2, Sizes.GIB / 2)),
    /** Internal: what the per-flow stage tells the per-fabric stage; as many partitions as {@link #PORT_TRANSITIONS}. */
    FLOW_CLASSES(
            new Text(
                    "flow-classes",
                    "fabric",
                    "Internal: classes of flows that changed, flows that are gone, and how far each input partition has come."),
            FlowClassChange.getClassSchema(),
            Cleanup.DELETE,
            4,
            new Limits(Duration.ofDays(1), Sizes.GIB / 2, Sizes.GIB / 2)),
    /** Internal: what the per-port stage tells the per-flow stage; every record in every partition, as many as {@link #FLOW_EVENTS}. */
    QUEUE_SIGNS(
            new Text(
                    "queue-signs",
                    "port: `fabric/device/port`; each record is in every partition",
                    "Internal: signs of queues that changed, links, and how far each input partition has come."),
            QueueNews.getClassSchema(),
            Cleanup.DELETE,
            8,
            new Limits(Duration.ofDays(1), Sizes.GIB / 4, Sizes.GIB / 4)),
    /** Internal: what the per-port and the per-flow stage measured of queues. */
    QUEUE_MEASURES(
            new Text(
                    "queue-measures",
                    "device: `fabric/device`",
                    "Internal: counters, pauses and flows of queues by windows of 1 s, and how far each input partition has come; values as the store holds them."),
            null,
            Cleanup.DELETE,
            4,
            new Limits(Duration.ofDays(1), Sizes.GIB / 2, Sizes.GIB / 2)),
    /** Measured inputs of ECN advice, per queue. */
    QUEUE_LOADS(
            new Text(
                    "queue-loads",
                    "queue: `fabric/device/port/priority`",
                    "What each egress queue went through in the newest window of 1 s: traffic, depth, marks, pauses, and what it is set to."),
            QueueLoad.getClassSchema(),
            Cleanup.COMPACT,
            4,
            Limits.NONE),
    /** Congestion control by rack. */
    CC_MODES(
            new Text(
                    "cc-modes",
                    "rack: `fabric/rack`, `fabric/` for the whole fabric",
                    "How the flows of each rack and of the fabric deal with congestion: flows and share per class."),
            CcMode.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** Storms. */
    STORM_INCIDENTS(
            new Text(
                    "storm-incidents",
                    "incident id",
                    "One PFC storm, whole, at each change: opened, spread, resolved."),
            StormIncident.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** ECN advice. */
    ECN_RECOMMENDATIONS(
            new Text(
                    "ecn-recommendations",
                    "advice object: `fabric/device/object`",
                    "Current and recommended ECN thresholds with evidence, predicted effect, commands and the way back."),
            EcnRecommendation.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** What is known of devices, ports and hosts. */
    INVENTORY(
            new Text(
                    "inventory",
                    "entity: `fabric/kind/name`, kind is `fabric`, `device`, `port` or `job`",
                    "What people know of fabrics, devices, ports and jobs: cluster, rack, owner, tenant, hosts of a job."),
            InventoryEntity.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** Planned work. */
    MAINTENANCE(
            new Text(
                    "maintenance",
                    "window: `fabric/window id`",
                    "Planned work: what starts inside is recorded and pages only if it outlives the window."),
            MaintenanceWindow.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** Configuration and consistency findings. */
    FINDINGS(
            new Text(
                    "findings",
                    "finding id",
                    "Configuration and consistency findings with evidence, since when, and cleared."),
            Finding.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** Who is heard, and how well. */
    TELEMETRY_QUALITY(
            new Text(
                    "telemetry-quality",
                    "agent or device: `fabric/agent/id`, `fabric/device/name`",
                    "How good the telemetry of each agent and device is: silent, stalled, clock off; losses, repeats, resets, refresh."),
            TelemetryQuality.getClassSchema(),
            Cleanup.COMPACT,
            1,
            Limits.NONE),
    /** What could not be read. */
    DEAD_LETTERS(
            new Text(
                    "dead-letters",
                    "key of the refused record",
                    "Original bytes of what was refused; headers say what, where and why."),
            null,
            Cleanup.DELETE,
            1,
            new Limits(Duration.ofDays(14), Sizes.GIB, Sizes.GIB));

    /** Version of the contract; part of every name. */
    public static final int VERSION = 1;

    private final Text text;
    private final @Nullable Schema schema;
    private final Cleanup cleanup;
    private final int partitions;
    private final Limits limits;

    Topic(Text text, @Nullable Schema schema, Cleanup cleanup, int partitions, Limits limits) {
        this.text = text;
        this.schema = schema == null ? null : PortableSchema.of(schema);
        this.cleanup = cleanup;
        this.partitions = partitions;
        this.limits = limits;
    }

    /** How old records go. */
    public enum Cleanup {
        /** By age and size. */
        DELETE("delete"),
        /** Only the newest record of each key stays. */
        COMPACT("compact");

        private final String policy;

        Cleanup(String policy) {
            this.policy = policy;
        }

        /** Value of {@code cleanup.policy}. */
        public String policy() {
            return policy;
        }
    }

    private record Text(String shortName, String key, String about) {}

    /** Bytes are per partition. */
    record Limits(@Nullable Duration liveAge, long liveBytes, long replayBytes) {
        static final Limits NONE = new Limits(null, -1, -1);
    }

    private static final class Sizes {
        static final long GIB = 1L << 30;

        private Sizes() {}
    }

    /** Name without prefix, run and version: {@code flow-events}. */
    public String shortName() {
        return text.shortName();
    }

    /** What the record key is. */
    public String key() {
        return text.key();
    }

    /** What the topic holds, in one sentence. */
    public String about() {
        return text.about();
    }

    /** Schema of the values as it is registered, without properties for Java; null where they are not Avro with a registered schema. */
    public @Nullable Schema schema() {
        return schema;
    }

    /** How old records go. */
    public Cleanup cleanup() {
        return cleanup;
    }

    /** Partitions where the site does not say otherwise. */
    public int partitions() {
        return partitions;
    }

    Limits limits() {
        return limits;
    }

    /** Topics whose values have a schema, in order. */
    public static List<Topic> withSchema() {
        return Arrays.stream(values()).filter(topic -> topic.schema() != null).toList();
    }
}
