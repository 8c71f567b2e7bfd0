package io.stormglass.models.advice;

import io.stormglass.models.ecn.Inputs;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts evidence together. */
final class Evidences {
    private static final double NANOS_PER_SECOND = 1e9;

    private Evidences() {}

    static Evidence of(Kind kind, List<String> why) {
        List<String> sentences = new ArrayList<>();
        Evidence.Numbers numbers = numbers(kind);
        sentences.add(seen(kind, numbers));
        sentences.addAll(why);
        List<Evidence.Input> inputs = new ArrayList<>();
        for (Inputs.Input input : Inputs.Input.values()) {
            Inputs.Known known = kind.estimate().inputs().of(input);
            inputs.add(new Evidence.Input(input.text(), known.grade().text(), known.source()));
        }
        return new Evidence(kind.span().name(), sentences, inputs, numbers);
    }

    private static Evidence.Numbers numbers(Kind kind) {
        QueueSpan span = kind.span();
        long packets = span.sumOfFlows(QueueLoad.Flows::sentPackets);
        Long sent = span.sum(QueueLoad.Counters::sentPackets);
        Long marked = span.sum(QueueLoad.Counters::marked);
        double of = sent != null && sent > 0 ? sent : packets;
        return new Evidence.Numbers(
                span.fromNanos(),
                span.toNanos(),
                span.load(),
                span.longFlows(),
                span.bursts(),
                span.ofBursts(bursts -> bursts.fanIn()),
                span.ofBursts(bursts -> bursts.volumeBytes()),
                kind.workload().facts().baseRttNanos(),
                span.watermarkBytes(),
                marked == null || of == 0 ? null : Math.min(1, marked / of),
                span.sumOfFlows(QueueLoad.Flows::cnps) * NANOS_PER_SECOND / span.nanos(),
                span.sum(QueueLoad.Counters::pausedNanos) == null ? null : span.pausedShare(),
                span.ingressPausedRatio(),
                span.sum(QueueLoad.Counters::wredDropped));
    }

    private static String seen(Kind kind, Evidence.Numbers numbers) {
        StringBuilder text = new StringBuilder(Words.of(
                "In %s %s carried %s of its link with %.1f long flows",
                Words.time((double) kind.span().nanos()),
                kind.span().name(),
                Words.share(numbers.loadRatio()),
                numbers.longFlows()));
        if (numbers.bursts() > 0) {
            text.append(Words.of(
                    " and %d bursts of %.1f messages and %s",
                    numbers.bursts(), numbers.fanIn(), Words.bytes(numbers.burstBytes())));
        }
        text.append(Words.of(", %.0f CNPs per second", numbers.cnpsPerSecond()));
        append(text, ", %s of the packets marked", numbers.markedRatio());
        append(text, ", peers of the switch paused for %s of their time", numbers.ingressPausedRatio());
        Long watermark = numbers.watermarkBytes();
        if (watermark != null) {
            text.append(", queue up to ").append(Words.bytes(watermark));
        }
        return text.append('.').toString();
    }

    private static void append(StringBuilder text, String format, @Nullable Double ratio) {
        if (ratio != null) {
            text.append(Words.of(format, Words.share(ratio)));
        }
    }
}
