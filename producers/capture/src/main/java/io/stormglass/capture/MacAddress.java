package io.stormglass.capture;

import java.util.Locale;

/**
 * A MAC address.
 *
 * @param bits the address in the lower 48 bits
 */
public record MacAddress(long bits) {
    /** Refuses more than 48 bits. */
    public MacAddress {
        if (bits >>> 48 != 0) {
            throw new IllegalArgumentException("MAC address 0x" + Long.toHexString(bits) + " has more than 48 bits");
        }
    }

    /**
     * Reads {@code aa:bb:cc:dd:ee:ff}, also with {@code -} or, as some switches print it, {@code aabb.ccdd.eeff}.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    public static MacAddress parse(String text) {
        String digits = text.trim().toLowerCase(Locale.ROOT).replaceAll("[:.-]", "");
        if (!digits.matches("[0-9a-f]{12}")) {
            throw new IllegalArgumentException(
                    "MAC address '" + text + "' cannot be read: write it as 12 hexadecimal digits, aa:bb:cc:dd:ee:ff");
        }
        return new MacAddress(Long.parseLong(digits, 16));
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(17);
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.append(Character.forDigit((int) (bits >>> (shift + 4)) & 15, 16))
                    .append(Character.forDigit((int) (bits >>> shift) & 15, 16));
            if (shift > 0) {
                text.append(':');
            }
        }
        return text.toString();
    }
}
