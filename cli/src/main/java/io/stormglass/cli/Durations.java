package io.stormglass.cli;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them: {@code 1s}, {@code 250ms}, {@code 10us}. */
final class Durations {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ns|us|ms|s|min)");
    private static final BigDecimal LARGEST = BigDecimal.valueOf(86_400_000_000_000L);

    private Durations() {}

    /** Nanoseconds of a text, 0 to a day; the option stands in the message where it is no span of time. */
    static long parseNanos(String option, String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw CommandFailure.usage(
                    option + " '" + text + "' is not a span of time: write it as 1s, 250ms, 10us", null);
        }
        long unit =
                switch (matcher.group(2)) {
                    case "ns" -> 1L;
                    case "us" -> 1_000L;
                    case "ms" -> 1_000_000L;
                    case "s" -> 1_000_000_000L;
                    default -> 60_000_000_000L;
                };
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
        if (nanos.compareTo(LARGEST) > 0) {
            throw CommandFailure.usage(option + " '" + text + "' is longer than a day", null);
        }
        return nanos.longValue();
    }
}
