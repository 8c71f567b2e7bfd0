package io.stormglass.models.storm;

import io.stormglass.models.pause.StormRule;
import java.util.Objects;

/** How bad an incident is. */
final class Severities {
    private Severities() {}

    static Incident.Severity of(
            Draft draft, Assessment.Waits waits, boolean deadlock, Links links, StormSettings settings) {
        boolean critical = deadlock || critical(draft, waits, links);
        if (!critical || draft.confidence < settings.warningBelowConfidence()) {
            return Incident.Severity.WARNING;
        }
        return deadlock || isWide(waits, links, settings.emergency())
                ? Incident.Severity.EMERGENCY
                : Incident.Severity.CRITICAL;
    }

    private static boolean critical(Draft draft, Assessment.Waits waits, Links links) {
        if (draft.rule.equals(Incident.CONGESTION) || draft.rule.equals(StormRule.IDLE_PAUSE.text())) {
            return false;
        }
        if (draft.rule.equals(StormRule.CHOPPY.text())) {
            return links.isHost(draft.originEntity) || waits.closed();
        }
        if (draft.rule.equals(StormRule.NIC_REPORTED.text())) {
            return waits.all().stream()
                    .flatMap(h -> h.telling().stream())
                    .map(s -> s.change().rule())
                    .anyMatch(rule -> rule != StormRule.NIC_REPORTED && rule != StormRule.IDLE_PAUSE);
        }
        return true;
    }

    private static boolean isWide(Assessment.Waits waits, Links links, StormSettings.Emergency limits) {
        long hosts = waits.all().stream()
                .filter(h -> links.isHost(h.waiter()))
                .map(h -> Objects.requireNonNullElse(h.waitingPort(), h.pausingPort()))
                .distinct()
                .count();
        return switchesWaiting(waits, links) >= limits.switches()
                || (hosts >= limits.hosts() && hosts >= limits.hostShare() * links.hostPorts());
    }

    /** Switches with ports that wait. */
    static long switchesWaiting(Assessment.Waits waits, Links links) {
        return waits.all().stream()
                .map(Hop::waiter)
                .filter(links::isSwitch)
                .distinct()
                .count();
    }
}
