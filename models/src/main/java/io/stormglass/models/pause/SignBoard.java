package io.stormglass.models.pause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Signs of a port as they were told last: one is told when it begins, ends, or its value has changed much and some time has passed. */
final class SignBoard {
    private final double toldAgainFactor;
    private final long toldAgainNanos;
    private final double severeDrops;
    private final TreeMap<Key, Told> told = new TreeMap<>();
    private List<PortSign> fresh = new ArrayList<>();

    private record Key(PortSign.Kind kind, int priority) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::kind).thenComparingInt(Key::priority);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private record Told(double value, long atNanos) {}

    SignBoard(PauseSettings.Signs limits, List<PortPausesState.Sign> stored) {
        toldAgainFactor = limits.toldAgainFactor();
        toldAgainNanos = limits.toldAgainNanos();
        severeDrops = limits.severeDrops();
        stored.forEach(sign -> told.put(new Key(sign.kind(), sign.priority()), new Told(sign.value(), sign.atNanos())));
    }

    void present(PortSign.Kind kind, long atNanos, int priority, double value, Supplier<String> text) {
        Key key = new Key(kind, priority);
        Told before = told.get(key);
        if (before != null
                && !becomesSevere(kind, value, before.value)
                && (atNanos - before.atNanos < toldAgainNanos || !isOther(value, before.value))) {
            return;
        }
        told.put(key, new Told(value, atNanos));
        fresh.add(new PortSign(kind, atNanos, priority, true, value, text.get()));
    }

    private boolean becomesSevere(PortSign.Kind kind, double value, double before) {
        return kind == PortSign.Kind.LOSSLESS_DROPS && before < severeDrops && value >= severeDrops;
    }

    private boolean isOther(double value, double before) {
        return value >= before * toldAgainFactor || value <= before / toldAgainFactor;
    }

    void absent(PortSign.Kind kind, long atNanos, int priority, String text) {
        if (told.remove(new Key(kind, priority)) != null) {
            fresh.add(new PortSign(kind, atNanos, priority, false, 0, text));
        }
    }

    boolean isPresent(PortSign.Kind kind, int priority) {
        return told.containsKey(new Key(kind, priority));
    }

    /** True where a sign of the kind is told of any priority. */
    boolean isPresent(PortSign.Kind kind) {
        Key first = told.ceilingKey(new Key(kind, TrackKey.ALL));
        return first != null && first.kind == kind;
    }

    boolean isEmpty() {
        return told.isEmpty();
    }

    /** What was told since the last call, in order. */
    List<PortSign> drain() {
        if (fresh.isEmpty()) {
            return List.of();
        }
        List<PortSign> drained = fresh;
        fresh = new ArrayList<>();
        return drained;
    }

    List<PortPausesState.Sign> state() {
        List<PortPausesState.Sign> signs = new ArrayList<>();
        told.forEach(
                (key, last) -> signs.add(new PortPausesState.Sign(key.kind, key.priority, last.value, last.atNanos)));
        return signs;
    }
}
