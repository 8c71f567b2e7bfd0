package io.stormglass.cli.scoreboard;

import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One incident through all of its versions. */
final class History {
    private final List<StormIncident> versions = new ArrayList<>();
    private final TreeSet<Long> openings = new TreeSet<>();
    private Severity worst = Severity.UNKNOWN;
    private @Nullable StormPage page;

    /** Histories in the order of their first version. */
    static List<History> of(List<StormIncident> published) {
        Map<String, History> byId = new LinkedHashMap<>();
        for (StormIncident version : published) {
            byId.computeIfAbsent(version.getIncidentId(), id -> new History()).add(version);
        }
        return List.copyOf(byId.values());
    }

    private void add(StormIncident version) {
        versions.add(version);
        openings.add(version.getOpenedNanos());
        openings.addAll(version.getOpenings());
        if (version.getSeverity().compareTo(worst) > 0) {
            worst = version.getSeverity();
        }
        if (page == null) {
            page = version.getPage();
        }
    }

    String id() {
        return last().getIncidentId();
    }

    /** As it ended. */
    StormIncident last() {
        return versions.getLast();
    }

    /** Incident that this one became part of; empty where it stayed its own. */
    String mergedInto() {
        return last().getState() == IncidentState.MERGED_INTO ? last().getMergedInto() : "";
    }

    boolean isMerged() {
        return last().getState() == IncidentState.MERGED_INTO;
    }

    /** The worst that it ever was. */
    Severity worst() {
        return worst;
    }

    boolean isSevere() {
        return worst.compareTo(Severity.CRITICAL) >= 0;
    }

    /** What it paged with; null where it never did. */
    @Nullable
    StormPage page() {
        return page;
    }

    /** What it last said waits for each other; empty where it never said so. */
    List<String> cycle() {
        return versions.reversed().stream()
                .map(StormIncident::getCycle)
                .filter(cycle -> !cycle.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The first opening within a span, event time; null where there is none. */
    @Nullable
    Long openedWithin(long fromNanos, long toNanos) {
        Long opened = openings.ceiling(fromNanos);
        return opened == null || opened > toNanos ? null : opened;
    }
}
