package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why a storm is, from what its origin does. Evidence goes to the incident. */
final class Causes {
    private final Grouping.Now now;

    /**
     * What is found.
     *
     * @param congestion true where the origin sends at line rate: nothing is broken
     * @param certain false where something speaks for another origin or cause
     */
    record Verdict(Incident.Cause cause, boolean congestion, boolean certain) {}

    Causes(Grouping.Now now) {
        this.now = now;
    }

    Verdict of(Draft draft, Assessment.Waits waits) {
        if (draft.originEntity.isEmpty()) {
            draft.evidence(
                    StormGraph.RULE_ORIGIN_UNKNOWN,
                    "the sender",
                    missing(draft.ports().get(0)),
                    now.atNanos());
            return new Verdict(Incident.Cause.UNKNOWN, false, true);
        }
        // What happened at an origin that is clear by now was judged before.
        if (waits.direct().isEmpty()) {
            return new Verdict(draft.cause, draft.rule.equals(Incident.CONGESTION), true);
        }
        Verdict verdict = now.links().isHost(draft.originEntity) ? atHost(draft, waits) : atSwitch(draft, waits);
        boolean unknown = verdict.cause() == Incident.Cause.UNKNOWN && !waits.closed();
        return unknown && misconfigured(draft, portsOf(waits.direct()))
                ? new Verdict(Incident.Cause.MISCONFIGURED, verdict.congestion(), verdict.certain())
                : verdict;
    }

    private boolean misconfigured(Draft draft, Set<PortKey> ports) {
        boolean found = false;
        for (PortKey port : ports) {
            found |= misconfigured(draft, port);
        }
        return found;
    }

    private static String missing(Incident.Port port) {
        String at = port.device() + "/" + port.port();
        return switch (port.direction()) {
            case UNKNOWN ->
                "cannot be told: whether " + at
                        + " sent or received the pause is unknown: name the side of the capture in --links";
            case RX, TX -> "is not known: the peer of " + at + " is unknown: name it in --links";
        };
    }

    private Verdict atHost(Draft draft, Assessment.Waits waits) {
        PortSign pressure = backPressure(draft);
        boolean degraded = degraded(draft, portsOf(waits.direct()));
        Incident.Cause cause = waits.direct().stream().anyMatch(h -> passesNothing(h, draft.cause))
                ? Incident.Cause.NIC_PAUSE_STORM
                : null;
        if (cause != null && pressure != null) {
            draft.evidence(
                    StormGraph.RULE_BACK_PRESSURE,
                    draft.originEntity,
                    pressure.text() + "; but nothing passes, so it pauses without receiving",
                    now.atNanos());
        }
        if (cause == null && pressure != null) {
            cause = Incident.Cause.SLOW_RECEIVER;
        } else if (cause == null && degraded) {
            cause = Incident.Cause.LINK_DEGRADED;
        } else if (cause == null && waits.direct().stream().anyMatch(Causes::moves)) {
            cause = Incident.Cause.SLOW_RECEIVER;
            draft.evidence(
                    StormGraph.RULE_PROGRESS,
                    draft.originEntity,
                    "takes packets while it pauses: it cannot take all that comes",
                    now.atNanos());
        }
        if (cause == null) {
            draft.evidence(
                    StormGraph.RULE_CAUSE_UNKNOWN,
                    draft.originEntity,
                    "pauses, but what it receives meanwhile is not known: missing are packets sent at "
                            + Links.name(draft.originPort) + ", or counters of the host",
                    now.atNanos());
            cause = Incident.Cause.UNKNOWN;
        }
        return new Verdict(cause, false, true);
    }

    /**
     * A watchdog's storm is its own word that nothing passed. When a storm ends packets pass before its states have cleared; while
     * the same rule holds that changes nothing.
     */
    private static boolean passesNothing(Hop hop, Incident.Cause before) {
        List<StormRule> rules =
                hop.telling().stream().map(s -> s.change().rule()).toList();
        if (rules.contains(StormRule.WATCHDOG)) {
            return true;
        }
        if (hop.sentPackets() > 0) {
            return before == Incident.Cause.NIC_PAUSE_STORM && !rules.contains(StormRule.CHOPPY);
        }
        return hop.sentPackets() == 0;
    }

    private static boolean moves(Hop hop) {
        return hop.sentPackets() > 0
                || hop.telling().stream().anyMatch(s -> s.change().rule() == StormRule.CHOPPY);
    }

    private @Nullable PortSign backPressure(Draft draft) {
        PortSign found = null;
        for (StormTransition.Sign sign :
                now.facts().present(PortSign.Kind.BACK_PRESSURE).toList()) {
            if (now.links().entity(sign.port().device()).equals(draft.originEntity)) {
                found = found == null ? sign.sign() : found;
                draft.evidence(
                        StormGraph.RULE_BACK_PRESSURE,
                        Links.name(sign.port()),
                        sign.sign().text(),
                        now.atNanos());
            }
        }
        return found;
    }

    private Set<PortKey> portsOf(List<Hop> hops) {
        Set<PortKey> ports = new LinkedHashSet<>();
        for (Hop hop : hops) {
            if (hop.waitingPort() != null) {
                ports.add(hop.waitingPort());
            }
            if (hop.pausingPort() != null) {
                ports.add(hop.pausingPort());
            }
        }
        return ports;
    }

    /** True where a link has errors or is slower than its kind. */
    private boolean degraded(Draft draft, Set<PortKey> ports) {
        boolean found = false;
        for (PortKey port : ports) {
            found |= errorsAt(draft, port);
            String slower = now.links().slower(port);
            if (slower != null) {
                found = true;
                draft.evidence(StormGraph.RULE_LINK_SLOWER, Links.name(port), slower, now.atNanos());
            }
        }
        return found;
    }

    /** True where either end of a port's link counts errors. */
    boolean linkErrors(Draft draft, PortKey port) {
        PortKey peer = now.links().peer(port);
        boolean here = errorsAt(draft, port);
        return (peer != null && errorsAt(draft, peer)) || here;
    }

    private boolean errorsAt(Draft draft, PortKey port) {
        PortSign errors = now.facts().present(PortSign.Kind.LINK_ERRORS, port, -1);
        if (errors != null) {
            draft.evidence(StormGraph.RULE_LINK_ERRORS, Links.name(port), errors.text(), now.atNanos());
        }
        return errors != null;
    }

    /** True where settings at either end of a port's link break pauses. */
    boolean misconfigured(Draft draft, PortKey port) {
        String words = now.settings().at(port, now.atNanos());
        if (words != null) {
            draft.evidence(StormGraph.RULE_MISCONFIGURED, Links.name(port), words, now.atNanos());
        }
        return words != null;
    }

    private Verdict atSwitch(Draft draft, Assessment.Waits waits) {
        Set<WaitGraph.Full> full = new LinkedHashSet<>();
        waits.direct().forEach(hop -> full.addAll(now.waits().full(hop)));
        List<WaitGraph.Full> atLineRate =
                full.stream().filter(WaitGraph.Full::atLineRate).toList();
        List<WaitGraph.Full> egresses = atLineRate.isEmpty() ? List.copyOf(full) : atLineRate;
        if (egresses.isEmpty() || waits.closed()) {
            if (!waits.closed()) {
                draft.evidence(
                        StormGraph.RULE_CAUSE_UNKNOWN,
                        draft.originEntity,
                        "pauses, and no egress of it is known to be paused, full or at line rate",
                        now.atNanos());
            }
            return new Verdict(Incident.Cause.UNKNOWN, false, false);
        }
        for (WaitGraph.Full egress : egresses) {
            if (egress.sign().present()) {
                draft.evidence(
                        egress.atLineRate() ? Incident.CONGESTION : StormGraph.RULE_WAITING,
                        Links.name(egress.port()),
                        egress.sign().text(),
                        now.atNanos());
            }
        }
        Incident.Cause cause = causeAt(draft, egresses.get(0).port(), !atLineRate.isEmpty());
        return new Verdict(cause, !atLineRate.isEmpty(), egresses.size() == 1);
    }

    private Incident.Cause causeAt(Draft draft, PortKey egress, boolean atLineRate) {
        Set<PortKey> ends = new LinkedHashSet<>(List.of(egress));
        PortKey peer = now.links().peer(egress);
        if (peer != null) {
            ends.add(peer);
        }
        if (degraded(draft, ends)) {
            return Incident.Cause.LINK_DEGRADED;
        }
        String to = now.links().peerDevice(egress);
        if (!atLineRate || to.isEmpty()) {
            draft.evidence(
                    StormGraph.RULE_CAUSE_UNKNOWN,
                    Links.name(egress),
                    to.isEmpty()
                            ? "is full, but where it leads to is not known: name its peer in --links"
                            : "holds what waits without being paused or at line rate",
                    now.atNanos());
            return Incident.Cause.UNKNOWN;
        }
        if (now.links().isHost(to)) {
            return Incident.Cause.INCAST;
        }
        siblings(draft, egress);
        return Incident.Cause.FABRIC_OVERSUBSCRIBED;
    }

    private void siblings(Draft draft, PortKey egress) {
        List<PortKey> siblings = now.links().siblings(egress);
        long full = siblings.stream()
                .filter(p -> now.facts().present(PortSign.Kind.LINE_RATE, p, -1) != null)
                .count();
        draft.evidence(
                StormGraph.RULE_SIBLINGS,
                Links.name(egress),
                siblings.isEmpty()
                        ? "has no sibling that is known"
                        : full + " of " + siblings.size() + " siblings are at line rate as well"
                                + (full < siblings.size() ? ": the load is spread unevenly" : ""),
                now.atNanos());
    }
}
