package io.stormglass.models.load;

import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Reactions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Adds up what the flows through one queue did in a window. */
final class QueueFlows {
    /** Round trip of two switches between; what a message must last to be slowed down depends on it only a little. */
    private static final long ASSUMED_RTT_NANOS = 10_000;
    /** T_dec of NVIDIA's firmware as shipped. */
    private static final long ASSUMED_DECREASE_NANOS = 4_000;

    private final LoadSettings settings;
    private final long fromNanos;
    private final long toNanos;
    private final int priority;
    private final long lineBitsPerSecond;

    QueueFlows(LoadSettings settings, long fromNanos, long toNanos, int priority, long lineBitsPerSecond) {
        this.settings = settings;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.priority = priority;
        this.lineBitsPerSecond = lineBitsPerSecond;
    }

    /** Null where nothing was seen. */
    QueueLoad.@Nullable Flows of(List<FlowShare> shares) {
        Sum sum = new Sum();
        shares.forEach(sum::add);
        if (sum.seen.isEmpty() && sum.others.isEmpty()) {
            return null;
        }
        List<QueueLoad.Control> controls = controls(sum.senders);
        long rtt = sum.rttNanos == null ? ASSUMED_RTT_NANOS : sum.rttNanos;
        Traffic traffic =
                new QueueTraffic(settings, rtt + 2 * decreaseNanos(controls)).of(fromNanos, toNanos, sum.spells);
        return new QueueLoad.Flows(
                sum.sending.size(),
                sum.oneIn,
                sum.rttNanos,
                sum.rttSamples,
                sum.packets,
                sum.bytes,
                sum.marked,
                sum.cnps,
                variation(Arrays.copyOf(sum.cnpsOfSlots, slots())),
                traffic.withNotKept(sum.notKept),
                controls,
                sum.seen.isEmpty() ? 0 : 1 << priority,
                sum.deaf.size(),
                sum.others.size(),
                sum.otherBytes);
    }

    private static final class Sum {
        private final TreeSet<String> seen = new TreeSet<>();
        private final TreeSet<String> sending = new TreeSet<>();
        private final TreeSet<String> deaf = new TreeSet<>();
        private final TreeSet<String> others = new TreeSet<>();
        private final Map<List<String>, Set<String>> senders =
                new TreeMap<>((a, b) -> String.join("\n", a).compareTo(String.join("\n", b)));
        private final List<Spell> spells = new ArrayList<>();
        private final long[] cnpsOfSlots = new long[FlowPart.SLOTS];
        private @Nullable Long rttNanos;
        private int oneIn = 1;
        private long rttSamples;
        private long packets;
        private long bytes;
        private long marked;
        private long cnps;
        private long notKept;
        private long otherBytes;

        void add(FlowShare share) {
            FlowPart part = share.part();
            if (share.other()) {
                others.add(share.flow());
                otherBytes += part.bytes();
                return;
            }
            seen.add(share.flow());
            if (part.packets() > 0) {
                sending.add(share.flow());
            }
            if (part.deaf()) {
                deaf.add(share.flow());
            }
            if (!share.ccMode().isEmpty() || !share.ccSettings().isEmpty()) {
                senders.computeIfAbsent(List.of(share.ccMode(), share.ccSettings()), control -> new TreeSet<>())
                        .add(share.sender());
            }
            Long rtt = part.rttNanos();
            if (rtt != null && (rttNanos == null || rtt < rttNanos)) {
                rttNanos = rtt;
            }
            oneIn = Math.max(oneIn, part.sampledOneIn());
            rttSamples += part.rttSamples();
            packets += part.packets();
            bytes += part.bytes();
            marked += part.marked();
            cnps += part.cnps();
            notKept += share.notKept();
            spells.addAll(part.spells());
            for (int slot = 0; slot < part.cnpsOfSlots().size(); slot++) {
                cnpsOfSlots[slot] += part.cnpsOfSlots().get(slot);
            }
        }
    }

    /** Slots that the window has, one at least. */
    private int slots() {
        long slotNanos = FlowLoad.WINDOW_NANOS / FlowPart.SLOTS;
        return (int) Math.max(1, (toNanos - fromNanos) / slotNanos);
    }

    private static double variation(long[] counts) {
        double mean = Arrays.stream(counts).average().orElse(0);
        if (mean == 0) {
            return 0;
        }
        double squares = 0;
        for (long count : counts) {
            squares += (count - mean) * (count - mean);
        }
        return Math.sqrt(squares / counts.length) / mean;
    }

    private static List<QueueLoad.Control> controls(Map<List<String>, Set<String>> senders) {
        List<QueueLoad.Control> controls = new ArrayList<>();
        senders.forEach((control, addresses) ->
                controls.add(new QueueLoad.Control(control.get(0), control.get(1), addresses.size())));
        return controls;
    }

    /** The longest that a sender takes between two cuts. */
    private long decreaseNanos(List<QueueLoad.Control> controls) {
        long longest = 0;
        for (QueueLoad.Control control : controls) {
            longest = Math.max(
                    longest,
                    Reactions.parse(control.settings(), lineBitsPerSecond)
                            .map(Reaction::decreaseNanos)
                            .orElse(0L));
        }
        return longest == 0 ? ASSUMED_DECREASE_NANOS : longest;
    }
}
