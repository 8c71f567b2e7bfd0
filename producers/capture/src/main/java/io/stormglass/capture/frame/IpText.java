package io.stormglass.capture.frame;

/** Writes addresses: IPv4 with dots, IPv6 as RFC 5952 wants it. */
public final class IpText {
    private static final long MAPPED_PREFIX = 0xffffL << 32;

    private IpText() {}

    /** The form in which an IPv4 address takes the lower half of an IPv6 one. */
    static long mapped(int address) {
        return MAPPED_PREFIX | (address & 0xffffffffL);
    }

    /**
     * The text of an address.
     *
     * @param high upper half, 0 for IPv4
     * @param low lower half; {@code ::ffff:0:0/96} is written as IPv4
     */
    public static String of(long high, long low) {
        if (high == 0 && low >>> 32 == 0xffff) {
            return ((low >>> 24) & 255) + "." + ((low >>> 16) & 255) + "." + ((low >>> 8) & 255) + "." + (low & 255);
        }
        int[] groups = new int[8];
        for (int i = 0; i < 4; i++) {
            groups[i] = (int) (high >>> (48 - 16 * i)) & 0xffff;
            groups[4 + i] = (int) (low >>> (48 - 16 * i)) & 0xffff;
        }
        return write(groups);
    }

    private static String write(int[] groups) {
        int bestStart = -1;
        int bestLength = 1;
        for (int start = 0; start < 8; start++) {
            int end = start;
            while (end < 8 && groups[end] == 0) {
                end++;
            }
            if (end - start > bestLength) {
                bestStart = start;
                bestLength = end - start;
            }
        }
        StringBuilder text = new StringBuilder(39);
        for (int i = 0; i < 8; i++) {
            if (i == bestStart) {
                text.append("::");
                i += bestLength - 1;
            } else {
                if (i > 0 && i != bestStart + bestLength) {
                    text.append(':');
                }
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
