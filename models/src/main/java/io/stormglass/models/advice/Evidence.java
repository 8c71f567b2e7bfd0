package io.stormglass.models.advice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What advice rests on.
 *
 * @param queue that decides: the one whose cost is highest, as {@code port|queue}; empty where none was looked at
 * @param sentences what was seen, and why these thresholds
 * @param inputs how well each is known
 * @param numbers of that queue; null where nothing was seen of it
 */
public record Evidence(
        String queue,
        List<String> sentences,
        List<Input> inputs,
        @Nullable Numbers numbers) {
    /** Nothing was looked at. */
    public static final Evidence NONE = new Evidence("", List.of(), List.of(), null);

    public Evidence {
        sentences = List.copyOf(sentences);
        inputs = List.copyOf(inputs);
    }

    /**
     * An input.
     *
     * @param name such as {@code base round trip}
     * @param grade such as {@code measured}
     * @param source in words
     */
    public record Input(String name, String grade, String source) {}

    /**
     * What was measured at a queue; nulls were not.
     *
     * @param fromNanos of the first window
     * @param toNanos of the last one
     * @param loadRatio carried load, 0..1
     * @param longFlows mean number at once
     * @param bursts how many
     * @param fanIn mean messages of a burst
     * @param burstBytes mean volume of one
     * @param baseRttNanos as it was used
     * @param watermarkBytes highest queue
     * @param markedRatio marked packets of all
     * @param cnpsPerSecond of all flows
     * @param egressPausedRatio of the time in which it had something to send
     * @param ingressPausedRatio port time in which peers of the device were paused
     * @param wredDropped packets
     */
    public record Numbers(
            long fromNanos,
            long toNanos,
            double loadRatio,
            double longFlows,
            long bursts,
            double fanIn,
            double burstBytes,
            long baseRttNanos,
            @Nullable Long watermarkBytes,
            @Nullable Double markedRatio,
            double cnpsPerSecond,
            @Nullable Double egressPausedRatio,
            @Nullable Double ingressPausedRatio,
            @Nullable Long wredDropped) {}
}
