package io.stormglass.capture.file;

/**
 * How much a length field may claim, and the sizes of the windows through which files are read.
 *
 * @param recordBytes most captured bytes of a pcap record
 * @param blockBytes most bytes of a pcapng block, header and trailer included
 * @param windowBytes bytes of a file that are mapped at a time; a longer record gets a longer window
 * @param streamBytes bytes first held of a stream; more are held only if they have arrived and one packet needs them
 */
public record ReaderLimits(int recordBytes, int blockBytes, int windowBytes, int streamBytes) {
    /** 262,144 bytes per record and 16 MiB per block as other readers have it, 512 MiB mapped, 256 KiB buffered. */
    public static final ReaderLimits DEFAULT = new ReaderLimits(262_144, 16 << 20, 512 << 20, 256 << 10);

    /** Refuses limits under 64 bytes and over 1 GiB, where a window could outgrow an index. */
    public ReaderLimits {
        requireBetween("recordBytes", recordBytes);
        requireBetween("blockBytes", blockBytes);
        requireBetween("windowBytes", windowBytes);
        requireBetween("streamBytes", streamBytes);
    }

    private static void requireBetween(String name, int bytes) {
        if (bytes < 64 || bytes > 1 << 30) {
            throw new IllegalArgumentException(name + " " + bytes + " is not between 64 and " + (1 << 30));
        }
    }
}
