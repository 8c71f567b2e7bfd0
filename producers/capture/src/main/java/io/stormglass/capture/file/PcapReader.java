package io.stormglass.capture.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Walks a pcap file: one header of 24 bytes, then a header and the bytes of each packet. */
final class PcapReader extends PacketReader {
    static final int MICROS = 0xa1b2_c3d4;
    static final int NANOS = 0xa1b2_3c4d;

    /** Kuznetzov's form: eight more bytes in each record header. */
    static final int MODIFIED = 0xa1b2_cd34;

    private static final int FILE_HEADER_BYTES = 24;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int MODIFIED_RECORD_HEADER_BYTES = 24;
    private static final int MAJOR = 2;
    private static final int MINOR = 4;

    private int headerBytes = RECORD_HEADER_BYTES;
    private int fractionNanos = 1000;
    private int minor = MINOR;

    PcapReader(String file, Window window, CaptureLog log, ReaderLimits limits) {
        super(file, window, log, limits);
    }

    static boolean isMagic(int firstBytes) {
        return isMagicOf(firstBytes) || isMagicOf(Integer.reverseBytes(firstBytes));
    }

    private static boolean isMagicOf(int magic) {
        return magic == MICROS || magic == NANOS || magic == MODIFIED;
    }

    @Override
    boolean start() throws IOException {
        if (!window.has(0, FILE_HEADER_BYTES)) {
            return failCut(0, FILE_HEADER_BYTES, "a pcap file header");
        }
        ByteBuffer data = window.data;
        littleEndian = !isMagicOf(data.getInt(0));
        int magic = int32(data, 0);
        fractionNanos = magic == NANOS ? 1 : 1000;
        headerBytes = magic == MODIFIED ? MODIFIED_RECORD_HEADER_BYTES : RECORD_HEADER_BYTES;
        int major = unsigned16(data, 4);
        minor = unsigned16(data, 6);
        if (major != MAJOR || minor > MINOR) {
            return fail(
                    4, "pcap version " + major + "." + minor + ", expected 2.4 or an older 2: convert the file to 2.4");
        }
        int network = int32(data, 20);
        int number = network & 0xffff;
        linkType = LinkType.of(number);
        if (linkType == LinkType.UNSUPPORTED) {
            return fail(20, LinkType.describe(number));
        }
        // Bit 26 says that the four highest bits hold the length of the frame check sequence.
        int fcsLength = (network & 0x0400_0000) == 0 ? 0 : network >>> 28;
        interfaceIndex = log.add(
                new CaptureInterface(file, "if0", false, linkType, number, unsigned32(data, 16), fcsLength, ""));
        position = FILE_HEADER_BYTES;
        return true;
    }

    @Override
    boolean advance() throws IOException {
        long at = position;
        if (!window.has(at, headerBytes)) {
            return window.end() <= at ? end() : failCut(at, headerBytes, "a record header");
        }
        int index = window.index(at);
        ByteBuffer data = window.data;
        long seconds = unsigned32(data, index);
        long fraction = unsigned32(data, index + 4);
        int captured = int32(data, index + 8);
        int original = int32(data, index + 12);
        if (minor < MINOR && lengthsSwapped(captured, original)) {
            int swap = captured;
            captured = original;
            original = swap;
        }
        if (captured < 0 || captured > limits.recordBytes()) {
            return fail(
                    at,
                    "the record header says captured length " + (captured & 0xffff_ffffL) + ", expected at most "
                            + limits.recordBytes() + ": the file is damaged from here on");
        }
        if (!window.has(at, headerBytes + captured)) {
            return failCut(at, headerBytes + (long) captured, "a record");
        }
        offset = window.index(at) + headerBytes;
        setLengths(captured, original);
        setTime(seconds * 1_000_000_000L + fraction * fractionNanos);
        position = at + headerBytes + captured;
        return true;
    }

    /** Writers before 2.3 had the two lengths the other way round, those of 2.3 one way or the other. */
    private boolean lengthsSwapped(int captured, int original) {
        return minor < MINOR - 1 || Integer.compareUnsigned(captured, original) > 0;
    }
}
