package io.stormglass.fabric.pcap;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A pcapng file with one section and one Ethernet interface (pcapng, draft-ietf-opsawg-pcapng): section header, interface description with its name, speed and
 * nanosecond resolution, then an enhanced packet block with direction flags per frame.
 */
final class PcapngWriter implements AutoCloseable {
    private static final int SECTION_HEADER = 0x0a0d0d0a;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int ENHANCED_PACKET = 6;
    private static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    private static final int ETHERNET = 1;
    private static final int OPTION_NAME = 2;
    private static final int OPTION_FLAGS = 2;
    private static final int OPTION_APPLICATION = 4;
    private static final int OPTION_SPEED = 8;
    private static final int OPTION_RESOLUTION = 9;
    private static final byte NANOSECONDS = 9;
    private static final int PACKET_OVERHEAD = 48;

    /** Direction flags of a frame. */
    static final int INBOUND = 1;
    /** Direction flags of a frame. */
    static final int OUTBOUND = 2;

    private final OutputStream out;
    private final int snapLength;
    private byte[] bytes = new byte[4096];
    private ByteBuffer block = around(bytes);

    /**
     * Writes the head of a file.
     *
     * @param snapLength at most so many bytes of a frame are kept, above 0
     */
    PcapngWriter(OutputStream out, String interfaceName, long bitsPerSecond, int snapLength) throws IOException {
        this.out = out;
        this.snapLength = snapLength;
        begin(SECTION_HEADER);
        block.putInt(BYTE_ORDER_MAGIC).putShort((short) 1).putShort((short) 0).putLong(-1);
        option(OPTION_APPLICATION, "stormglass emulate".getBytes(StandardCharsets.UTF_8));
        end();
        begin(INTERFACE_DESCRIPTION);
        block.putShort((short) ETHERNET).putShort((short) 0).putInt(snapLength == Integer.MAX_VALUE ? 0 : snapLength);
        option(OPTION_NAME, interfaceName.getBytes(StandardCharsets.UTF_8));
        byte[] speed = new byte[Long.BYTES];
        around(speed).putLong(bitsPerSecond);
        option(OPTION_SPEED, speed);
        option(OPTION_RESOLUTION, new byte[] {NANOSECONDS});
        end();
    }

    private static ByteBuffer around(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Adds a frame.
     *
     * @param length of its bytes in {@code frame}
     * @param flags {@link #INBOUND} or {@link #OUTBOUND}
     */
    void packet(long nanos, byte[] frame, int length, int flags) throws IOException {
        int kept = Math.min(length, snapLength);
        if (block.capacity() < kept + PACKET_OVERHEAD) {
            bytes = new byte[kept + PACKET_OVERHEAD];
            block = around(bytes);
        }
        begin(ENHANCED_PACKET);
        block.putInt(0)
                .putInt((int) (nanos >>> 32))
                .putInt((int) nanos)
                .putInt(kept)
                .putInt(length);
        block.put(frame, 0, kept);
        pad();
        block.putShort((short) OPTION_FLAGS).putShort((short) 4).putInt(flags);
        end();
    }

    private void begin(int type) {
        block.clear();
        block.putInt(type).putInt(0);
    }

    private void option(int code, byte[] value) {
        block.putShort((short) code).putShort((short) value.length).put(value);
        pad();
    }

    private void pad() {
        while (block.position() % 4 != 0) {
            block.put((byte) 0);
        }
    }

    /** The end of the options, and the length at both ends of the block. */
    private void end() throws IOException {
        block.putInt(0);
        int length = block.position() + 4;
        block.putInt(length).putInt(4, length);
        out.write(bytes, 0, length);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
