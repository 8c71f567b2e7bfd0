package io.stormglass.cli;

import io.stormglass.capture.Observable;
import io.stormglass.models.event.Vantage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers and states as people read them. */
final class Words {
    private static final long BILLION = 1_000_000_000L;

    private static final int COLUMNS = 110;

    private Words() {}

    /** A moment with nanoseconds, UTC. */
    static String time(@Nullable Long nanos) {
        return nanos == null
                ? "-"
                : Instant.ofEpochSecond(Math.floorDiv(nanos, BILLION), Math.floorMod(nanos, BILLION))
                        .toString();
    }

    /** A span of time with a fitting unit. */
    static String duration(double nanos) {
        if (nanos < 1e3) {
            return String.format(Locale.ROOT, "%.0f ns", nanos);
        }
        if (nanos < 1e6) {
            return String.format(Locale.ROOT, "%.2f us", nanos / 1e3);
        }
        return nanos < 1e9
                ? String.format(Locale.ROOT, "%.2f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String plural(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    /** A paragraph in lines of a terminal, all but the first further in. */
    static String wrapped(String paragraph) {
        StringBuilder text = new StringBuilder("  ");
        int column = 2;
        for (String word : paragraph.split(" ", -1)) {
            if (column + word.length() > COLUMNS) {
                text.append("\n    ");
                column = 4;
            }
            text.append(word).append(' ');
            column += word.length() + 1;
        }
        return text.toString().replaceAll(" +\n", "\n").stripTrailing() + "\n";
    }

    /** What the capture point could not see, and what follows from it. */
    static List<String> notObservable(Observable observable) {
        List<String> lines = new ArrayList<>();
        if (!observable.pfc()) {
            lines.add("storms: not observable: the capture holds no MAC control frames");
        }
        if (!observable.cnp()) {
            lines.add("congestion notifications: not observable: the return direction is not in the capture");
        }
        if (observable.rtt() == Vantage.UNKNOWN) {
            lines.add("round-trip times: not of one scope, or none could be measured");
        }
        return lines;
    }
}
