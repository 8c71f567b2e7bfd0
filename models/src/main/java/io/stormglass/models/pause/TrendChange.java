package io.stormglass.models.pause;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortKey;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Pauses of a priority and direction have risen far above what the port is used to, or do so no longer.
 *
 * @param atNanos when it was noticed
 * @param priority 0..7, -1 for 802.3x
 * @param direction as seen from the port
 * @param rise how it began
 * @param end how it ended
 * @param endedRatio share of the window that was paused when it ended; above 0 only where end is {@link End#FELL}
 * @param windowNanos length of a window
 */
public record TrendChange(
        long atNanos, int priority, Direction direction, Rise rise, End end, double endedRatio, long windowNanos) {
    private static final long MINUTE = 60_000_000_000L;
    private static final MathContext TWO_DIGITS = new MathContext(2);

    /** Whether it goes on. */
    public enum End {
        /** It has just begun. */
        NOT_YET,
        /** It fell below half of what counts as risen. */
        FELL,
        /** Nothing was counted for so long that the port was forgotten. */
        FORGOTTEN
    }

    /**
     * How it began.
     *
     * @param sinceNanos start of the window that showed it
     * @param pausedRatio share of that window that was paused
     * @param medianRatio median of the windows before
     * @param windows how many there were
     * @param days of how many days
     */
    public record Rise(long sinceNanos, double pausedRatio, double medianRatio, int windows, int days) {}

    /** In words, with the numbers. */
    public String text(PortKey port) {
        String window = windowNanos / MINUTE + " min";
        String what = priority == TrackKey.ALL ? "802.3x pauses" : "pauses of priority " + priority;
        String did =
                switch (direction) {
                    case RX -> " was held up by " + what + " it received for ";
                    case TX -> " held its peer up by " + what + " for ";
                    case UNKNOWN -> " saw " + what + " for ";
                };
        String began = port.device() + "/" + port.port() + did + percent(rise.pausedRatio) + " of " + window
                + ", its median of " + rise.days + " days is " + percent(rise.medianRatio) + " (" + rise.windows
                + " windows)";
        return began
                + switch (end) {
                    case NOT_YET -> "";
                    case FELL -> "; over: " + percent(endedRatio) + " of " + window;
                    case FORGOTTEN -> "; not observed since, for " + rise.days + " days";
                };
    }

    private static String percent(double ratio) {
        BigDecimal percent = new BigDecimal(ratio * 100).round(TWO_DIGITS);
        return percent.signum() == 0 ? "0 %" : percent.stripTrailingZeros().toPlainString() + " %";
    }
}
