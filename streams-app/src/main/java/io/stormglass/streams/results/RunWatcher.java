package io.stormglass.streams.results;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;

/** Is told of the results of a run as they come. Every method does nothing until it is overridden. A withdrawn result is not told. */
public interface RunWatcher {
    /** Nobody. */
    RunWatcher NONE = new RunWatcher() {};

    /** A new state of a flow. */
    default void flow(FlowState state) {}

    /** A new state of a port. */
    default void port(PortState state) {}

    /** New facts of a link. */
    default void link(FabricLink link) {}

    /** An incident, whole, after a change. */
    default void incident(StormIncident incident) {}

    /** Congestion control of a rack or the fabric. */
    default void mode(CcMode mode) {}

    /** Telemetry of an agent or device. */
    default void telemetry(TelemetryQuality quality) {}

    /** What a queue went through in a window. */
    default void load(QueueLoad load) {}

    /** ECN advice that says something new; none where nobody makes it beside the run. */
    default void advice(EcnRecommendation advice) {}

    /** A finding that appeared, changed or cleared. */
    default void finding(Finding finding) {}
}
