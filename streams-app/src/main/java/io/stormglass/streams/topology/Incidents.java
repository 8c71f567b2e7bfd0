package io.stormglass.streams.topology;

import io.stormglass.avro.CauseClass;
import io.stormglass.avro.Direction;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.TimelineEntry;
import io.stormglass.models.storm.Incident;

/** Incidents to and from Avro. */
final class Incidents {
    private Incidents() {}

    static StormIncident toAvro(Incident incident) {
        StormIncident avro = new StormIncident();
        avro.setIncidentId(incident.id());
        avro.setFabric(incident.fabric());
        avro.setCluster("");
        avro.setRunId(incident.runId());
        avro.setState(IncidentState.valueOf(incident.state().name()));
        avro.setSeverity(Severity.valueOf(incident.severity().name()));
        avro.setCause(CauseClass.valueOf(incident.cause().name()));
        avro.setConfidence(incident.confidence());
        avro.setOriginEntity(incident.originEntity());
        avro.setOriginDevice(incident.originDevice());
        avro.setOriginPort(incident.originPort());
        avro.setOriginPriorities(incident.originPriorities());
        avro.setOpenedNanos(incident.openedNanos());
        avro.setResolvedNanos(incident.resolvedNanos());
        avro.setChangedNanos(incident.changedNanos());
        avro.setMergedInto(incident.mergedInto());
        avro.setPorts(incident.ports().stream().map(Incidents::port).toList());
        avro.setPath(incident.path());
        avro.setVictims(java.util.List.of());
        avro.setEvidence(incident.evidence().stream()
                .map(e -> new Evidence(e.rule(), e.text(), e.atNanos()))
                .toList());
        avro.setTimeline(incident.timeline().stream()
                .map(t -> new TimelineEntry(t.atNanos(), t.what()))
                .toList());
        return avro;
    }

    private static StormPort port(Incident.Port port) {
        return new StormPort(
                port.device(),
                port.port(),
                port.priority(),
                Direction.valueOf(port.direction().name()),
                port.openedNanos(),
                port.clearedNanos(),
                port.rule(),
                port.pausedSinceNanos(),
                port.sentPackets(),
                port.confidence());
    }

    static Incident toNeutral(StormIncident avro) {
        return new Incident(
                avro.getIncidentId(),
                avro.getFabric(),
                avro.getRunId(),
                Incident.State.valueOf(avro.getState().name()),
                Incident.Severity.valueOf(avro.getSeverity().name()),
                Incident.Cause.valueOf(avro.getCause().name()),
                avro.getConfidence(),
                avro.getOriginEntity(),
                avro.getOriginDevice(),
                avro.getOriginPort(),
                avro.getOriginPriorities(),
                avro.getOpenedNanos(),
                avro.getResolvedNanos(),
                avro.getChangedNanos(),
                avro.getMergedInto(),
                avro.getPorts().stream().map(Incidents::port).toList(),
                avro.getPath(),
                avro.getEvidence().stream()
                        .map(e -> new Incident.Evidence(e.getRule(), e.getText(), e.getAtNanos()))
                        .toList(),
                avro.getTimeline().stream()
                        .map(t -> new Incident.TimelineEntry(t.getAtNanos(), t.getWhat()))
                        .toList());
    }

    private static Incident.Port port(StormPort port) {
        return new Incident.Port(
                port.getDevice(),
                port.getPort(),
                port.getPriority(),
                io.stormglass.models.event.Direction.valueOf(port.getDirection().name()),
                port.getOpenedNanos(),
                port.getClearedNanos(),
                port.getRule(),
                port.getPausedSinceNanos(),
                port.getSentPackets(),
                port.getConfidence());
    }
}
