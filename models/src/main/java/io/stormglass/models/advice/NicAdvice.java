package io.stormglass.models.advice;

import io.stormglass.models.ecn.Bounds;
import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.Messages;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * What senders could do where thresholds do little. Figures are costs of packet simulations of one queue, balanced profile: 64 messages of 64 kB at 400G without jitter 2.58,
 * spread over 60 us 0.97, over 100 us 0.60, while window, clamp, CNP interval and timers changed nothing; 16 on/off messages of 8 MB at 400G 2.47, with a window that follows the
 * rate 0.66, with the clamp 1.44, with CNPs 50 us apart 3.55.
 */
final class NicAdvice {
    private static final double HIGH_LOAD = 0.7;
    private static final long SLOW_CUTS_NANOS = 40_000;
    private static final long FAST_LINK = 400_000_000_000L;
    private static final double SLOW_INCREASE = 20_000;

    private NicAdvice() {}

    static List<String> of(Workload workload) {
        List<String> all = new ArrayList<>();
        QueueFacts facts = workload.facts();
        Reaction reaction = workload.reaction();
        double loop = facts.baseRttNanos() + 2.0 * reaction.decreaseNanos();
        briefBursts(workload, loop, all);
        briefMessages(workload, loop, all);
        Messages messages = workload.messages();
        if (messages.any() && messages.load() >= HIGH_LOAD) {
            all.add(Words.of(
                    "messages offer %s of the link: CLAMP_TGT_RATE (the target rate falls with each cut) keeps senders from overshooting after it; without it simulated storage at 80 %% load wastes a third of the link",
                    Words.share(messages.load())));
        }
        if (reaction.decreaseNanos() >= SLOW_CUTS_NANOS && facts.lineBitsPerSecond() >= FAST_LINK) {
            all.add(Words.of(
                    "senders cut at most every %s: at %s thresholds change little with that; RATE_REDUCE_MONITOR_PERIOD and MIN_TIME_BETWEEN_CNPS of 4 us let marks act",
                    Words.time((double) reaction.decreaseNanos()), Words.rate(facts.lineBitsPerSecond())));
        }
        double increases = facts.lineBitsPerSecond()
                / (double) Math.max(1, reaction.timers().aiBitsPerSecond());
        if (increases > SLOW_INCREASE && workload.longFlows() > 0) {
            all.add(Words.of(
                    "RPG_AI_RATE adds 1/%.0f of the link per step, made for slower links: flows take long to come back, and larger Kmin only hides it; 1/5000 is usual",
                    increases));
        }
        return List.copyOf(all);
    }

    private static void briefBursts(Workload workload, double loop, List<String> all) {
        Bursts bursts = workload.bursts();
        QueueFacts facts = workload.facts();
        if (!bursts.any() || facts.nanos((double) bursts.bytesEach()) >= loop) {
            return;
        }
        double pausing = Bounds.of(workload).pausingBytes();
        String peak = bursts.peakBytes() > pausing
                ? Words.of(
                        ", and its peak of %s is above the %s at which ports are paused, whatever Kmin is",
                        Words.bytes(bursts.peakBytes()), Words.bytes(pausing))
                : "";
        all.add(Words.of(
                "a message of a burst (%s) has left its NIC before the first cut can come, %s after its start%s: spread the starts (jitter) or use a window below a message; timers, g, clamp and CNP interval change nothing",
                Words.bytes((double) bursts.bytesEach()), Words.time(loop), peak));
    }

    private static void briefMessages(Workload workload, double loop, List<String> all) {
        Messages messages = workload.messages();
        QueueFacts facts = workload.facts();
        if (messages.any() && facts.nanos(messages.meanByteBytes()) < loop) {
            all.add(Words.of(
                    "messages (%s where most bytes are) are over before the first cut can come, %s after their start: admission at the senders decides",
                    Words.bytes(messages.meanByteBytes()), Words.time(loop)));
        }
    }
}
