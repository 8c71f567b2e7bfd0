package io.stormglass.capture.synthetic;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a little-endian pcap file with nanoseconds. */
public final class PcapWriter {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /** A file of Ethernet frames. */
    public PcapWriter() {
        this(1);
    }

    /** A file of another link type, by its number. */
    public PcapWriter(int linkType) {
        file.writeBytes(little(24)
                .putInt(0xa1b23c4d)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(262_144)
                .putInt(linkType)
                .array());
    }

    /** Adds a whole frame. */
    public PcapWriter add(long timeNanos, byte[] frame) {
        return add(timeNanos, frame, frame.length);
    }

    /** Adds a frame of which only the first bytes were captured. */
    public PcapWriter add(long timeNanos, byte[] captured, int originalLength) {
        file.writeBytes(little(16)
                .putInt((int) (timeNanos / 1_000_000_000))
                .putInt((int) (timeNanos % 1_000_000_000))
                .putInt(captured.length)
                .putInt(originalLength)
                .array());
        file.writeBytes(captured);
        return this;
    }

    /** The file. */
    public byte[] toByteArray() {
        return file.toByteArray();
    }

    /** Writes the file. */
    public Path writeTo(Path path) throws IOException {
        return Files.write(path, toByteArray());
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
