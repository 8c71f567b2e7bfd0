package io.stormglass.streams.sink;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one Alertmanager has been told and what it has still to be told. Alertmanager knows an alert by its labels, so incidents
 * with the same labels, of which one may follow the other, share one alert: it fires while any of them is open.
 */
final class PagedAlerts {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long MILLION = 1_000_000L;

    private final SinkTimes times;
    private final Map<String, Slot> slots = new TreeMap<>();
    private final Map<String, String> slotByIncident = new HashMap<>();

    /** What is to be sent of one alert. */
    record Due(Slot slot, Version version, boolean firing) {
        private Told asTold() {
            return new Told(version.id(), version.offset(), version.incident().getChangedNanos(), firing);
        }
    }

    /** A version, told as firing or as ended. */
    private record Told(String incident, long offset, long changedNanos, boolean firing) {}

    /** An incident and the offset of its first version that has not been told; -1 where all have. */
    private record Held(Version newest, long pendingFrom) {
        Held told() {
            return new Held(newest, -1);
        }
    }

    /** One alert. */
    static final class Slot {
        private final String key;
        private final SortedMap<String, String> labels;
        private final Map<String, Held> incidents = new TreeMap<>();
        private boolean fired;
        private boolean alone;
        private @Nullable String endTold;
        private long firedAtMillis;
        private long nextMillis;
        private @Nullable Told done;
        private @Nullable Told refused;
        private long refusedSinceMillis;

        private Slot(String key, SortedMap<String, String> labels) {
            this.key = key;
            this.labels = labels;
        }

        SortedMap<String, String> labels() {
            return labels;
        }

        /** True where the end of this incident has been told: further versions of what is over are no news. */
        private boolean isOver(Version version) {
            return !version.open() && version.id().equals(endTold);
        }

        /** The open incident that opened first, else the one that ended last. */
        private Version shown() {
            return incidents.values().stream()
                    .map(Held::newest)
                    .min(Comparator.comparing((Version version) -> !version.open())
                            .thenComparingLong(version ->
                                    version.open() ? version.incident().getOpenedNanos() : -version.endNanos())
                            .thenComparing(Version::id))
                    .orElseThrow();
        }
    }

    PagedAlerts(SinkTimes times) {
        this.times = times;
    }

    /**
     * Takes a version.
     *
     * @param told true where an earlier run of this sink has told of it
     */
    void take(Version version, boolean told) {
        if (!version.pages()) {
            // Its page went on under the name of another incident, with the same labels.
            forget(version.id());
            return;
        }
        SortedMap<String, String> labels = version.labels();
        Slot slot = slots.computeIfAbsent(labels.toString(), key -> new Slot(key, labels));
        Held before = slot.incidents.get(version.id());
        if (before != null && !version.newerThan(before.newest())) {
            return;
        }
        boolean isNoNews = told || slot.isOver(version) || (version.suppressed() && !slot.fired);
        if (isNoNews) {
            slot.fired |= version.open();
            slot.endTold = version.open() ? null : version.id();
        } else if (version.open()) {
            slot.endTold = null;
        }
        long from = before != null && before.pendingFrom() >= 0 ? before.pendingFrom() : version.offset();
        put(slot, new Held(version, isNoNews ? -1 : from));
        dropHidden(slot);
        slot.fired &= !slot.isOver(slot.shown());
    }

    private void put(Slot slot, Held held) {
        slot.incidents.put(held.newest().id(), held);
        slotByIncident.put(held.newest().id(), slot.key);
    }

    /** What has ended is hidden by what is open, and by what ended later. */
    private void dropHidden(Slot slot) {
        Version shown = slot.shown();
        List<String> hidden = slot.incidents.values().stream()
                .map(Held::newest)
                .filter(version -> !version.open() && !version.id().equals(shown.id()))
                .map(Version::id)
                .toList();
        hidden.forEach(id -> remove(slot, id));
    }

    private void remove(Slot slot, String incidentId) {
        slot.incidents.remove(incidentId);
        slotByIncident.remove(incidentId);
        if (slot.incidents.isEmpty()) {
            slots.remove(slot.key);
        }
    }

    /** The incident's record was deleted: its alert ends by itself. */
    void forget(String incidentId) {
        Slot slot = slots.get(slotByIncident.getOrDefault(incidentId, ""));
        if (slot != null) {
            remove(slot, incidentId);
        }
    }

    /** Drops what ended too long ago; says of how many alerts the end had not been told. */
    int dropExpired(long nowMillis) {
        List<Slot> old = slots.values().stream()
                .filter(slot -> !slot.shown().open()
                        && nowMillis - endMillis(slot) > times.forget().toMillis())
                .toList();
        int untold =
                (int) old.stream().filter(slot -> !slot.isOver(slot.shown())).count();
        old.forEach(slot -> remove(slot, slot.shown().id()));
        return untold;
    }

    private static long endMillis(Slot slot) {
        return slot.shown().endNanos() / MILLION;
    }

    /** What is to be sent now; what was refused together with others comes alone. */
    List<Due> due(long nowMillis, int most) {
        List<Due> due = new ArrayList<>();
        for (Slot slot : slots.values()) {
            Due next = next(slot);
            if (at(slot, next) > nowMillis) {
                continue;
            }
            if (slot.alone) {
                return List.of(next);
            }
            if (due.size() < most) {
                due.add(next);
            }
        }
        return due;
    }

    /** When something is due next, ms since 1970. */
    long nextMillis() {
        return slots.values().stream()
                .mapToLong(slot -> at(slot, next(slot)))
                .min()
                .orElse(NEVER);
    }

    private static Due next(Slot slot) {
        Version shown = slot.shown();
        return new Due(slot, shown, shown.open() || !slot.fired);
    }

    private long at(Slot slot, Due next) {
        if (slot.isOver(next.version())) {
            return NEVER;
        }
        Told told = next.asTold();
        if (told.equals(slot.done) || told.equals(slot.refused)) {
            return slot.nextMillis;
        }
        return next.firing() ? 0 : slot.firedAtMillis + times.hold().toMillis();
    }

    /** The receiver took them. */
    void accepted(List<Due> sent, long nowMillis) {
        for (Due due : sent) {
            Slot slot = due.slot();
            slot.alone = false;
            slot.refused = null;
            slot.done = due.asTold();
            slot.nextMillis = nowMillis + times.resend().toMillis();
            if (!due.firing()) {
                slot.fired = false;
                slot.endTold = due.version().id();
            } else if (!slot.fired) {
                slot.fired = true;
                slot.firedAtMillis = nowMillis;
            }
            slot.incidents.replaceAll((id, held) -> afterTelling(slot, held, due));
        }
    }

    /** One alert tells of all open incidents that share it; what is newer than what was told, and an end, is still to be told. */
    private static Held afterTelling(Slot slot, Held held, Due due) {
        boolean isNewer =
                held.newest().id().equals(due.version().id()) && held.newest().newerThan(due.version());
        boolean isPending = isNewer || (!held.newest().open() && due.firing());
        return isPending && !slot.isOver(held.newest())
                ? new Held(held.newest(), held.newest().offset())
                : held.told();
    }

    /** The receiver refused several at once: one of them may be at fault, so each is tried alone. */
    void separate(List<Due> sent) {
        sent.forEach(due -> due.slot().alone = true);
    }

    /**
     * The receiver refused one. It is tried again at the pace of re-sending, for a limited time.
     *
     * @return true where this version is refused for the first time
     */
    boolean refused(Due due, long nowMillis) {
        Slot slot = due.slot();
        Told told = due.asTold();
        boolean isFirst = !told.equals(slot.refused);
        slot.alone = false;
        slot.done = null;
        slot.refused = told;
        slot.refusedSinceMillis = isFirst ? nowMillis : slot.refusedSinceMillis;
        long next = nowMillis + times.resend().toMillis();
        slot.nextMillis = next - slot.refusedSinceMillis > times.forget().toMillis() ? NEVER : next;
        slot.incidents.computeIfPresent(
                due.version().id(), (id, held) -> held.newest().newerThan(due.version()) ? held : held.told());
        return isFirst;
    }

    /** Offset of the first version of a partition that has not been told; the given one where all have. */
    long pendingFrom(int partition, long otherwise) {
        return slots.values().stream()
                .flatMap(slot -> slot.incidents.values().stream())
                .filter(held -> held.newest().partition() == partition && held.pendingFrom() >= 0)
                .mapToLong(Held::pendingFrom)
                .min()
                .orElse(otherwise);
    }

    /** True where nothing waits to be told. */
    boolean idle() {
        return slots.values().stream()
                .flatMap(slot -> slot.incidents.values().stream())
                .noneMatch(held -> held.pendingFrom() >= 0);
    }

    /** Alerts that are kept. */
    int size() {
        return slots.size();
    }
}
