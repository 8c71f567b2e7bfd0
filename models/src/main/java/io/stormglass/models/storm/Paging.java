package io.stormglass.models.storm;

import io.stormglass.models.pause.StormRule;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whether an incident pages, and with what. */
final class Paging {
    private static final long NANOS_PER_MINUTE = 60_000_000_000L;

    private final Links links;
    private final StormSettings settings;

    Paging(Links links, StormSettings settings) {
        this.links = links;
        this.settings = settings;
    }

    /**
     * Sets the page where the condition holds now. An incident that has gone quiet does not page: it ended before.
     *
     * @param switches with ports that wait
     */
    void consider(Draft draft, long switches, boolean active, long atNanos) {
        if (draft.page != null || draft.state != Incident.State.OPEN || !active || !draft.settled(atNanos)) {
            return;
        }
        String reason = reason(draft, switches, atNanos);
        if (reason != null) {
            draft.page = new Incident.Page(atNanos, reason, labels(draft));
            draft.note(atNanos, "page: " + reason);
        }
    }

    /** Since when what may page has held; null where nothing does. */
    @Nullable
    Long heldSinceNanos(Draft draft) {
        if (draft.rule.equals(Incident.CONGESTION)) {
            return settings.paging().onCongestion() ? (Long) draft.newestOpeningNanos() : null;
        }
        Long severe = draft.severeSinceNanos;
        return severe == null ? null : (Long) Math.max(severe, draft.newestOpeningNanos());
    }

    /**
     * Before this nobody is paged of one opening: a switch pauses for no known reason, and what holds it up may be a storm whose rule
     * takes longer than that of the ports behind it.
     */
    long explainedFromNanos(Draft draft) {
        boolean unexplained = draft.cause == Incident.Cause.UNKNOWN && links.isSwitch(draft.originEntity);
        return draft.newestOpeningNanos() + (unexplained ? settings.paging().unexplainedNanos() : 0);
    }

    private @Nullable String reason(Draft draft, long switches, long atNanos) {
        if (draft.rule.equals(StormRule.IDLE_PAUSE.text())) {
            return null;
        }
        Long since = heldSinceNanos(draft);
        boolean congestion = draft.rule.equals(Incident.CONGESTION);
        if (!congestion && draft.hasEvidence(StormGraph.RULE_WATCHDOG_DROPS)) {
            return "the watchdog dropped packets";
        }
        if (since == null) {
            return null;
        }
        StormSettings.Paging limits = settings.paging();
        boolean explained = atNanos >= explainedFromNanos(draft);
        if (explained && atNanos >= since + limits.holdNanos()) {
            return (congestion ? "congestion" : Words.word(draft.severity)) + " for "
                    + Words.seconds(limits.holdNanos());
        }
        if (congestion) {
            return null;
        }
        // Of what has only just become critical it is not known yet whether it is congestion.
        boolean before = severeBefore(draft);
        if (before && draft.openingsSince(atNanos - limits.openingsNanos()) >= limits.openings()) {
            return "opened " + limits.openings() + " times in " + limits.openingsNanos() / NANOS_PER_MINUTE + " min";
        }
        boolean settled = explained && atNanos >= draft.newestOpeningNanos() + settings.settleNanos();
        return settled && switches > 1 ? "spread past the first switch: ports of " + switches + " switches wait" : null;
    }

    /** True where it was critical when it opened last: it was so when it went quiet. */
    private static boolean severeBefore(Draft draft) {
        Long severe = draft.severeSinceNanos;
        return severe != null && severe < draft.newestOpeningNanos();
    }

    private Map<String, String> labels(Draft draft) {
        boolean host = links.isHost(draft.originEntity);
        Map<String, String> labels = new TreeMap<>();
        labels.put("alertname", alertName(draft));
        labels.put("cluster", draft.cluster);
        labels.put("fabric", draft.originPort.fabric());
        labels.put("host", host ? draft.originEntity : "");
        labels.put("device", draft.originPort.device());
        labels.put("port", draft.originPort.port());
        boolean hostTeam = draft.cause == Incident.Cause.NIC_PAUSE_STORM || draft.cause == Incident.Cause.SLOW_RECEIVER;
        labels.put("owner", hostTeam ? "host" : "network");
        return labels;
    }

    private static String alertName(Draft draft) {
        if (draft.rule.equals(Incident.LOSSLESS_DROP)) {
            return "StormglassLosslessDrop";
        }
        return draft.cause == Incident.Cause.DEADLOCK ? "StormglassPfcDeadlock" : "StormglassPfcStorm";
    }
}
