package io.stormglass.models.advice;

import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest windows of one queue, taken together. Windows in which the queue itself was paused for long are left out of everything but the share of that. */
final class QueueSpan {
    private static final int DEPTHS_PER_SECOND = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** All that belong together. */
    private final List<QueueLoad> all;

    private final List<QueueLoad> used;
    private final QueueLoad newest;

    private QueueSpan(List<QueueLoad> all, List<QueueLoad> used) {
        this.all = all;
        this.used = used;
        newest = all.getLast();
    }

    /**
     * Takes those that end within the sliding time before a moment and begin at or after another.
     *
     * @param windows by time, at least one
     * @param nowNanos end of the newest window of the object
     * @return null where none is left
     */
    static @Nullable QueueSpan of(List<QueueLoad> windows, long sinceNanos, long nowNanos, AdviceSettings settings) {
        List<QueueLoad> all = windows.stream()
                .filter(window -> window.toNanos() > nowNanos - settings.slidingNanos())
                .filter(window -> window.fromNanos() >= sinceNanos)
                .toList();
        if (all.isEmpty()) {
            return null;
        }
        List<QueueLoad> moving = all.stream()
                .filter(window -> pausedShare(List.of(window)) <= settings.mostPausedShare())
                .toList();
        return new QueueSpan(all, moving.isEmpty() ? all : moving);
    }

    List<QueueLoad> windows() {
        return used;
    }

    QueueLoad newest() {
        return newest;
    }

    QueueLoad.Settings settings() {
        return newest.settings();
    }

    String name() {
        return newest.port().port() + "|" + newest.priority();
    }

    long fromNanos() {
        return used.getFirst().fromNanos();
    }

    long toNanos() {
        return used.getLast().toNanos();
    }

    /** Sum of the windows. */
    long nanos() {
        return used.stream()
                .mapToLong(window -> window.toNanos() - window.fromNanos())
                .sum();
    }

    // ---- counters

    private static @Nullable Long sum(List<QueueLoad> windows, Counted counted) {
        Long sum = null;
        for (QueueLoad window : windows) {
            QueueLoad.Counters counters = window.counters();
            Long value = counters == null ? null : counted.of(counters);
            if (value != null) {
                sum = (sum == null ? 0 : sum) + value;
            }
        }
        return sum;
    }

    @FunctionalInterface
    interface Counted {
        @Nullable
        Long of(QueueLoad.Counters counters);
    }

    /** Null where no window counted it. */
    @Nullable
    Long sum(Counted counted) {
        return sum(used, counted);
    }

    boolean counted() {
        return used.stream().anyMatch(window -> window.counters() != null);
    }

    @Nullable
    Long watermarkBytes() {
        Long most = null;
        for (QueueLoad window : used) {
            QueueLoad.Counters counters = window.counters();
            Long value = counters == null ? null : counters.watermarkBytes();
            if (value != null && (most == null || value > most)) {
                most = value;
            }
        }
        return most;
    }

    /** Share of the time with something to send in which the queue was paused; 0 where nobody tells. */
    double pausedShare() {
        return pausedShare(all);
    }

    private static double pausedShare(List<QueueLoad> windows) {
        Long paused = sum(windows, QueueLoad.Counters::pausedNanos);
        if (paused == null || paused == 0) {
            return 0;
        }
        double sending = 0;
        for (QueueLoad window : windows) {
            sending += load(window) * (window.toNanos() - window.fromNanos());
        }
        return paused / (paused + sending);
    }

    /** Port time in which peers of the device were paused; null where nobody tells. */
    @Nullable
    Double ingressPausedRatio() {
        long covered = 0;
        long paused = 0;
        for (QueueLoad window : used) {
            QueueLoad.Counters counters = window.counters();
            QueueLoad.Ingress ingress = counters == null ? null : counters.ingress();
            if (ingress != null) {
                covered += ingress.coveredNanos();
                paused += ingress.pausedNanos();
            }
        }
        return covered == 0 ? null : Math.min(1, paused / (double) covered);
    }

    /** True where depths were read often enough to say how they are spread. */
    static boolean depthsSay(QueueLoad window) {
        QueueLoad.Counters counters = window.counters();
        double seconds = (window.toNanos() - window.fromNanos()) / NANOS_PER_SECOND;
        return counters != null && counters.depths().count() >= DEPTHS_PER_SECOND * seconds;
    }

    /** Carried load of a window, 0..1: by the queue's counters, else by its flows. */
    static double load(QueueLoad window) {
        long line = window.settings().lineBitsPerSecond();
        QueueLoad.Counters counters = window.counters();
        QueueLoad.Flows flows = window.flows();
        double bytes;
        long nanos;
        if (counters != null && counters.sentBytes() != null && counters.coveredNanos() > 0) {
            bytes = counters.sentBytes();
            nanos = counters.coveredNanos();
        } else {
            bytes = flows == null ? 0 : flows.sentBytes();
            nanos = window.toNanos() - window.fromNanos();
        }
        return line == 0 ? 0 : Math.min(1, bytes * 8 * NANOS_PER_SECOND / ((double) line * nanos));
    }

    double load() {
        double sum = 0;
        for (QueueLoad window : used) {
            sum += load(window) * (window.toNanos() - window.fromNanos());
        }
        return sum / nanos();
    }

    /** Time with something to send, at least: it sent, or a long flow waited. */
    double loadedNanos() {
        double sum = 0;
        for (QueueLoad window : used) {
            QueueLoad.Flows flows = window.flows();
            double waiting = flows == null ? 0 : Math.min(1, flows.traffic().longFlows());
            sum += Math.max(load(window), waiting) * (window.toNanos() - window.fromNanos());
        }
        return sum;
    }

    // ---- flows

    boolean seesFlows() {
        return used.stream().anyMatch(window -> window.flows() != null);
    }

    private List<QueueLoad.Flows> flows() {
        return used.stream()
                .map(QueueLoad::flows)
                .flatMap(flows -> Stream.ofNullable(flows))
                .toList();
    }

    long sumOfFlows(ToLongFunction<QueueLoad.Flows> value) {
        return flows().stream().mapToLong(value).sum();
    }

    long mostOfFlows(ToLongFunction<QueueLoad.Flows> value) {
        return flows().stream().mapToLong(value).max().orElse(0);
    }

    int priorities() {
        return flows().stream().mapToInt(QueueLoad.Flows::priorities).reduce(0, (a, b) -> a | b);
    }

    @Nullable
    Long baseRttNanos() {
        Long least = null;
        for (QueueLoad.Flows flows : flows()) {
            Long value = flows.baseRttNanos();
            if (value != null && value > 0 && (least == null || value < least)) {
                least = value;
            }
        }
        return least;
    }

    /** Mean of flows, weighted with the time of the windows in which flows were seen. */
    double longFlows() {
        double sum = 0;
        double nanos = 0;
        for (QueueLoad window : used) {
            QueueLoad.Flows flows = window.flows();
            if (flows != null) {
                double time = window.toNanos() - window.fromNanos();
                sum += time * flows.traffic().longFlows();
                nanos += time;
            }
        }
        return nanos == 0 ? 0 : sum / nanos;
    }

    long bursts() {
        return sumOfFlows(flows -> flows.traffic().bursts().count());
    }

    /** Mean over bursts. */
    double ofBursts(ToDoubleFunction<Traffic.Bursts> value) {
        double sum = 0;
        long count = 0;
        for (QueueLoad.Flows flows : flows()) {
            Traffic.Bursts bursts = flows.traffic().bursts();
            sum += bursts.count() * value.applyAsDouble(bursts);
            count += bursts.count();
        }
        return count == 0 ? 0 : sum / count;
    }

    /** Greatest mean volume of a window's bursts. */
    double mostBurstBytes() {
        return flows().stream()
                .mapToDouble(flows -> flows.traffic().bursts().volumeBytes())
                .max()
                .orElse(0);
    }

    /** Settings of the senders' NICs in the newest window that knows any. */
    List<QueueLoad.Control> controls() {
        for (QueueLoad window : used.reversed()) {
            QueueLoad.Flows flows = window.flows();
            if (flows != null && !flows.controls().isEmpty()) {
                return flows.controls();
            }
        }
        return List.of();
    }

    /** Counts of {@link Traffic.Messages#sizes}, added up. */
    long[] messageSizes() {
        long[] sizes = new long[Traffic.Messages.SIZES];
        for (QueueLoad.Flows flows : flows()) {
            List<Long> of = flows.traffic().messages().sizes();
            for (int i = 0; i < Math.min(sizes.length, of.size()); i++) {
                sizes[i] += of.get(i);
            }
        }
        return sizes;
    }
}
