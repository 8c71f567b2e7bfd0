package io.stormglass.models.storm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Planned work of a fabric that is not over. */
final class MaintenancePlan {
    static final long NEVER = Long.MAX_VALUE;

    private final TreeMap<String, StormTransition.Maintenance> windows = new TreeMap<>();

    /** Continues with what {@link #all} said; what is not of maintenance is passed over. */
    MaintenancePlan(Collection<StormTransition> facts) {
        for (StormTransition fact : facts) {
            if (fact instanceof StormTransition.Maintenance work) {
                windows.put(work.factKey(), work);
            }
        }
    }

    void take(StormTransition.Maintenance work, long nowNanos) {
        if (work.cancelled() || work.window().toNanos() <= nowNanos) {
            windows.remove(work.factKey());
        } else {
            windows.put(work.factKey(), work);
        }
    }

    boolean holds(String factKey) {
        return windows.containsKey(factKey);
    }

    Collection<? extends StormTransition> all() {
        return windows.values();
    }

    /** The window, open at the time, in which an origin lies; the one that ends last; null where none. */
    @Nullable
    MaintenanceWindow covering(String originEntity, String originDevice, String originPort, long nanos) {
        MaintenanceWindow last = null;
        for (StormTransition.Maintenance work : windows.values()) {
            MaintenanceWindow window = work.window();
            boolean covers = window.isOpenAt(nanos) && window.covers(originEntity, originDevice, originPort);
            if (covers && (last == null || window.toNanos() > last.toNanos())) {
                last = window;
            }
        }
        return last;
    }

    /** First start or end of a window after a time; {@link #NEVER} where there is none. */
    long nextAfter(long nanos) {
        long next = NEVER;
        for (StormTransition.Maintenance work : windows.values()) {
            for (long at : new long[] {work.window().fromNanos(), work.window().toNanos()}) {
                next = at > nanos ? Math.min(next, at) : next;
            }
        }
        return next;
    }

    /** Forgets what is over; returns its keys. */
    List<String> forgetEnded(long nowNanos) {
        List<String> gone = new ArrayList<>();
        windows.forEach((key, work) -> {
            if (work.window().toNanos() <= nowNanos) {
                gone.add(key);
            }
        });
        gone.forEach(windows::remove);
        return gone;
    }
}
