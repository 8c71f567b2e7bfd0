package io.stormglass.capture.file;

/** What a packet's first byte belongs to. Numbers are those of the pcap link type registry. */
public enum LinkType {
    /** Ethernet frame without preamble (1). */
    ETHERNET,
    /** IPv4 or IPv6 header, told apart by its version field (101; also 12, 14, 228, 229). */
    RAW_IP,
    /** Linux cooked capture, 16-byte header (113). */
    LINUX_SLL,
    /** Linux cooked capture version 2, 20-byte header (276). */
    LINUX_SLL2,
    /** Anything else, and every packet of a refused interface; the number is in {@link CaptureInterface}. */
    UNSUPPORTED;

    static LinkType of(int number) {
        return switch (number) {
            case 1 -> ETHERNET;
            case 12, 14, 101, 228, 229 -> RAW_IP;
            case 113 -> LINUX_SLL;
            case 276 -> LINUX_SLL2;
            default -> UNSUPPORTED;
        };
    }

    /** Why a number that is not supported is refused. */
    static String describe(int number) {
        return "link type " + number + " (" + nameOf(number)
                + ") is not supported, expected Ethernet (1), raw IP (101),"
                + " Linux cooked (113) or Linux cooked v2 (276)";
    }

    /** The registry's name of a number, for messages. */
    private static String nameOf(int number) {
        return switch (number) {
            case 0 -> "BSD loopback";
            case 1 -> "Ethernet";
            case 6 -> "Token Ring";
            case 9 -> "PPP";
            case 12, 14, 101 -> "raw IP";
            case 105 -> "IEEE 802.11";
            case 108 -> "OpenBSD loopback";
            case 113 -> "Linux cooked";
            case 127 -> "IEEE 802.11 radiotap";
            case 189, 220 -> "USB";
            case 197 -> "ERF";
            case 228 -> "raw IPv4";
            case 229 -> "raw IPv6";
            case 247 -> "InfiniBand";
            case 276 -> "Linux cooked v2";
            case 281 -> "Marvell switch tag";
            default -> number >= 147 && number <= 162 ? "user-defined " + (number - 147) : "unknown";
        };
    }
}
