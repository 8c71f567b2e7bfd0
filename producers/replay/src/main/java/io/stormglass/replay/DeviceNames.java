package io.stormglass.replay;

import java.util.regex.Pattern;

/** Names for what no links file names. */
final class DeviceNames {
    private static final Pattern ENDING =
            Pattern.compile("(?i)(\\.(pcapng|pcap|cap|dmp|gz|zst|zstd|lz4|xz|bz2))+$|\\.(pcapng|pcap|cap)\\.\\d+$");
    private static final Pattern FORBIDDEN = Pattern.compile("[/|\\p{Cntrl}\\s]+");

    private DeviceNames() {}

    /** Device of a capture file: its name without folders and endings. */
    static String ofFile(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        String bare = FORBIDDEN.matcher(ENDING.matcher(name).replaceFirst("")).replaceAll("-");
        return bare.isEmpty() || bare.equals("-") ? "capture" : bare;
    }

    /** Port of a capture interface. */
    static String ofPort(String name) {
        String bare = name.replace('|', '-').strip();
        return bare.isEmpty() ? "if0" : bare;
    }
}
