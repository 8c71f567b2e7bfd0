package io.stormglass.streams.topology;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.CauseClass;
import io.stormglass.avro.Direction;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.PauseSource;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.StormVictim;
import io.stormglass.avro.StormVictimTotals;
import io.stormglass.avro.TimelineEntry;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.StormRule;
import io.stormglass.models.storm.Incident;
import io.stormglass.models.storm.Incident.VictimTotals;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Incidents to and from Avro. */
final class Incidents {
    private Incidents() {}

    static StormIncident toAvro(Incident incident) {
        StormIncident avro = new StormIncident();
        avro.setIncidentId(incident.id());
        avro.setFabric(incident.fabric());
        avro.setCluster(incident.cluster());
        avro.setRunId(incident.runId());
        avro.setState(IncidentState.valueOf(incident.state().name()));
        avro.setSeverity(Severity.valueOf(incident.severity().name()));
        avro.setRule(incident.rule());
        avro.setCause(CauseClass.valueOf(incident.cause().name()));
        avro.setConfidence(incident.confidence());
        avro.setOriginEntity(incident.originEntity());
        avro.setOriginDevice(incident.originDevice());
        avro.setOriginPort(incident.originPort());
        avro.setOriginPriorities(incident.originPriorities());
        avro.setOtherOrigins(incident.otherOrigins());
        avro.setCycle(incident.cycle());
        avro.setOpenedNanos(incident.openedNanos());
        avro.setResolvedNanos(incident.resolvedNanos());
        avro.setChangedNanos(incident.changedNanos());
        avro.setMergedInto(incident.mergedInto());
        avro.setOpenings(incident.openings());
        avro.setSevereSinceNanos(incident.severeSinceNanos());
        avro.setPage(page(incident.page()));
        avro.setPorts(incident.ports().stream().map(Incidents::port).toList());
        avro.setPath(incident.path());
        avro.setVictims(incident.victims().stream()
                .map(v -> new StormVictim(v.kind(), v.name(), v.headOfLine(), v.text()))
                .toList());
        avro.setFullPorts(incident.fullPorts());
        avro.setVictimCount(incident.victimCount());
        avro.setVictimTotals(totals(incident.victimTotals()));
        avro.setEvidence(incident.evidence().stream()
                .map(e -> new Evidence(e.rule(), e.text(), e.atNanos()))
                .toList());
        avro.setTimeline(incident.timeline().stream()
                .map(t -> new TimelineEntry(t.atNanos(), t.what()))
                .toList());
        return avro;
    }

    private static @Nullable StormPage page(Incident.@Nullable Page page) {
        return page == null
                ? null
                : new StormPage(
                        page.atNanos(),
                        page.reason(),
                        page.labels().entrySet().stream()
                                .map(label -> new AlertLabel(label.getKey(), label.getValue()))
                                .toList());
    }

    private static Incident.@Nullable Page page(@Nullable StormPage page) {
        return page == null
                ? null
                : new Incident.Page(
                        page.getAtNanos(),
                        page.getReason(),
                        page.getLabels().stream().collect(Collectors.toMap(AlertLabel::getName, AlertLabel::getValue)));
    }

    private static StormPort port(Incident.Port port) {
        return new StormPort(
                port.device(),
                port.port(),
                port.priority(),
                Direction.valueOf(port.direction().name()),
                port.openedNanos(),
                port.clearedNanos(),
                port.rule().name(),
                PauseSource.valueOf(port.source().name()),
                port.pausedRatio(),
                port.pausedSinceNanos(),
                port.detectionNanos(),
                port.sentPackets(),
                port.confidence());
    }

    static Incident toNeutral(StormIncident avro) {
        return new Incident(
                avro.getIncidentId(),
                avro.getFabric(),
                avro.getCluster(),
                avro.getRunId(),
                Incident.State.valueOf(avro.getState().name()),
                Incident.Severity.valueOf(avro.getSeverity().name()),
                avro.getRule(),
                Incident.Cause.valueOf(avro.getCause().name()),
                avro.getConfidence(),
                avro.getOriginEntity(),
                avro.getOriginDevice(),
                avro.getOriginPort(),
                avro.getOriginPriorities(),
                avro.getOtherOrigins(),
                avro.getCycle(),
                avro.getOpenedNanos(),
                avro.getResolvedNanos(),
                avro.getChangedNanos(),
                avro.getMergedInto(),
                avro.getOpenings(),
                avro.getSevereSinceNanos(),
                page(avro.getPage()),
                avro.getPorts().stream().map(Incidents::port).toList(),
                avro.getPath(),
                avro.getFullPorts(),
                avro.getVictims().stream()
                        .map(v -> new Incident.Victim(v.getKind(), v.getName(), v.getHeadOfLine(), v.getText()))
                        .toList(),
                totals(avro.getVictimTotals()),
                avro.getEvidence().stream()
                        .map(e -> new Incident.Evidence(e.getRule(), e.getText(), e.getAtNanos()))
                        .toList(),
                avro.getTimeline().stream()
                        .map(t -> new Incident.TimelineEntry(t.getAtNanos(), t.getWhat()))
                        .toList());
    }

    private static StormVictimTotals totals(VictimTotals totals) {
        return new StormVictimTotals(
                totals.hosts(),
                totals.ports(),
                totals.jobs(),
                totals.flows(),
                totals.flowsHeadOfLine(),
                totals.flowsUnknown());
    }

    private static VictimTotals totals(@Nullable StormVictimTotals totals) {
        return totals == null
                ? VictimTotals.NONE
                : new VictimTotals(
                        totals.getHosts(),
                        totals.getPorts(),
                        totals.getJobs(),
                        totals.getFlows(),
                        totals.getFlowsHeadOfLine(),
                        totals.getFlowsUnknown());
    }

    private static Incident.Port port(StormPort port) {
        return new Incident.Port(
                port.getDevice(),
                port.getPort(),
                port.getPriority(),
                io.stormglass.models.event.Direction.valueOf(port.getDirection().name()),
                port.getOpenedNanos(),
                port.getClearedNanos(),
                StormRule.valueOf(port.getRule()),
                PauseChange.Source.valueOf(port.getSource().name()),
                port.getPausedRatio(),
                port.getPausedSinceNanos(),
                port.getDetectionNanos(),
                port.getSentPackets(),
                port.getConfidence());
    }
}
