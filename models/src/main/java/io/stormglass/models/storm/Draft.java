package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An incident while the graph works on it. */
final class Draft {
    /** Older first; ids break ties. */
    static final Comparator<Draft> BY_AGE = Draft::compareAge;

    static final Comparator<Incident.Port> BY_OPENING = Comparator.comparingLong(Incident.Port::openedNanos)
            .thenComparing(Incident.Port::device)
            .thenComparing(Incident.Port::port)
            .thenComparingInt(Incident.Port::priority)
            .thenComparing(Incident.Port::direction);

    /** Of drops there is no storm state; their incident is kept apart from the storms of the device. */
    static final String DROPS = "drops at ";

    private static final int EVIDENCE_OF_PORTS_PERCENT = 60;

    final String id;
    final long openedNanos;
    final StormSettings settings;
    private final List<Incident.Port> ports;
    private final List<Incident.Evidence> evidence;
    private final List<Incident.TimelineEntry> timeline;
    private final List<Long> openings;
    private final TreeSet<String> otherOrigins;
    private final Set<String> saidNow = new HashSet<>();
    private @Nullable Incident published;

    Incident.State state = Incident.State.OPEN;
    Incident.Severity severity = Incident.Severity.WARNING;
    String rule = "";
    Incident.Cause cause = Incident.Cause.UNKNOWN;
    double confidence;
    String originEntity;
    PortKey originPort;
    List<Integer> priorities = List.of();
    List<String> cycle = List.of();
    List<String> path = List.of();
    List<Incident.Victim> victims = List.of();
    Incident.VictimTotals victimTotals = Incident.VictimTotals.NONE;
    String cluster = "";
    List<String> fullPorts = List.of();
    String mergedInto = "";

    @Nullable
    Long resolvedNanos;

    @Nullable
    Long severeSinceNanos;

    Incident.@Nullable Page page;

    Draft(String id, String originEntity, PortKey originPort, long openedNanos, StormSettings settings) {
        this.id = id;
        this.originEntity = originEntity;
        this.originPort = originPort;
        this.openedNanos = openedNanos;
        this.settings = settings;
        ports = new ArrayList<>();
        evidence = new ArrayList<>();
        timeline = new ArrayList<>();
        openings = new ArrayList<>();
        otherOrigins = new TreeSet<>();
    }

    Draft(Incident incident, StormSettings settings) {
        this.settings = settings;
        published = incident;
        id = incident.id();
        openedNanos = incident.openedNanos();
        ports = new ArrayList<>(incident.ports());
        evidence = new ArrayList<>(incident.evidence());
        timeline = new ArrayList<>(incident.timeline());
        openings = new ArrayList<>(incident.openings());
        otherOrigins = new TreeSet<>(incident.otherOrigins());
        state = incident.state();
        severity = incident.severity();
        rule = incident.rule();
        cause = incident.cause();
        confidence = incident.confidence();
        originEntity = incident.originEntity();
        originPort = new PortKey(incident.fabric(), incident.originDevice(), incident.originPort());
        priorities = incident.originPriorities();
        cycle = incident.cycle();
        path = incident.path();
        victims = incident.victims();
        victimTotals = incident.victimTotals();
        cluster = incident.cluster();
        fullPorts = incident.fullPorts();
        mergedInto = incident.mergedInto();
        resolvedNanos = incident.resolvedNanos();
        severeSinceNanos = incident.severeSinceNanos();
        page = incident.page();
    }

    private static int compareAge(Draft one, Draft other) {
        int byTime = Long.compare(one.openedNanos, other.openedNanos);
        return byTime != 0 ? byTime : one.id.compareTo(other.id);
    }

    /** A storm state as an incident lists it. */
    static Incident.Port port(StormTransition.Storm storm, long openedNanos) {
        PauseChange change = storm.change();
        return new Incident.Port(
                storm.port().device(),
                storm.port().port(),
                change.priority(),
                change.direction(),
                openedNanos,
                null,
                change.rule(),
                change.source(),
                change.pausedRatio(),
                change.pausedSinceNanos(),
                change.detectionNanos(),
                change.sentPackets(),
                change.confidence());
    }

    /** Which storm state is listed. */
    static StateKey state(PortKey key, Incident.Port port) {
        return new StateKey(key, port.priority(), port.direction());
    }

    /** Storm states that take part, in the order of opening. */
    List<Incident.Port> ports() {
        return ports;
    }

    /** Not resolved, suppressed or not. */
    boolean isOpen() {
        return state == Incident.State.OPEN || state == Incident.State.SUPPRESSED;
    }

    boolean hasOpenPort() {
        return ports.stream().anyMatch(Incident.Port::open);
    }

    boolean settled(long atNanos) {
        return atNanos >= openedNanos + settings.settleNanos();
    }

    boolean isOfDrops() {
        return rule.equals(Incident.LOSSLESS_DROP);
    }

    /** What makes two storms the same incident. */
    String identity() {
        if (isOfDrops()) {
            return DROPS + originEntity;
        }
        return originEntity.isEmpty() ? "?" + originPort.text() : originEntity;
    }

    /** When the last storm state cleared; null while one is open, and where there is none. */
    @Nullable
    Long quietSinceNanos() {
        return ports.isEmpty() || hasOpenPort()
                ? null
                : ports.stream()
                        .map(Incident.Port::clearedNanos)
                        .max(Comparator.naturalOrder())
                        .orElse(null);
    }

    /** Place of a storm state in the list, -1 where it is not listed. */
    int indexOf(StormTransition.Storm storm) {
        PauseChange change = storm.change();
        for (int i = 0; i < ports.size(); i++) {
            if (ports.get(i).is(storm.port().device(), storm.port().port(), change.priority(), change.direction())) {
                return i;
            }
        }
        return -1;
    }

    /** True where it lists as many open storm states as it may. */
    boolean isFull() {
        return ports.size() >= settings.bounds().ports() && ports.stream().allMatch(Incident.Port::open);
    }

    /** Lists a storm state, in place of what was listed of it. Where the list is full the oldest cleared ones leave it. */
    void put(Incident.Port port) {
        ports.removeIf(p -> p.is(port.device(), port.port(), port.priority(), port.direction()));
        for (int i = 0; ports.size() >= settings.bounds().ports() && i < ports.size(); i++) {
            if (!ports.get(i).open()) {
                ports.remove(i--);
            }
        }
        if (ports.size() < settings.bounds().ports()) {
            ports.add(port);
            ports.sort(BY_OPENING);
        }
    }

    void note(long atNanos, String what) {
        timeline.add(new Incident.TimelineEntry(atNanos, what));
        if (timeline.size() > settings.bounds().timeline()) {
            timeline.remove(0);
        }
    }

    /** It opens, or comes back after all was clear. */
    void open(long atNanos) {
        if (state == Incident.State.RESOLVED) {
            cycle = List.of();
        }
        state = Incident.State.OPEN;
        resolvedNanos = null;
        openings.add(atNanos);
        while (openings.size() > settings.bounds().openings()) {
            openings.remove(0);
        }
    }

    long openingsSince(long nanos) {
        return openings.stream().filter(at -> at >= nanos).count();
    }

    long newestOpeningNanos() {
        return openings.isEmpty() ? openedNanos : openings.get(openings.size() - 1);
    }

    void alsoOrigin(String entity) {
        if (!entity.isEmpty()) {
            otherOrigins.add(entity);
        }
        otherOrigins.remove(originEntity);
    }

    /** Adds evidence, or renews what is said under the rule of the same subject. Of ports there is not so much that no cause fits. */
    void evidence(String rule, String subject, String words, long atNanos) {
        String text = subject + " " + words;
        saidNow.add(rule + " " + text);
        for (int i = 0; i < evidence.size(); i++) {
            Incident.Evidence known = evidence.get(i);
            if (known.rule().equals(rule) && known.text().startsWith(subject + " ")) {
                if (!known.text().equals(text)) {
                    evidence.set(i, new Incident.Evidence(rule, text, atNanos));
                }
                return;
            }
        }
        if (evidence.size() < settings.bounds().evidence()) {
            evidence.add(new Incident.Evidence(rule, text, atNanos));
        }
    }

    /** Adds evidence in place of whatever else was said under the rule. */
    void onlyEvidence(String rule, String subject, String words, long atNanos) {
        String text = subject + " " + words;
        evidence.removeIf(e -> e.rule().equals(rule) && !e.text().equals(text));
        evidence(rule, subject, words, atNanos);
    }

    void evidenceOfPort(String rule, String subject, String words, long atNanos) {
        boolean room = evidence.size() * 100 < settings.bounds().evidence() * EVIDENCE_OF_PORTS_PERCENT;
        if (room || hasEvidence(rule, subject)) {
            evidence(rule, subject, words, atNanos);
        }
    }

    void withdraw(String rule) {
        evidence.removeIf(e -> e.rule().equals(rule));
    }

    /** What is said from now on is new. */
    void beginEvidence() {
        saidNow.clear();
    }

    /** Takes back what was said under these rules and has not been said again. */
    void endEvidence(Set<String> rules) {
        evidence.removeIf(e -> rules.contains(e.rule()) && !saidNow.contains(e.rule() + " " + e.text()));
    }

    /** Says again what was said under a rule; false where nothing was. */
    boolean keepEvidence(String rule) {
        boolean kept = false;
        for (Incident.Evidence each : evidence) {
            if (each.rule().equals(rule)) {
                saidNow.add(each.rule() + " " + each.text());
                kept = true;
            }
        }
        return kept;
    }

    boolean hasEvidence(String rule, String subject) {
        return evidence.stream().anyMatch(e -> e.rule().equals(rule) && e.text().startsWith(subject + " "));
    }

    boolean hasEvidence(String rule) {
        return evidence.stream().anyMatch(e -> e.rule().equals(rule));
    }

    /** Everything of the other incident becomes part of this one. */
    void absorb(Draft other) {
        for (Incident.Port port : other.ports) {
            boolean listed =
                    ports.stream().anyMatch(p -> p.is(port.device(), port.port(), port.priority(), port.direction()));
            if (!listed || port.open()) {
                put(port);
            }
        }
        for (Incident.Evidence e : other.evidence) {
            boolean known = evidence.stream()
                    .anyMatch(o -> o.rule().equals(e.rule()) && o.text().equals(e.text()));
            if (!known && evidence.size() < settings.bounds().evidence()) {
                evidence.add(e);
            }
        }
        otherOrigins.addAll(other.otherOrigins);
    }

    /** A new version where anything has changed since the one before, else null. */
    @Nullable
    Incident changed(String fabric, String runId, long atNanos) {
        Incident before = published;
        if (before != null && says(before)) {
            return null;
        }
        Incident version = version(fabric, runId, atNanos);
        published = version;
        return version;
    }

    /** True where a version says all that is known now. */
    private boolean says(Incident version) {
        return version.state() == state
                && version.severity() == severity
                && version.rule().equals(rule)
                && version.cause() == cause
                && version.confidence() == confidence
                && version.originEntity().equals(originEntity)
                && version.originDevice().equals(originPort.device())
                && version.originPort().equals(originPort.port())
                && version.originPriorities().equals(priorities)
                && version.otherOrigins().equals(List.copyOf(otherOrigins))
                && version.cycle().equals(cycle)
                && Objects.equals(version.resolvedNanos(), resolvedNanos)
                && version.mergedInto().equals(mergedInto)
                && version.openings().equals(openings)
                && Objects.equals(version.severeSinceNanos(), severeSinceNanos)
                && Objects.equals(version.page(), page)
                && version.ports().equals(ports)
                && version.path().equals(path)
                && version.victims().equals(victims)
                && version.victimTotals().equals(victimTotals)
                && version.fullPorts().equals(fullPorts)
                && version.cluster().equals(cluster)
                && version.evidence().equals(evidence)
                && version.timeline().equals(timeline);
    }

    /** Newest version; null before the first. */
    @Nullable
    Incident published() {
        return published;
    }

    private Incident version(String fabric, String runId, long changedNanos) {
        return new Incident(
                id,
                fabric,
                cluster,
                runId,
                state,
                severity,
                rule,
                cause,
                confidence,
                originEntity,
                originPort.device(),
                originPort.port(),
                priorities,
                List.copyOf(otherOrigins),
                cycle,
                openedNanos,
                resolvedNanos,
                changedNanos,
                mergedInto,
                openings,
                severeSinceNanos,
                page,
                ports,
                path,
                fullPorts,
                victims,
                victimTotals,
                evidence,
                timeline);
    }
}
