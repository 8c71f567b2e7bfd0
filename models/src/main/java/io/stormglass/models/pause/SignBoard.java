package io.stormglass.models.pause;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Signs of a port as they were told last: one is told when it begins, ends, or its value changes much. */
final class SignBoard {
    private final double toldAgainFactor;
    private final TreeMap<Key, Double> told = new TreeMap<>();
    private List<PortSign> fresh = new ArrayList<>();

    private record Key(PortSign.Kind kind, int priority) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparing(Key::kind).thenComparingInt(Key::priority);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    SignBoard(double toldAgainFactor, List<PortPausesState.Sign> stored) {
        this.toldAgainFactor = toldAgainFactor;
        stored.forEach(sign -> told.put(new Key(sign.kind(), sign.priority()), sign.value()));
    }

    void present(PortSign.Kind kind, long atNanos, int priority, double value, Supplier<String> text) {
        Key key = new Key(kind, priority);
        Double before = told.get(key);
        if (before != null && value < before * toldAgainFactor && value > before / toldAgainFactor) {
            return;
        }
        told.put(key, value);
        fresh.add(new PortSign(kind, atNanos, priority, true, value, text.get()));
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
        told.forEach((key, value) -> signs.add(new PortPausesState.Sign(key.kind, key.priority, value)));
        return signs;
    }
}
