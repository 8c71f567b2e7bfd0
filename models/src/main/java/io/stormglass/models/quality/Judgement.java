package io.stormglass.models.quality;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state that the views of all partitions make together.
 *
 * @param heardNanos last heard; null while somebody hears it
 * @param nextNanos when time alone changes it; {@link Long#MAX_VALUE} where it does not
 */
record Judgement(TelemetryRow.State state, @Nullable Long heardNanos, long nextNanos, String text) {
    private static final double MILLI = 1e6;

    private static Judgement ok(long nextNanos) {
        return new Judgement(TelemetryRow.State.OK, null, nextNanos, "");
    }

    /** Judges as of a time. */
    static Judgement of(Collection<TelemetryView> all, long atNanos, QualitySettings settings) {
        List<TelemetryView> views = new ArrayList<>(all);
        if (stopped(views)) {
            long heard =
                    views.stream().mapToLong(TelemetryView::heardNanos).max().orElse(0);
            return new Judgement(
                    TelemetryRow.State.STOPPED, heard, heard + settings.ticketNanos(), "it said that it stops");
        }
        long interval = 0;
        for (TelemetryView view : views) {
            interval = TelemetryReport.shorter(interval, view.intervalNanos());
        }
        long limit = settings.limitNanos(interval);
        if (views.stream().noneMatch(view -> view.voice() == TelemetryView.Voice.SPEAKS)) {
            return silent(views, atNanos, settings, limit, interval);
        }
        if (views.stream().anyMatch(TelemetryView::skewed)) {
            return skewed(views);
        }
        return counters(views, atNanos, limit, interval);
    }

    /** The newest epoch said goodbye wherever it had spoken. */
    private static boolean stopped(List<TelemetryView> views) {
        long epoch = views.stream().mapToLong(TelemetryView::epoch).max().orElse(0);
        boolean any = false;
        for (TelemetryView view : views) {
            if (view.epoch() == epoch) {
                any |= view.voice() == TelemetryView.Voice.STOPPED;
                if (view.voice() == TelemetryView.Voice.SPEAKS) {
                    return false;
                }
            }
        }
        return any;
    }

    private static Judgement silent(
            List<TelemetryView> views, long atNanos, QualitySettings settings, long limitNanos, long interval) {
        long heard = views.stream().mapToLong(TelemetryView::heardNanos).max().orElse(0);
        if (views.stream().noneMatch(TelemetryView::regular)) {
            // Who speaks only when something happens is not missed.
            return ok(Long.MAX_VALUE);
        }
        if (atNanos < heard + limitNanos) {
            return ok(heard + limitNanos);
        }
        String text = "nothing was heard for " + seconds(limitNanos) + often(interval, "it refreshes");
        return new Judgement(TelemetryRow.State.UNKNOWN, heard, heard + settings.ticketNanos(), text);
    }

    private static Judgement skewed(List<TelemetryView> views) {
        Long worst = null;
        for (TelemetryView view : views) {
            worst = view.skewed() ? TelemetryReport.worse(worst, view.skewNanos()) : worst;
        }
        long offset = worst == null ? 0 : worst;
        String text = "its clock is " + seconds(Math.abs(offset)) + (offset > 0 ? " ahead" : " behind")
                + ": its records move no watermark";
        return new Judgement(TelemetryRow.State.SKEWED, null, Long.MAX_VALUE, text);
    }

    private static Judgement counters(List<TelemetryView> views, long atNanos, long limitNanos, long interval) {
        List<TelemetryView> counting =
                views.stream().filter(TelemetryView::counters).toList();
        if (counting.isEmpty() || !counting.stream().allMatch(TelemetryView::stale)) {
            return ok(Long.MAX_VALUE);
        }
        long refreshed =
                counting.stream().mapToLong(TelemetryView::refreshedNanos).max().orElse(0);
        if (atNanos < refreshed + limitNanos) {
            return ok(refreshed + limitNanos);
        }
        String text =
                "records come, but no counter was refreshed for " + seconds(limitNanos) + often(interval, "they were");
        return new Judgement(TelemetryRow.State.STALLED, null, Long.MAX_VALUE, text);
    }

    private static String often(long intervalNanos, String who) {
        return intervalNanos == 0 ? "" : " (" + who + " every " + seconds(PortTrack.rounded(intervalNanos)) + ")";
    }

    /** To the millisecond, without zeros at the end. */
    static String seconds(long nanos) {
        return BigDecimal.valueOf(Math.round(nanos / MILLI), 3)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }
}
