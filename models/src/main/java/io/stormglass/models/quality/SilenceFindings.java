package io.stormglass.models.quality;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which silences are worth a ticket, each told once: an agent of many devices with its devices, a device with its own agent and with the neighbours that fell silent
 * together with it.
 */
final class SilenceFindings {
    /** Who fell silent within so long of each other did so together: two steps of silence that is not yet unknown. */
    private static final long TOGETHER_NANOS = 60_000_000_000L;

    private static final int MOST_NAMES = 20;

    private final SortedMap<TelemetryEntity, TelemetryRow> rows;
    private final SortedSet<TelemetryEntity> quiet;
    private final QualitySettings settings;
    private final Links links;

    SilenceFindings(
            SortedMap<TelemetryEntity, TelemetryRow> rows,
            SortedSet<TelemetryEntity> quiet,
            Links links,
            QualitySettings settings) {
        this.rows = rows;
        this.quiet = quiet;
        this.links = links;
        this.settings = settings;
    }

    /** The findings that hold at a time. */
    List<TelemetryFinding> at(long nowNanos, Collection<TelemetryFinding> open) {
        List<TelemetryFinding> found = new ArrayList<>();
        List<TelemetryRow> devices = new ArrayList<>();
        for (TelemetryEntity entity : quiet) {
            TelemetryRow row = rows.get(entity);
            if (row == null) {
                continue;
            }
            boolean agent = entity.kind() == TelemetryEntity.Kind.AGENT;
            if (agent && !isTheAgentOfAQuietDevice(row) && isDue(row, nowNanos)) {
                found.add(agent(row));
            } else if (!agent && !isMissedWithItsCollector(row)) {
                devices.add(row);
            }
        }
        found.addAll(devices(devices, nowNanos, open));
        return found;
    }

    private boolean isDue(TelemetryRow row, long nowNanos) {
        return nowNanos >= heard(row) + settings.ticketNanos();
    }

    private static long heard(TelemetryRow row) {
        Long heard = row.heardNanos();
        return heard == null ? row.sinceNanos() : heard;
    }

    private boolean isQuiet(TelemetryEntity entity) {
        return quiet.contains(entity);
    }

    private boolean isTheAgentOfAQuietDevice(TelemetryRow agent) {
        List<String> devices = agent.report().related();
        return devices.size() == 1 && isQuiet(Links.device(agent.entity().fabric(), devices.getFirst()));
    }

    /** All agents that told of the device are silent, and each told of other devices too. */
    private boolean isMissedWithItsCollector(TelemetryRow device) {
        List<TelemetryRow> agents = agents(device);
        return !agents.isEmpty()
                && agents.stream()
                        .allMatch(agent ->
                                agent.quiet() && agent.report().related().size() > 1);
    }

    private List<TelemetryRow> agents(TelemetryRow device) {
        List<TelemetryRow> agents = new ArrayList<>();
        for (String name : device.report().related()) {
            TelemetryRow row = rows.get(new TelemetryEntity(
                    TelemetryEntity.Kind.AGENT, device.entity().fabric(), name));
            if (row != null) {
                agents.add(row);
            }
        }
        return agents;
    }

    private TelemetryFinding agent(TelemetryRow row) {
        List<String> evidence = new ArrayList<>();
        evidence.add("agent " + row.entity().name() + ": " + row.text());
        List<String> silent = row.report().related().stream()
                .filter(name -> isQuiet(Links.device(row.entity().fabric(), name)))
                .toList();
        if (!silent.isEmpty()) {
            evidence.add("silent with it, of the devices that it tells of: " + names(silent));
        }
        return new TelemetryFinding(row.entity(), TelemetryFinding.Kind.TELEMETRY_UNKNOWN, heard(row), null, evidence);
    }

    private List<TelemetryFinding> devices(
            List<TelemetryRow> devices, long nowNanos, Collection<TelemetryFinding> open) {
        TreeMap<TelemetryEntity, TelemetryRow> left = new TreeMap<>();
        devices.forEach(row -> left.put(row.entity(), row));
        TreeSet<TelemetryEntity> told = new TreeSet<>();
        open.forEach(finding -> told.add(finding.entity()));
        List<TelemetryRow> byWeight = new ArrayList<>(devices);
        byWeight.sort(Comparator.<TelemetryRow>comparingInt(row -> told.contains(row.entity()) ? 0 : 1)
                .thenComparingInt(row -> -degree(row.entity()))
                .thenComparing(TelemetryRow::entity));
        List<TelemetryFinding> found = new ArrayList<>();
        for (TelemetryRow head : byWeight) {
            if (left.remove(head.entity()) == null) {
                continue;
            }
            List<String> with = takeTogether(head, left);
            if (isDue(head, nowNanos)) {
                found.add(device(head, with));
            }
        }
        return found;
    }

    private int degree(TelemetryEntity entity) {
        return links.neighbours(entity).size();
    }

    /** Takes from what is left whoever fell silent together with a device and is linked to it. */
    private List<String> takeTogether(TelemetryRow head, Map<TelemetryEntity, TelemetryRow> left) {
        List<String> with = new ArrayList<>();
        ArrayDeque<TelemetryEntity> next = new ArrayDeque<>(List.of(head.entity()));
        while (!next.isEmpty()) {
            for (TelemetryEntity other : links.neighbours(next.remove())) {
                TelemetryRow row = left.get(other);
                if (row != null && Math.abs(heard(row) - heard(head)) <= TOGETHER_NANOS) {
                    left.remove(other);
                    with.add(other.name());
                    next.add(other);
                }
            }
        }
        with.sort(null);
        return with;
    }

    private TelemetryFinding device(TelemetryRow row, List<String> with) {
        TelemetryEntity entity = row.entity();
        List<String> evidence = new ArrayList<>();
        evidence.add("no port of " + entity.name() + " is heard: " + row.text());
        List<TelemetryRow> agents = agents(row);
        for (TelemetryRow agent : agents) {
            evidence.add("its agent " + agent.entity().name() + " " + says(agent.state()));
        }
        Seen seen = seenByNeighbours(row);
        evidence.add(seen.text(entity.name()));
        if (!with.isEmpty()) {
            evidence.add("silent together with it: " + names(with));
        }
        List<String> heard = heardNeighbours(entity);
        if (!heard.isEmpty()) {
            evidence.add("neighbours that are heard: " + names(heard));
        }
        boolean agentsAlone =
                seen.areUp() && !agents.isEmpty() && agents.stream().allMatch(TelemetryRow::quiet);
        TelemetryFinding.Kind kind =
                agentsAlone ? TelemetryFinding.Kind.AGENT_SILENT : TelemetryFinding.Kind.DEVICE_DOWN;
        return new TelemetryFinding(entity, kind, heard(row), null, evidence);
    }

    /**
     * What neighbours that were heard after a device fell silent say of their links to it.
     *
     * @param down ports whose link went down since a minute before that
     * @param up ports whose link did not
     */
    private record Seen(List<String> down, List<String> up) {
        /** Most of them stayed up: what is off has no link. */
        boolean areUp() {
            return up.size() > down.size();
        }

        String text(String device) {
            if (down.isEmpty() && up.isEmpty()) {
                return "no neighbour can tell whether its links are up";
            }
            if (down.isEmpty()) {
                return "its links stayed up, so " + device
                        + " itself is probably fine: no link that went down was counted" + " by " + names(up);
            }
            String counted = "its links went down, not long before that or later: counted by " + names(down);
            return up.isEmpty() ? counted : counted + ", not by " + names(up);
        }
    }

    private Seen seenByNeighbours(TelemetryRow device) {
        List<String> down = new ArrayList<>();
        List<String> up = new ArrayList<>();
        for (Links.Facing facing : links.counting(device.entity())) {
            TelemetryRow neighbour = rows.get(facing.neighbour());
            if (neighbour == null || !wasHeardAfter(neighbour, heard(device) + TOGETHER_NANOS)) {
                continue;
            }
            // A port that is down is often not read: its silence says nothing.
            if (facing.link().wentDownSince(heard(device) - TOGETHER_NANOS)) {
                down.add(facing.name());
            } else if (facing.link().wasReadAfter(heard(device) + TOGETHER_NANOS)) {
                up.add(facing.name());
            }
        }
        return new Seen(down, up);
    }

    private static boolean wasHeardAfter(TelemetryRow row, long nanos) {
        if (row.state() == TelemetryRow.State.STALLED) {
            return row.sinceNanos() > nanos;
        }
        return !row.quiet() || heard(row) > nanos;
    }

    private List<String> heardNeighbours(TelemetryEntity entity) {
        return links.neighbours(entity).stream()
                .filter(other -> isHeard(rows.get(other)))
                .map(TelemetryEntity::name)
                .toList();
    }

    private static boolean isHeard(@Nullable TelemetryRow row) {
        return row != null && !row.quiet();
    }

    private static String says(TelemetryRow.State state) {
        return switch (state) {
            case OK, SKEWED, STALLED -> "still speaks";
            case UNKNOWN -> "is silent too";
            case STOPPED -> "said that it stops";
        };
    }

    private static String names(List<String> names) {
        if (names.size() <= MOST_NAMES) {
            return String.join(", ", names);
        }
        return String.join(", ", names.subList(0, MOST_NAMES)) + " and " + (names.size() - MOST_NAMES) + " more";
    }
}
