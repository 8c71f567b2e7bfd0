package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an incident is: rule, cause, confidence, severity, path and victims, from its storm states and what is known around them. */
final class Assessment {
    private static final double UNKNOWN_ORIGIN = 0.7;
    private static final double UNCERTAIN = 0.8;

    /** Evidence of doubt, or of what is missing: it goes with its reason. */
    private static final Set<String> ONLY_WHILE_TRUE = Set.of(
            StormGraph.RULE_CYCLE,
            StormGraph.RULE_SEVERAL,
            StormGraph.RULE_MAY_BE_VICTIM,
            StormGraph.RULE_CONTRADICTION,
            StormGraph.RULE_CAUSE_UNKNOWN,
            StormGraph.RULE_ORIGIN_UNKNOWN);

    private final Grouping.Now now;
    private final Deadlocks deadlocks;
    private final StormSettings settings;
    private final Causes causes;
    private final Collection<Draft> drafts;
    private final boolean live;

    /**
     * The waits of an incident.
     *
     * @param all that are open
     * @param direct that wait for the origin itself
     * @param closed true where they wait for each other
     */
    record Waits(List<Hop> all, List<Hop> direct, boolean closed) {
        /** Those that tell what happens at the origin. */
        List<Hop> telling() {
            return direct.isEmpty() || closed ? all : direct;
        }
    }

    /**
     * What incidents are at a moment.
     *
     * @param live false where nothing will follow: then what may be a victim stays so, since its end may be what is missing
     */
    Assessment(Grouping.Now now, Deadlocks deadlocks, StormSettings settings, Collection<Draft> drafts, boolean live) {
        this.now = now;
        this.deadlocks = deadlocks;
        this.settings = settings;
        causes = new Causes(now);
        this.drafts = drafts;
        this.live = live;
    }

    /** Of an incident whose ports are all clear nothing is judged anew. */
    void assess(Draft draft, Paging paging, Victims victims) {
        victims.whose(draft, now.atNanos());
        if (draft.isOfDrops()) {
            boolean drops = assessDrops(draft);
            paging.consider(draft, 0, drops, now.atNanos());
            return;
        }
        Waits waits = waits(draft);
        if (!waits.all().isEmpty()) {
            draft.beginEvidence();
            describePorts(draft);
            boolean deadlock = deadlock(draft, waits.all());
            originPort(draft);
            boolean certain = judge(draft, waits, deadlock);
            draft.confidence = confidence(draft, waits, certain);
            severity(
                    draft,
                    mayBeVictim(draft)
                            ? Incident.Severity.WARNING
                            : Severities.of(draft, waits, deadlock, now.links(), settings));
            watchdogDrops(draft, waits.all());
            draft.endEvidence(ONLY_WHILE_TRUE);
        }
        victims.list(draft, waits, now);
        long switches = Severities.switchesWaiting(waits, now.links());
        paging.consider(draft, switches, !waits.all().isEmpty() && !mayBeDeadlock(waits.all()), now.atNanos());
    }

    private Waits waits(Draft draft) {
        Set<Hop> all = new LinkedHashSet<>();
        for (Incident.Port port : draft.ports()) {
            Hop hop = port.open() ? now.waits().hop(Draft.state(now.links().key(port), port)) : null;
            if (hop != null) {
                all.add(hop);
            }
        }
        List<Hop> direct =
                all.stream().filter(h -> h.pauser().equals(draft.originEntity)).toList();
        boolean closed =
                all.stream().flatMap(h -> now.waits().origins(h).stream()).anyMatch(o -> o.kind() == Origin.Kind.CYCLE);
        return new Waits(List.copyOf(all), direct, closed);
    }

    private void describePorts(Draft draft) {
        for (Incident.Port port : draft.ports()) {
            if (!port.open()) {
                continue;
            }
            boolean ending = port.sentPackets() > 0 && port.rule() == StormRule.SUSTAINED;
            if (ending && draft.hasEvidence(port.rule().text(), Words.where(port))) {
                // What was seen while nothing moved says more than how it ended.
                continue;
            }
            boolean seen = port.sentPackets() >= 0 || port.source() == PauseChange.Source.DEVICE;
            draft.evidenceOfPort(
                    port.rule().text(),
                    Words.where(port),
                    (port.rule() == StormRule.CHOPPY ? "paused " + Words.percent(port.pausedRatio()) : "paused")
                            + " since " + port.pausedSinceNanos() + " ns"
                            + (port.sentPackets() >= 0 ? ", " + port.sentPackets() + " packets sent meanwhile" : ""),
                    now.atNanos());
            if (!seen) {
                draft.evidenceOfPort(
                        StormGraph.RULE_PROGRESS_UNSEEN,
                        port.device() + "/" + port.port(),
                        port.direction() == Direction.UNKNOWN
                                ? "may have sent or received the pause: what moves cannot be told, the pause alone opened the storm"
                                : "shows no traffic in the paused direction: the pause alone opened the storm",
                        now.atNanos());
            }
        }
    }

    /** Others wait for the switch of a cycle as well, but do not keep it standing. */
    private boolean isOnCycle(Incident.Port port, Draft draft) {
        return draft.cycle.contains(Links.name(now.links().receivingPort(port)) + "/" + port.priority());
    }

    private void originPort(Draft draft) {
        List<Incident.Port> atOrigin = draft.ports().stream()
                .filter(p ->
                        draft.originEntity.isEmpty() || now.links().pauser(p).equals(draft.originEntity))
                .toList();
        if (!atOrigin.isEmpty()) {
            // Of an unknown one the port is what makes it the same.
            if (!draft.originEntity.isEmpty()) {
                draft.originPort = now.links()
                        .receivingPort(atOrigin.stream()
                                .filter(port -> isOnCycle(port, draft))
                                .findFirst()
                                .orElse(atOrigin.get(0)));
            }
            draft.priorities = atOrigin.stream()
                    .map(Incident.Port::priority)
                    .distinct()
                    .sorted()
                    .toList();
        }
        List<String> walked = PathWalk.walk(draft.ports(), draft.originEntity, now.links());
        if (!walked.isEmpty()) {
            draft.path = walked;
        }
    }

    /** True while the incident is a deadlock. */
    private boolean deadlock(Draft draft, List<Hop> waits) {
        if (deadlocks.stillHolds(draft.cycle) && !draft.hasEvidence(StormGraph.RULE_DEADLOCK_OVER)) {
            return true;
        }
        for (Deadlocks.Cycle cycle : deadlocks.cycles()) {
            if (cycle.dueNanos() <= now.atNanos() && waits.contains(cycle.hops().get(0))) {
                draft.cycle = cycle.names();
                draft.withdraw(StormGraph.RULE_DEADLOCK_OVER);
                draft.evidence(
                        StormGraph.RULE_DEADLOCK,
                        String.join(" -> ", cycle.names()),
                        "wait for each other and nothing has passed for two detection times",
                        now.atNanos());
                draft.note(now.atNanos(), "deadlock of " + String.join(" -> ", cycle.names()));
                return true;
            }
        }
        if (!draft.cycle.isEmpty() && !draft.hasEvidence(StormGraph.RULE_DEADLOCK_OVER)) {
            draft.evidence(
                    StormGraph.RULE_DEADLOCK_OVER,
                    String.join(" -> ", draft.cycle),
                    "no longer stand still together",
                    now.atNanos());
            draft.note(now.atNanos(), "the deadlock is over");
        }
        return false;
    }

    /** True where it will be known within a detection time whether it is a deadlock, which is another alert. */
    private boolean mayBeDeadlock(List<Hop> waits) {
        return deadlocks.cycles().stream()
                .anyMatch(c ->
                        c.dueNanos() > now.atNanos() && waits.contains(c.hops().get(0)));
    }

    /** Rule and cause; true where nothing speaks for another origin or cause. */
    private boolean judge(Draft draft, Waits waits, boolean deadlock) {
        Causes.Verdict verdict = causes.of(draft, waits);
        boolean several = several(draft, waits);
        boolean contradicting = contradictions(draft, waits);
        boolean congestion = verdict.congestion();
        draft.rule = congestion ? Incident.CONGESTION : strongest(draft, waits);
        if (deadlock || (!draft.cycle.isEmpty() && verdict.cause() == Incident.Cause.UNKNOWN)) {
            draft.cause = Incident.Cause.DEADLOCK;
        } else {
            draft.cause = verdict.cause();
        }
        if (waits.closed() && !deadlock) {
            draft.evidence(
                    StormGraph.RULE_CYCLE, "the chain of waiting", "closes at " + draft.originEntity, now.atNanos());
        }
        return !several && !contradicting && (deadlock || (verdict.certain() && !waits.closed()));
    }

    /**
     * What the ports at the origin say counts; of a port far up the chain only while nothing is open there, and of one that only
     * sees pauses only while nothing better was ever known.
     */
    private static String strongest(Draft draft, Waits waits) {
        boolean known = !draft.rule.isEmpty() && !draft.rule.equals(Incident.CONGESTION);
        boolean blind = waits.telling().stream().noneMatch(Hop::knows);
        if (known && (waits.direct().isEmpty() || blind)) {
            return draft.rule;
        }
        return waits.telling().stream()
                .flatMap(h -> h.telling().stream())
                .map(s -> s.change().rule())
                .max(Comparator.naturalOrder())
                .map(StormRule::text)
                .orElse(draft.rule);
    }

    private boolean several(Draft draft, Waits waits) {
        boolean several = false;
        for (Hop hop : waits.all()) {
            List<Origin> origins = now.waits().origins(hop);
            if (origins.size() > 1) {
                several = true;
                draft.evidenceOfPort(
                        StormGraph.RULE_SEVERAL,
                        hop.name(),
                        "may wait for "
                                + String.join(
                                        ", ",
                                        origins.stream().map(Origin::identity).toList()),
                        now.atNanos());
            }
        }
        return several;
    }

    private boolean contradictions(Draft draft, Waits waits) {
        boolean found = false;
        for (Hop hop : waits.direct()) {
            for (PortKey port : Stream.of(hop.waitingPort(), hop.pausingPort())
                    .filter(Objects::nonNull)
                    .toList()) {
                String words = now.links().contradiction(port);
                if (words != null) {
                    found = true;
                    draft.evidence(StormGraph.RULE_CONTRADICTION, Links.name(port), words, now.atNanos());
                }
            }
        }
        return found;
    }

    /** Best storm state x is the origin known x does nothing speak for another one. */
    private double confidence(Draft draft, Waits waits, boolean certain) {
        double state = waits.telling().stream()
                .flatMap(h -> h.telling().stream())
                .mapToDouble(s -> s.change().confidence())
                .max()
                .orElse(0);
        double known = draft.originEntity.isEmpty() ? UNKNOWN_ORIGIN : 1;
        return Math.round(state * known * (certain ? 1 : UNCERTAIN) * 1000) / 1000.0;
    }

    /**
     * Whom it waits for is not known, or why the switch at its end pauses: where the same priority has another storm, that may be
     * the reason, and one page is enough.
     */
    private boolean mayBeVictim(Draft draft) {
        boolean unknown = draft.originEntity.isEmpty()
                || (draft.cause == Incident.Cause.UNKNOWN && !now.links().isHost(draft.originEntity));
        if (!unknown) {
            return false;
        }
        for (Draft other : drafts) {
            if (isKnownStorm(other) && sharesPriority(draft, other)) {
                draft.evidence(
                        StormGraph.RULE_MAY_BE_VICTIM,
                        other.originEntity,
                        "pauses the same priority elsewhere, or did until lately: this may be a part of that storm",
                        now.atNanos());
                return true;
            }
        }
        return !live && draft.keepEvidence(StormGraph.RULE_MAY_BE_VICTIM);
    }

    private static boolean isKnownStorm(Draft other) {
        boolean severe = other.page != null || other.severity.compareTo(Incident.Severity.CRITICAL) >= 0;
        return other.isOpen() && severe && !other.originEntity.isEmpty() && other.cause != Incident.Cause.UNKNOWN;
    }

    private static boolean sharesPriority(Draft one, Draft other) {
        return one.ports().stream()
                .filter(Incident.Port::open)
                .anyMatch(p -> other.ports().stream().anyMatch(q -> Links.samePriority(p.priority(), q.priority())));
    }

    private void severity(Draft draft, Incident.Severity severity) {
        if (severity != draft.severity) {
            draft.severity = severity;
            // The first severity is part of the opening.
            if (draft.published() != null) {
                draft.note(now.atNanos(), "severity is " + Words.word(severity));
            }
        }
        boolean severe = severity.compareTo(Incident.Severity.CRITICAL) >= 0;
        if (!severe) {
            draft.severeSinceNanos = null;
        } else if (draft.severeSinceNanos == null) {
            draft.severeSinceNanos = now.atNanos();
        }
    }

    private void watchdogDrops(Draft draft, List<Hop> waits) {
        for (Hop hop : waits) {
            PortSign drops = now.facts().present(PortSign.Kind.WATCHDOG_DROPS, hop.waitingPort(), hop.priority());
            if (drops != null) {
                draft.evidence(StormGraph.RULE_WATCHDOG_DROPS, hop.name(), drops.text(), now.atNanos());
            }
        }
    }

    /** True while drops go on. */
    private boolean assessDrops(Draft draft) {
        List<StormTransition.Sign> drops = new ArrayList<>();
        now.facts()
                .present(PortSign.Kind.LOSSLESS_DROPS)
                .filter(s -> s.port().device().equals(draft.originEntity))
                .forEach(drops::add);
        if (drops.isEmpty()) {
            return false;
        }
        List<StormTransition.Sign> unexplained =
                drops.stream().filter(d -> !causes.linkErrors(draft, d.port())).toList();
        draft.cause = unexplained.isEmpty() ? Incident.Cause.LINK_DEGRADED : causeOfDrops(draft, unexplained);
        draft.confidence = 1;
        draft.originPort = (unexplained.isEmpty() ? drops : unexplained).get(0).port();
        draft.priorities =
                drops.stream().map(s -> s.sign().priority()).distinct().sorted().toList();
        for (StormTransition.Sign drop : drops) {
            draft.evidence(
                    StormGraph.RULE_LOSSLESS_DROP,
                    Links.name(drop.port()) + " priority "
                            + Words.priority(drop.sign().priority()),
                    drop.sign().text(),
                    now.atNanos());
        }
        double most =
                unexplained.stream().mapToDouble(s -> s.sign().value()).max().orElse(0);
        // Whether the link is to blame is told by another group of counters, which may come later.
        boolean critical = most >= settings.criticalDrops() && draft.settled(now.atNanos());
        severity(draft, critical ? Incident.Severity.CRITICAL : Incident.Severity.WARNING);
        return true;
    }

    private Incident.Cause causeOfDrops(Draft draft, List<StormTransition.Sign> drops) {
        boolean misconfigured = false;
        for (StormTransition.Sign drop : drops) {
            misconfigured |= causes.misconfigured(draft, drop.port());
        }
        return misconfigured ? Incident.Cause.MISCONFIGURED : Incident.Cause.LOSSLESS_DROP;
    }

    /** When the drops of an incident of drops ended; null while they go on, and of a storm. */
    static @Nullable Long dropsEndedNanos(Draft draft, PortFacts facts) {
        if (!draft.isOfDrops()) {
            return null;
        }
        Stream<StormTransition.Sign> here = facts.signs(PortSign.Kind.LOSSLESS_DROPS)
                .filter(s -> s.port().device().equals(draft.originEntity));
        List<StormTransition.Sign> signs = here.toList();
        boolean present = signs.stream().anyMatch(s -> s.sign().present());
        return present
                ? null
                : signs.stream()
                        .map(StormTransition.Sign::atNanos)
                        .max(Comparator.naturalOrder())
                        .orElse(draft.newestOpeningNanos());
    }
}
