package io.stormglass.models.storm;

import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Wait-for graph and incidents of one fabric.
 *
 * <p>It keeps what ports and links say ({@link PortFacts}, {@link Links}) and the incidents. Once for all transitions of one time
 * that bring news, and whenever time alone may change something, everything is decided anew from that: the waits ({@link WaitGraph}), which of them
 * are one incident ({@link Grouping}), what each incident is ({@link Assessment}) and whether it pages ({@link Paging}).
 * An incident that differs from its newest version is a new version.
 *
 * <p>Transitions come in the order of {@link StormTransition#place}; timers run in the same order, before the transitions
 * of their time. So the result depends on the sorted sequence only. Not thread-safe.
 */
public final class StormGraph {
    /** Evidence: the sender of the pause cannot be known. */
    public static final String RULE_ORIGIN_UNKNOWN = "origin-unknown";

    /** Evidence: progress cannot be seen. */
    public static final String RULE_PROGRESS_UNSEEN = "progress-not-observable";

    /** Evidence: more than one candidate for the origin. */
    public static final String RULE_SEVERAL = "several-candidates";

    /** Evidence: the sender of the pause cannot be known, and another storm may be its reason. */
    public static final String RULE_MAY_BE_VICTIM = "may-be-victim";

    /** Evidence: the two ends of a link name different peers. */
    public static final String RULE_CONTRADICTION = "ends-disagree";

    /** Evidence: the chain of waiting closes, and not everything in it stands still. */
    public static final String RULE_CYCLE = "cycle";

    /** Evidence: the cycle in which nothing moves. */
    public static final String RULE_DEADLOCK = "deadlock";

    /** Evidence: something in the cycle moved or cleared. */
    public static final String RULE_DEADLOCK_OVER = "deadlock-over";

    /** Evidence: what is missing to know the cause. */
    public static final String RULE_CAUSE_UNKNOWN = "cause-unknown";

    /** Evidence: the host takes packets while it pauses. */
    public static final String RULE_PROGRESS = "progress";

    /** Evidence: {@link PortSign.Kind#BACK_PRESSURE}. */
    public static final String RULE_BACK_PRESSURE = "back-pressure";

    /** Evidence: settings that break pauses. */
    public static final String RULE_MISCONFIGURED = "misconfigured";

    /** Evidence: {@link PortSign.Kind#LINK_ERRORS}. */
    public static final String RULE_LINK_ERRORS = "link-errors";

    /** Evidence: a link is slower than the others of its kind. */
    public static final String RULE_LINK_SLOWER = "link-slower";

    /** Evidence: {@link PortSign.Kind#WAITING} at an egress that is not paused. */
    public static final String RULE_WAITING = "waiting";

    /** Evidence: what the other uplinks do. */
    public static final String RULE_SIBLINGS = "siblings";

    /** Evidence: {@link PortSign.Kind#WATCHDOG_DROPS}. */
    public static final String RULE_WATCHDOG_DROPS = "watchdog-drops";

    /** Evidence: {@link PortSign.Kind#LOSSLESS_DROPS}. */
    public static final String RULE_LOSSLESS_DROP = "lossless-drop";

    /** Evidence: what people know of the origin, from the inventory. */
    public static final String RULE_INVENTORY = "inventory";

    /** Evidence: nothing is heard of the host that pauses. */
    public static final String RULE_HOST_SILENT = "host-silent";

    /** Evidence: a storm state of a device that is silent counts as over, or goes on. */
    public static final String RULE_NOT_OBSERVED = "not-observed";

    /** Evidence: more storm states are open than an incident lists. */
    public static final String RULE_NOT_LISTED = "not-listed";

    private static final long NEVER = Long.MAX_VALUE;

    private final String runId;
    private final String fabric;
    private final StormSettings settings;
    private final Misconfigurations misconfigurations;
    private final Links links;
    private final PortFacts facts;
    private final MaintenancePlan plan;
    private final Inventory inventory;
    private final Flows flows;
    private final Silences silences;
    private final SilentStates silentStates;
    private final Victims victims;
    private final TreeMap<String, Draft> incidents = new TreeMap<>();
    private final Grouping grouping;
    private final Paging paging;
    private final List<String> forgotten = new ArrayList<>();
    private @Nullable Deadlocks deadlocks;
    private long nowNanos;
    private boolean ended;

    /** A fabric of which nothing is known. */
    public StormGraph(String runId, String fabric, StormSettings settings) {
        this(runId, fabric, settings, Misconfigurations.NONE, StormGraphState.EMPTY);
    }

    /** Continues from a stored state. */
    public StormGraph(
            String runId,
            String fabric,
            StormSettings settings,
            Misconfigurations misconfigurations,
            StormGraphState state) {
        this.runId = runId;
        this.fabric = fabric;
        this.settings = settings;
        this.misconfigurations = misconfigurations;
        links = new Links(fabric, state.links());
        facts = new PortFacts(state.facts());
        plan = new MaintenancePlan(state.facts());
        inventory = new Inventory(state.facts());
        links.listed(inventory);
        flows = new Flows(state.facts());
        silences = new Silences(state.facts());
        victims = new Victims(fabric, new Victims.Known(links, inventory, flows, silences), settings);
        state.incidents().forEach(i -> incidents.put(i.id(), new Draft(i, settings)));
        silentStates = new SilentStates(links, facts, silences, settings, incidents.values());
        grouping = new Grouping(runId, fabric, settings, incidents);
        paging = new Paging(links, settings);
        nowNanos = state.nowNanos();
        forgotten.addAll(flows.advanceTo(nowNanos));
    }

    /** State to store. */
    public StormGraphState state() {
        List<Incident> all = new ArrayList<>();
        for (Draft draft : incidents.values()) {
            Incident newest = draft.published();
            if (newest != null) {
                all.add(newest);
            }
        }
        List<StormTransition> known = new ArrayList<>(facts.all());
        known.addAll(plan.all());
        known.addAll(inventory.all());
        known.addAll(flows.all());
        known.addAll(silences.all());
        return new StormGraphState(nowNanos, new HashMap<>(links.facts()), known, all);
    }

    /** Ids of the incidents that are remembered. */
    public Set<String> incidentIds() {
        return Set.copyOf(incidents.keySet());
    }

    /** Event time reached. */
    public long nowNanos() {
        return nowNanos;
    }

    /** True where the newest of a {@link StormTransition#factKey} is part of the state. */
    public boolean holdsFact(String factKey) {
        return facts.holds(factKey) || plan.holds(factKey) || inventory.holds(factKey) || flows.holds(factKey);
    }

    /** Storm states that count as over, or do no longer, since the last call: what is stored of them has changed. */
    public List<StormTransition.Storm> takeChangedStorms() {
        return silentStates.takeChanged().stream()
                .map(facts::storm)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Keys of facts that time alone has removed from the state since the last call. */
    public List<String> takeForgottenFacts() {
        // What was forgotten may have come back since.
        List<String> keys = forgotten.stream().filter(key -> !holdsFact(key)).toList();
        forgotten.clear();
        return keys;
    }

    /**
     * Runs the timers up to the transition's time, then takes the transition.
     *
     * @return new versions of the incidents that changed, in order
     */
    public List<Incident> accept(StormTransition transition) {
        return accept(List.of(transition));
    }

    /**
     * Runs the timers up to the time of transitions, takes them, then decides once.
     *
     * @param transitions of one time, in the order of their places
     * @return new versions of the incidents that changed, in order
     */
    public List<Incident> accept(List<? extends StormTransition> transitions) {
        List<StormTransition> others = new ArrayList<>();
        for (StormTransition transition : transitions) {
            if (transition instanceof StormTransition.Flow flow) {
                // A flow changes nothing but who is hurt, which is looked at when anything else happens.
                forgotten.addAll(flows.advanceTo(nowNanos));
                flows.take(flow);
            } else {
                others.add(transition);
            }
        }
        if (others.isEmpty()) {
            return List.of();
        }
        List<Incident> versions = new ArrayList<>(advanceTo(others.get(0).atNanos()));
        boolean news = false;
        for (StormTransition transition : others) {
            news |= take(transition);
        }
        if (news) {
            versions.addAll(decide(nowNanos));
        } else {
            forget(nowNanos);
        }
        return versions;
    }

    /** True where a decision may depend on it: ports repeat what they have said. */
    private boolean take(StormTransition transition) {
        return switch (transition) {
            case StormTransition.Link link -> links.put(link.port(), link.facts());
            case StormTransition.Sign sign -> facts.take(sign);
            case StormTransition.Storm storm -> {
                take(storm);
                yield true;
            }
            case StormTransition.Maintenance work -> {
                plan.take(work, nowNanos);
                yield true;
            }
            case StormTransition.Inventory entity -> {
                inventory.take(entity);
                links.listed(inventory);
                yield true;
            }
            case StormTransition.Silence silence -> {
                silentStates.voicesChange();
                yield silences.take(silence);
            }
            case StormTransition.Flow unused -> false;
        };
    }

    /** Renews or clears what an incident lists of the storm state. */
    private void take(StormTransition.Storm storm) {
        PauseChange change = storm.change();
        StormTransition.Storm before = facts.storm(storm.factKey());
        facts.take(storm);
        if (before != null && before.overNanos() != null && change.kind() != PauseChange.Kind.CLEARED) {
            silentStates.isBack(storm, change.atNanos());
        }
        for (Draft draft : incidents.values()) {
            int at = draft.indexOf(storm);
            Incident.Port port = at < 0 ? null : draft.ports().get(at);
            if (port == null || !port.open()) {
                continue;
            }
            String where = Words.where(port);
            if (change.kind() == PauseChange.Kind.CLEARED) {
                draft.ports().set(at, port.cleared(change.atNanos()));
                draft.note(change.atNanos(), where + " clear");
            } else {
                draft.ports().set(at, Draft.port(storm, port.openedNanos()));
                if (change.rule() != port.rule()) {
                    draft.note(change.atNanos(), where + " is " + change.rule().text());
                }
            }
        }
    }

    /**
     * Runs the timers up to a time; {@link Long#MAX_VALUE} runs all of them: nothing will follow, and what ports said last is no news of then.
     *
     * @return new versions of the incidents that changed, in order
     */
    public List<Incident> advanceTo(long timeNanos) {
        List<Incident> versions = new ArrayList<>();
        long done = nowNanos;
        ended = timeNanos == Long.MAX_VALUE;
        for (long due = nextDue(done); due != NEVER && due <= timeNanos; due = nextDue(done)) {
            versions.addAll(decide(due));
            done = due;
        }
        if (timeNanos != Long.MAX_VALUE) {
            nowNanos = Math.max(nowNanos, timeNanos);
        }
        return versions;
    }

    /** When time alone may next change something, after a time up to which all is decided. */
    private long nextDue(long doneNanos) {
        // What ports said last is no news of a time behind the data.
        long next = ended ? NEVER : silentStates.nextAfter(doneNanos);
        for (Draft draft : incidents.values()) {
            for (long due : dues(draft)) {
                next = due > doneNanos ? Math.min(next, due) : next;
            }
        }
        if (incidents.values().stream().anyMatch(Draft::isOpen)) {
            next = Math.min(next, plan.nextAfter(doneNanos));
        }
        if (!incidents.isEmpty()) {
            for (StormTransition.Sign sign :
                    facts.signs(PortSign.Kind.LINE_RATE).toList()) {
                long due = sign.sign().present() ? NEVER : sign.atNanos() + settings.settleNanos();
                next = due > doneNanos ? Math.min(next, due) : next;
            }
            for (Deadlocks.Cycle cycle : deadlocks().cycles()) {
                next = cycle.dueNanos() > doneNanos ? Math.min(next, cycle.dueNanos()) : next;
            }
        }
        return next;
    }

    private List<Long> dues(Draft draft) {
        List<Long> dues = new ArrayList<>();
        Long resolved = draft.resolvedNanos;
        if (draft.state == Incident.State.RESOLVED && resolved != null) {
            dues.add(resolved + settings.reopenNanos());
        }
        if (!draft.isOpen()) {
            return dues;
        }
        Long quiet = quietSince(draft);
        if (quiet != null) {
            dues.add(quiet + settings.clearNanos());
        } else if (draft.page == null) {
            dues.add(draft.openedNanos + settings.settleNanos());
            dues.add(draft.newestOpeningNanos() + settings.settleNanos());
            Long held = paging.heldSinceNanos(draft);
            if (held != null) {
                dues.add(held + settings.paging().holdNanos());
                dues.add(paging.explainedFromNanos(draft));
            }
        }
        return dues;
    }

    private @Nullable Long quietSince(Draft draft) {
        return draft.isOfDrops() ? Assessment.dropsEndedNanos(draft, facts) : draft.quietSinceNanos();
    }

    private Deadlocks deadlocks() {
        Deadlocks found = deadlocks;
        if (found == null) {
            found = new Deadlocks(waits(nowNanos));
            deadlocks = found;
        }
        return found;
    }

    /** The waits as of now. Who opened first is known to the incident that lists the storm state. */
    private WaitGraph waits(long atNanos) {
        Map<StateKey, Long> openedNanos = new HashMap<>();
        for (Draft draft : incidents.values()) {
            if (draft.isOpen()) {
                draft.ports().stream()
                        .filter(Incident.Port::open)
                        .forEach(p -> openedNanos.put(Draft.state(links.key(p), p), p.openedNanos()));
            }
        }
        return new WaitGraph(
                links, facts, s -> openedNanos.getOrDefault(s.state(), s.atNanos()), atNanos - settings.settleNanos());
    }

    private List<Incident> decide(long atNanos) {
        deadlocks = null;
        forget(atNanos);
        if (!ended) {
            silentStates.decide(atNanos);
        }
        if (incidents.isEmpty()
                && facts.open().isEmpty()
                && facts.present(PortSign.Kind.LOSSLESS_DROPS).findAny().isEmpty()) {
            return List.of();
        }
        resolve(atNanos);
        Grouping.Now now = new Grouping.Now(links, facts, misconfigurations, waits(atNanos), atNanos);
        deadlocks = new Deadlocks(now.waits());
        if (mayRegroup(atNanos)) {
            grouping.regroup(now, !ended);
        }
        Assessment assessment = new Assessment(now, deadlocks(), settings, incidents.values(), !ended);
        // In the order of age, so that a merged incident never precedes the one it ended in.
        List<Draft> drafts = incidents.values().stream().sorted(Draft.BY_AGE).toList();
        List<Incident> versions = new ArrayList<>();
        for (Draft draft : drafts) {
            if (draft.isOpen()) {
                maintain(draft, atNanos);
                assessment.assess(draft, paging, victims);
            }
            Incident version = draft.changed(fabric, runId, atNanos);
            if (version != null) {
                versions.add(version);
            }
        }
        return versions;
    }

    /** Once the data has ended and settled no wait changes any more, so that only what is open grows quiet. */
    private boolean mayRegroup(long atNanos) {
        return !ended || atNanos <= nowNanos + settings.settleNanos();
    }

    /** What lies in planned work is suppressed until that is over; what has paged stays as it is. */
    private void maintain(Draft draft, long atNanos) {
        MaintenanceWindow window = draft.page != null
                ? null
                : plan.covering(draft.originEntity, draft.originPort.device(), draft.originPort.port(), atNanos);
        if (window != null && draft.state == Incident.State.OPEN) {
            draft.state = Incident.State.SUPPRESSED;
            draft.note(atNanos, "suppressed: maintenance " + window.id() + ", " + window.reason());
        } else if (window == null && draft.state == Incident.State.SUPPRESSED) {
            draft.state = Incident.State.OPEN;
            draft.note(atNanos, "no longer suppressed: the maintenance is over");
        }
    }

    private void forget(long atNanos) {
        incidents.values().removeIf(draft -> {
            Incident newest = draft.published();
            boolean ended =
                    draft.state == Incident.State.MERGED_INTO && newest != null && newest.changedNanos() < atNanos;
            Long resolved = draft.resolvedNanos;
            boolean old = draft.state == Incident.State.RESOLVED
                    && resolved != null
                    && resolved + settings.reopenNanos() <= atNanos;
            return ended || old;
        });
        victims.forgetAllBut(incidents.keySet());
        forgotten.addAll(flows.advanceTo(atNanos));
        forgotten.addAll(facts.forgetEndedBefore(atNanos - settings.clearNanos()));
        forgotten.addAll(plan.forgetEnded(atNanos));
    }

    private void resolve(long atNanos) {
        for (Draft draft : incidents.values()) {
            Long quiet = draft.isOpen() ? quietSince(draft) : null;
            if (quiet != null && quiet + settings.clearNanos() <= atNanos) {
                draft.resolvedNanos = quiet;
                draft.state = Incident.State.RESOLVED;
                draft.note(atNanos, "resolved: clear for " + Words.seconds(settings.clearNanos()));
            }
        }
    }
}
