package io.stormglass.models.consistency;

import io.stormglass.models.consistency.ConsistencyFinding.Phase;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Compares the settings of all ports of one fabric whenever they have changed, at multiples of a step of event time. What does not fit for the settle time is a
 * finding; it clears when it has fitted for as long. A value that nobody read makes no finding.
 *
 * <p>Facts must come in the order of time; those of one time may come in any order. So what is found is a function of the sorted sequence. Not thread-safe; no
 * clock is read.
 */
public final class Consistency {
    private final String fabric;
    private final ConsistencySettings settings;
    private final TreeMap<PortKey, LinkFacts> facts = new TreeMap<>();
    private final TreeMap<Condition.Key, ConsistencyFinding> findings = new TreeMap<>();
    private List<ConsistencyFinding> changed = new ArrayList<>();
    /** When settings are compared next; {@link Long#MAX_VALUE}: not before they change. */
    private long compareNanos = Long.MAX_VALUE;

    private long newestNanos;

    /** Nothing is known. */
    public Consistency(String fabric, ConsistencySettings settings) {
        this.fabric = fabric;
        this.settings = settings;
    }

    /**
     * Continues from stored facts of a port. They are compared once more: whether that was done before is not stored.
     *
     * @param sinceNanos when they came
     */
    public void restore(PortKey port, LinkFacts stored, long sinceNanos) {
        facts.put(port, stored);
        newestNanos = Math.max(newestNanos, sinceNanos);
        compareNanos = nextStep(newestNanos);
    }

    /** Continues from a stored finding that is not over. */
    public void restore(ConsistencyFinding finding) {
        findings.put(key(finding), finding);
    }

    /**
     * The facts of a port are these from now on. What is due before is decided first.
     *
     * @return findings that changed, in the order of time
     */
    public List<ConsistencyFinding> accept(PortKey port, LinkFacts newest, long atNanos) {
        runTo(atNanos);
        if (!newest.equals(facts.put(port, newest))) {
            newestNanos = Math.max(newestNanos, atNanos);
            compareNanos = Math.min(compareNanos, nextStep(atNanos));
        }
        return taken();
    }

    /**
     * All facts from before the boundary have come.
     *
     * @param boundaryNanos {@link Long#MAX_VALUE} where none will follow: every timer runs
     * @return findings that changed, in the order of time
     */
    public List<ConsistencyFinding> advanceTo(long boundaryNanos) {
        runTo(boundaryNanos);
        return taken();
    }

    /**
     * Findings that have been told of and concern a port, or the other end of its link: for whoever asks why something happens there.
     *
     * @param atNanos the present; all facts from before have come. What is due until then is decided first, and is among what the next call tells
     */
    public List<ConsistencyFinding> openAt(PortKey port, long atNanos) {
        runTo(atNanos);
        return findings.values().stream()
                .filter(each -> each.phase() == Phase.OPEN && each.ports().contains(port))
                .toList();
    }

    /** The same with what has not stood long enough to be told of. */
    public List<ConsistencyFinding> standingAt(PortKey port, long atNanos) {
        runTo(atNanos);
        return findings.values().stream()
                .filter(each -> each.phase() == Phase.OPEN || each.phase() == Phase.PENDING)
                .filter(each -> each.ports().contains(port))
                .toList();
    }

    private List<ConsistencyFinding> taken() {
        List<ConsistencyFinding> all = changed;
        changed = new ArrayList<>();
        return all;
    }

    private long nextStep(long nanos) {
        return (nanos / settings.stepNanos() + 1) * settings.stepNanos();
    }

    private static Condition.Key key(ConsistencyFinding finding) {
        return new Condition.Key(finding.kind(), finding.entity());
    }

    /** Decides what is due up to a time, inclusive. */
    private void runTo(long nanos) {
        while (true) {
            long timer = nextTimer();
            if (Math.min(compareNanos, timer) > nanos || Math.min(compareNanos, timer) == Long.MAX_VALUE) {
                return;
            }
            if (compareNanos <= timer) {
                long at = compareNanos;
                compareNanos = Long.MAX_VALUE;
                compare(at);
            } else {
                settled(timer);
            }
        }
    }

    private long nextTimer() {
        long next = Long.MAX_VALUE;
        for (ConsistencyFinding finding : findings.values()) {
            next = Math.min(next, timer(finding));
        }
        return next;
    }

    private long timer(ConsistencyFinding finding) {
        return switch (finding.phase()) {
            case PENDING, CLEARING -> finding.phaseNanos() + settings.settleNanos();
            case OPEN, CLEARED, DROPPED -> Long.MAX_VALUE;
        };
    }

    private void settled(long atNanos) {
        for (ConsistencyFinding finding : List.copyOf(findings.values())) {
            if (timer(finding) <= atNanos) {
                put(
                        finding.phase() == Phase.PENDING
                                ? finding.in(Phase.OPEN, finding.sinceNanos(), atNanos)
                                : finding.in(Phase.CLEARED, finding.phaseNanos(), atNanos));
            }
        }
    }

    private void put(ConsistencyFinding finding) {
        changed.add(finding);
        if (finding.isOver()) {
            findings.remove(key(finding));
        } else {
            findings.put(key(finding), finding);
        }
    }

    private void compare(long atNanos) {
        Cabling cabling = new Cabling(facts, settings.majority());
        List<Misfit> misfits = new ArrayList<>(LinkRules.misfits(cabling, settings));
        misfits.addAll(DscpRule.misfits(cabling));
        misfits.addAll(PortRules.misfits(cabling));
        misfits.addAll(NicRules.misfits(cabling));
        SortedMap<Condition.Key, Condition> now = Condition.of(misfits, settings.listed());
        now.forEach((key, condition) -> holds(key, condition, atNanos));
        for (ConsistencyFinding finding : List.copyOf(findings.values())) {
            if (!now.containsKey(key(finding))) {
                mended(finding, atNanos);
            }
        }
    }

    private void holds(Condition.Key key, Condition condition, long atNanos) {
        ConsistencyFinding before = findings.get(key);
        if (before == null) {
            put(new ConsistencyFinding(
                    fabric,
                    condition.kind(),
                    condition.entity(),
                    condition.ports(),
                    newestNanos,
                    Phase.PENDING,
                    newestNanos,
                    atNanos,
                    condition.evidence()));
            return;
        }
        boolean back = before.phase() == Phase.CLEARING;
        ConsistencyFinding after =
                (back ? before.in(Phase.OPEN, before.sinceNanos(), atNanos) : before).seen(condition, atNanos);
        boolean same = after.ports().equals(before.ports()) && after.evidence().equals(before.evidence());
        if (back || !same) {
            put(after);
        }
    }

    private void mended(ConsistencyFinding finding, long atNanos) {
        switch (finding.phase()) {
            case PENDING -> put(finding.in(Phase.DROPPED, newestNanos, atNanos));
            case OPEN -> put(finding.in(Phase.CLEARING, newestNanos, atNanos));
            case CLEARING, CLEARED, DROPPED -> {}
        }
    }
}
