package io.stormglass.models.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A port of which it is read how often its link went down.
 *
 * @param port port of the device that tells
 * @param downNanos ends of the steps in which that was seen, sorted; of what follows within 10 s only the first, and the newest 64 of them
 * @param readNanos end of the step in which it was last read, where that is so long ago that it is not read any more; else 0
 */
public record CountedLink(String port, List<Long> downNanos, long readNanos) {
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
        boolean read = readNanos == 0 || other.readNanos == 0;
        return new CountedLink(port, new ArrayList<>(all), read ? 0 : Math.max(readNanos, other.readNanos));
    }

    /** It went down at a time or later. */
    boolean wentDownSince(long nanos) {
        return !downNanos.isEmpty() && downNanos.getLast() >= nanos;
    }

    /** It was read after a time, or still is. */
    boolean wasReadAfter(long nanos) {
        return readNanos == 0 || readNanos > nanos;
    }
}
