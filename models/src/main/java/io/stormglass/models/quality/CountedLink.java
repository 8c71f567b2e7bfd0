package io.stormglass.models.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A port of which it is read how often its link went down.
 *
 * @param port port of the device that tells
 * @param downNanos ends of the steps in which that was seen, sorted; of what follows within 10 s only the first, and the newest 64 of them
 */
public record CountedLink(String port, List<Long> downNanos) {
    private static final long APART_NANOS = 10_000_000_000L;
    private static final int MOST = 64;

    public CountedLink {
        downNanos = List.copyOf(downNanos);
    }

    /** The same after it went down once more. */
    static List<Long> with(List<Long> downNanos, long atNanos) {
        if (!downNanos.isEmpty() && atNanos < downNanos.getLast() + APART_NANOS) {
            return downNanos;
        }
        List<Long> more = new ArrayList<>(downNanos);
        more.add(atNanos);
        return List.copyOf(more.subList(Math.max(0, more.size() - MOST), more.size()));
    }

    /** What two agents tell of it together. */
    CountedLink and(CountedLink other) {
        TreeSet<Long> all = new TreeSet<>(downNanos);
        all.addAll(other.downNanos);
        return new CountedLink(port, new ArrayList<>(all));
    }

    /** It went down within so long of a time. */
    boolean wentDown(long aroundNanos, long withinNanos) {
        return downNanos.stream().anyMatch(at -> Math.abs(at - aroundNanos) <= withinNanos);
    }
}
