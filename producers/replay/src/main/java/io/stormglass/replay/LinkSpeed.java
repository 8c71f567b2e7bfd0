package io.stormglass.replay;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Speeds of links as people write them: {@code 100G}, {@code 2.5G}, {@code 1.6T}, {@code 800M}. */
public final class LinkSpeed {
    /** Assumed where nothing says how fast a link is, bit/s. */
    public static final long DEFAULT_BITS_PER_SECOND = 100_000_000_000L;

    private static final Pattern TEXT = Pattern.compile(
            "\\s*(\\d{1,6}(?:\\.\\d{1,6})?)\\s*([KMGT])(?:b(?:it)?/s|bps)?\\s*", Pattern.CASE_INSENSITIVE);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(100_000_000_000_000L);

    private LinkSpeed() {}

    /**
     * Reads a speed.
     *
     * @return bit/s, 1 to 10^14
     * @throws IllegalArgumentException if the text is no speed with a unit
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a link speed: give a number with K, M, G or T, such as 100G");
        }
        int power = "KMGT".indexOf(matcher.group(2).toUpperCase(Locale.ROOT)) * 3 + 3;
        BigDecimal bitsPerSecond = new BigDecimal(matcher.group(1)).scaleByPowerOfTen(power);
        if (bitsPerSecond.compareTo(BigDecimal.ONE) < 0 || bitsPerSecond.compareTo(LARGEST) > 0) {
            throw new IllegalArgumentException("link speed '" + text + "' must be above 0 and at most 100T");
        }
        return bitsPerSecond.longValue();
    }

    /** A speed with the largest unit that fits: {@code 400G}. */
    public static String format(long bitsPerSecond) {
        int power = 0;
        BigDecimal value = BigDecimal.valueOf(bitsPerSecond);
        while (power < 4 && value.compareTo(BigDecimal.valueOf(1000)) >= 0) {
            value = value.scaleByPowerOfTen(-3);
            power++;
        }
        String number = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        return power == 0 ? number + " bit/s" : number + "KMGT".charAt(power - 1);
    }
}
