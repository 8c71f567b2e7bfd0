package io.stormglass.streams.topology;

/** Names of nodes and stores; a change of a store's name is a migration. */
final class Nodes {
    static final String FLOWS_SOURCE = "flows-source";
    static final String FLOWS = "flows";
    static final String FLOW_STATES = "flow-states-sink";
    static final String FLOW_MERGES_SOURCE = "flow-merges-source";
    static final String FLOW_MERGES = "flow-merges-sink";
    static final String FLOW_CLASSES = "flow-classes-sink";
    static final String QUEUE_SIGNS_SOURCE = "queue-signs-source";
    static final String FLOW_MEASURES = "flow-measures-sink";
    static final String FLOWS_DEAD_LETTERS = "flows-dead-letters-sink";

    static final String PORTS_SOURCE = "ports-source";
    static final String PORTS = "ports";
    static final String PORT_STATES = "port-states-sink";
    static final String FABRIC_LINKS = "fabric-links-sink";
    static final String PORT_TRANSITIONS = "port-transitions-sink";
    static final String QUEUE_SIGNS = "queue-signs-sink";
    static final String PORT_MEASURES = "port-measures-sink";
    static final String PORTS_DEAD_LETTERS = "ports-dead-letters-sink";

    static final String MAINTENANCE_SOURCE = "maintenance-source";
    static final String MAINTENANCE = "maintenance";
    static final String MAINTENANCE_TRANSITIONS = "maintenance-transitions-sink";
    static final String MAINTENANCE_DEAD_LETTERS = "maintenance-dead-letters-sink";

    static final String INVENTORY_SOURCE = "inventory-source";
    static final String INVENTORY = "inventory";
    static final String INVENTORY_TRANSITIONS = "inventory-transitions-sink";
    static final String INVENTORY_DEAD_LETTERS = "inventory-dead-letters-sink";

    static final String FABRIC_SOURCE = "fabric-source";
    static final String FABRIC = "fabric";
    static final String STORM_INCIDENTS = "storm-incidents-sink";
    static final String TELEMETRY_QUALITY = "telemetry-quality-sink";
    static final String FINDINGS = "findings-sink";
    static final String FLOW_CLASSES_SOURCE = "flow-classes-source";
    static final String MODES = "modes";
    static final String CC_MODES = "cc-modes-sink";

    static final String LOADS_SOURCE = "queue-measures-source";
    static final String LOADS = "loads";
    static final String QUEUE_LOADS = "queue-loads-sink";

    static final String FLOW_SEQUENCES_STORE = "flow-sequences";
    static final String FLOW_PROGRESS_STORE = "flow-progress";
    static final String FLOW_COUNTERS_STORE = "flow-counters";
    static final String FLOW_HELD_STORE = "flow-held";
    static final String FLOW_QUEUE_NEWS_STORE = "flow-queue-news";
    static final String FLOW_QUEUES_STORE = "flow-queues";
    static final String FLOW_PORT_PROGRESS_STORE = "flow-port-progress";
    static final String FLOW_LOAD_PARTS_STORE = "flow-load-parts";
    static final String FLOW_LOAD_NEWS_STORE = "flow-load-news";
    static final String FLOW_LOAD_LINKS_STORE = "flow-load-links";
    static final String PORT_SEQUENCES_STORE = "port-sequences";
    static final String PORT_PROGRESS_STORE = "port-progress";
    static final String PORT_PAUSES_STORE = "port-pauses";
    static final String PORT_FACTS_STORE = "port-facts";
    static final String PORT_TELEMETRY_STORE = "port-telemetry";
    static final String PORT_TELEMETRY_TOLD_STORE = "port-telemetry-told";
    static final String INVENTORY_STORE = "inventory-entities";
    static final String FABRIC_WATERMARKS_STORE = "fabric-watermarks";
    static final String FABRIC_FLOW_WATERMARKS_STORE = "fabric-flow-watermarks";
    static final String FABRIC_PENDING_STORE = "fabric-pending";
    static final String FABRIC_LINKS_STORE = "fabric-links";
    static final String FABRIC_FACTS_STORE = "fabric-facts";
    static final String FABRIC_INCIDENTS_STORE = "fabric-incidents";
    static final String FABRIC_CLOCK_STORE = "fabric-clock";
    static final String FABRIC_TELEMETRY_STORE = "fabric-telemetry";
    static final String FABRIC_QUALITY_STORE = "fabric-quality";
    static final String FABRIC_FINDINGS_STORE = "fabric-findings";
    static final String FABRIC_CONSISTENCY_STORE = "fabric-consistency";
    static final String MODES_WATERMARKS_STORE = "modes-watermarks";
    static final String MODES_PENDING_STORE = "modes-pending";
    static final String MODES_FLOWS_STORE = "modes-flows";
    static final String MODES_ROWS_STORE = "modes-rows";

    static final String LOAD_PORT_PROGRESS_STORE = "load-port-progress";
    static final String LOAD_FLOW_PROGRESS_STORE = "load-flow-progress";
    static final String LOAD_PENDING_STORE = "load-pending";
    static final String LOAD_LINKS_STORE = "load-links";

    private Nodes() {}
}
