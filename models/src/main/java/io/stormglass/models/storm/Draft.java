package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An incident while the graph works on it. */
final class Draft {
    /** Older first; ids break ties. */
    static final Comparator<Draft> BY_AGE =
            Comparator.comparingLong((Draft d) -> d.openedNanos).thenComparing(d -> d.id);

    /** Storm states kept; the oldest cleared ones leave first. */
    private static final int MAX_PORTS = 256;

    private static final double UNKNOWN_ORIGIN = 0.7;
    private static final double UNCERTAIN_ORIGIN = 0.8;

    final String id;
    final long openedNanos;
    private final StormSettings settings;
    private final List<Incident.Port> ports;
    private final List<Incident.Evidence> evidence;
    private final List<Incident.TimelineEntry> timeline;
    Incident.State state = Incident.State.OPEN;

    @Nullable
    Long resolvedNanos;

    String mergedInto = "";
    Wait origin;
    private PortKey originPort;
    private Incident.Cause cause = Incident.Cause.UNKNOWN;
    private List<Integer> priorities = List.of();
    private List<String> path = List.of();

    Draft(String id, Wait origin, PortKey originPort, long openedNanos, StormSettings settings) {
        this.id = id;
        this.openedNanos = openedNanos;
        this.origin = origin;
        this.originPort = originPort;
        this.settings = settings;
        ports = new ArrayList<>();
        evidence = new ArrayList<>();
        timeline = new ArrayList<>();
    }

    Draft(Incident incident, StormSettings settings) {
        this.settings = settings;
        id = incident.id();
        openedNanos = incident.openedNanos();
        ports = new ArrayList<>(incident.ports());
        evidence = new ArrayList<>(incident.evidence());
        timeline = new ArrayList<>(incident.timeline());
        state = incident.state();
        resolvedNanos = incident.resolvedNanos();
        mergedInto = incident.mergedInto();
        origin = new Wait(incident.originEntity(), List.of(), false);
        originPort = new PortKey(incident.fabric(), incident.originDevice(), incident.originPort());
        cause = incident.cause();
        priorities = incident.originPriorities();
        path = incident.path();
    }

    List<Incident.Port> ports() {
        return ports;
    }

    boolean isOpen() {
        return state == Incident.State.OPEN;
    }

    boolean settled(long atNanos) {
        return atNanos >= openedNanos + settings.settleNanos();
    }

    /** What makes two storms the same incident: the entity, or the port where the entity is unknown. */
    String identity() {
        return origin.entity().isEmpty() ? "?" + originPort.text() : origin.entity();
    }

    /** When the last storm state cleared; null while one is open. */
    @Nullable
    Long quietSinceNanos() {
        long newest = 0;
        for (Incident.Port port : ports) {
            Long cleared = port.clearedNanos();
            if (cleared == null) {
                return null;
            }
            newest = Math.max(newest, cleared);
        }
        return newest;
    }

    int indexOf(Incident.Port port) {
        for (int i = 0; i < ports.size(); i++) {
            if (ports.get(i).is(port.device(), port.port(), port.priority(), port.direction())) {
                return i;
            }
        }
        return -1;
    }

    void put(Incident.Port port) {
        int at = indexOf(port);
        if (at >= 0) {
            ports.set(at, port);
            return;
        }
        ports.add(port);
        for (int i = 0; ports.size() > MAX_PORTS && i < ports.size(); i++) {
            if (!ports.get(i).open()) {
                ports.remove(i--);
            }
        }
    }

    void note(long atNanos, String what) {
        timeline.add(new Incident.TimelineEntry(atNanos, what));
        if (timeline.size() > settings.timelineEntries()) {
            timeline.remove(0);
        }
    }

    void evidence(String rule, String text, long atNanos) {
        boolean known = evidence.stream()
                .anyMatch(e -> e.rule().equals(rule) && e.text().equals(text));
        if (!known && evidence.size() < settings.evidenceEntries()) {
            evidence.add(new Incident.Evidence(rule, text, atNanos));
        }
    }

    void withdraw(String rule) {
        evidence.removeIf(e -> e.rule().equals(rule));
    }

    /** Everything of the other incident becomes part of this one. */
    void absorb(Draft other) {
        other.ports.forEach(port -> {
            if (indexOf(port) < 0) {
                put(port);
            }
        });
        ports.sort(StormGraph.BY_OPENING);
        other.evidence.forEach(e -> evidence(e.rule(), e.text(), e.atNanos()));
    }

    /** Derives what follows from the ports and the origin. */
    void derive(WaitEdges edges) {
        List<Incident.Port> atOrigin = ports.stream()
                .filter(p -> origin.entity().isEmpty() || edges.pauser(p).equals(origin.entity()))
                .toList();
        if (!atOrigin.isEmpty()) {
            originPort = edges.receivingPort(atOrigin.get(0));
            priorities = atOrigin.stream()
                    .map(Incident.Port::priority)
                    .distinct()
                    .sorted()
                    .toList();
        }
        boolean pausesWithoutReceiving =
                edges.isHost(origin.entity()) && atOrigin.stream().anyMatch(p -> p.sentPackets() == 0);
        if (pausesWithoutReceiving) {
            cause = Incident.Cause.NIC_PAUSE_STORM;
        }
        List<String> walked = PathWalk.walk(ports, origin.entity(), edges);
        if (!walked.isEmpty()) {
            path = walked;
        }
    }

    private double confidence() {
        double base =
                ports.stream().mapToDouble(Incident.Port::confidence).max().orElse(0);
        double known = origin.entity().isEmpty() ? UNKNOWN_ORIGIN : 1;
        double sure = evidence.stream().anyMatch(e -> e.rule().equals(StormGraph.RULE_SEVERAL)) ? UNCERTAIN_ORIGIN : 1;
        return Math.round(base * known * sure * 1000) / 1000.0;
    }

    Incident version(String fabric, String runId, long changedNanos) {
        double confidence = confidence();
        return new Incident(
                id,
                fabric,
                runId,
                state,
                confidence < settings.warningBelowConfidence() ? Incident.Severity.WARNING : Incident.Severity.CRITICAL,
                ports.isEmpty() ? "" : ports.get(0).rule().text(),
                cause,
                confidence,
                origin.entity(),
                originPort.device(),
                originPort.port(),
                priorities,
                List.of(),
                List.of(),
                openedNanos,
                resolvedNanos,
                changedNanos,
                mergedInto,
                List.of(),
                null,
                null,
                ports,
                path,
                List.of(),
                0,
                evidence,
                timeline);
    }
}
