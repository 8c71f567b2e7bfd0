package io.stormglass.models.advice;

import io.stormglass.models.ecn.Thresholds;
import java.util.Locale;

/** Numbers for people. */
final class Words {
    private Words() {}

    // The annotation that is asked for is of a library; formats are literals that tests print.
    @SuppressWarnings("AnnotateFormatMethod")
    static String of(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String bytes(double bytes) {
        if (bytes >= 1e6) {
            return of("%.2f MB", bytes / 1e6);
        }
        return bytes >= 1e3 ? of("%.1f kB", bytes / 1e3) : of("%.0f bytes", bytes);
    }

    static String time(double nanos) {
        if (nanos >= 1e9) {
            return of("%.1f s", nanos / 1e9);
        }
        return nanos >= 1e6 ? of("%.1f ms", nanos / 1e6) : of("%.1f us", nanos / 1e3);
    }

    static String share(double ratio) {
        return of(ratio < 0.01 ? "%.3f %%" : "%.1f %%", 100 * ratio);
    }

    static String rate(long bitsPerSecond) {
        return of("%.0f Gb/s", bitsPerSecond / 1e9);
    }

    static String thresholds(Thresholds thresholds) {
        return of(
                "Kmin %s, Kmax %s, Pmax %.3g",
                bytes((double) thresholds.kminBytes()),
                bytes((double) thresholds.kmaxBytes()),
                thresholds.maxProbability());
    }
}
