package io.stormglass.streams.remotewrite;

import java.util.HashMap;
import java.util.Map;

/**
 * The flows of each fabric that become series: the fastest, no more than a bound. A flow takes the place of the slowest where it
 * is a quarter faster, or where that has told nothing for a minute of event time.
 */
final class FlowSelection {
    private static final double FASTER = 1.25;
    private static final long SILENT_NANOS = 60_000_000_000L;

    private final int most;
    private final Map<String, Map<String, Seen>> byFabric = new HashMap<>();

    private record Seen(double bitsPerSecond, long atNanos) {}

    FlowSelection(int most) {
        this.most = most;
    }

    /** True where the flow's samples are to be sent. */
    boolean takes(String fabric, String flow, double bitsPerSecond, long atNanos) {
        if (most == 0) {
            return false;
        }
        Map<String, Seen> chosen = byFabric.computeIfAbsent(fabric, any -> new HashMap<>());
        if (chosen.containsKey(flow) || chosen.size() < most) {
            chosen.put(flow, new Seen(bitsPerSecond, atNanos));
            return true;
        }
        String slowest = slowest(chosen, atNanos);
        if (bitsPerSecond <= FASTER * rate(chosen, slowest, atNanos)) {
            return false;
        }
        chosen.remove(slowest);
        chosen.put(flow, new Seen(bitsPerSecond, atNanos));
        return true;
    }

    private static String slowest(Map<String, Seen> chosen, long atNanos) {
        String slowest = "";
        double least = Double.POSITIVE_INFINITY;
        for (String flow : chosen.keySet()) {
            double rate = rate(chosen, flow, atNanos);
            if (rate < least || (rate == least && flow.compareTo(slowest) < 0)) {
                least = rate;
                slowest = flow;
            }
        }
        return slowest;
    }

    private static double rate(Map<String, Seen> chosen, String flow, long atNanos) {
        Seen seen = chosen.get(flow);
        return seen == null || atNanos - seen.atNanos() > SILENT_NANOS ? 0 : seen.bitsPerSecond();
    }
}
