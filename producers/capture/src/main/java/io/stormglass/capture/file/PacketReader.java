package io.stormglass.capture.file;

import io.stormglass.models.event.Direction;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Walks the packets of one input. The fields describe the packet it stands on; they are fields because the cursor reads
 * them for each packet.
 */
abstract class PacketReader implements AutoCloseable {
    /** 2000-01-01T00:00:00Z. */
    static final long EARLIEST_NANOS = 946_684_800L * 1_000_000_000L;

    /** 2100-01-01T00:00:00Z, the first time out of range. */
    static final long LATEST_NANOS = 4_102_444_800L * 1_000_000_000L;

    final String file;
    final Window window;
    final CaptureLog log;
    final ReaderLimits limits;

    int offset;
    int capturedLength;
    int originalLength;
    long timeNanos;
    PacketTime timeKind = PacketTime.MISSING;
    LinkType linkType = LinkType.UNSUPPORTED;
    Direction direction = Direction.UNKNOWN;
    int interfaceIndex;

    /** Newest time within range: what the packet is merged by. */
    long orderNanos;

    /** Where the next header starts in the input. */
    long position;

    /** Set where the fields of the input are little-endian. */
    boolean littleEndian;

    private boolean ended;

    PacketReader(String file, Window window, CaptureLog log, ReaderLimits limits) {
        this.file = file;
        this.window = window;
        this.log = log;
        this.limits = limits;
    }

    /** Reads the input's header; {@code false} if that ended it. */
    abstract boolean start() throws IOException;

    /** Moves to the next packet; {@code false} if there is none, after {@link #end} or {@link #fail}. */
    abstract boolean advance() throws IOException;

    final boolean open() {
        try {
            return start();
        } catch (IOException e) {
            return failReading(e);
        }
    }

    final boolean next() {
        try {
            return !ended && advance();
        } catch (IOException e) {
            return failReading(e);
        } catch (InternalError e) {
            // How the JVM reports a mapped page that is no longer in the file.
            return fail(position, "the file became shorter while it was read; read it when its writer is done");
        }
    }

    final boolean ended() {
        return ended;
    }

    final boolean end() {
        ended = true;
        return false;
    }

    final boolean fail(long offsetBytes, String what) {
        String place = window.compressed() ? " (offset in the uncompressed data)" : "";
        log.add(new CaptureFault(file, offsetBytes, what + place));
        return end();
    }

    private boolean failReading(IOException e) {
        return fail(window.end(), "reading failed: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
    }

    final boolean failCut(long offsetBytes, long expectedBytes, String what) {
        return fail(
                offsetBytes,
                what + " of " + expectedBytes + " bytes starts here, but the file ends after "
                        + (window.end() - offsetBytes) + " of them: it was cut");
    }

    final int int32(ByteBuffer data, int index) {
        int value = data.getInt(index);
        return littleEndian ? Integer.reverseBytes(value) : value;
    }

    final long unsigned32(ByteBuffer data, int index) {
        return int32(data, index) & 0xffff_ffffL;
    }

    final int unsigned16(ByteBuffer data, int index) {
        short value = data.getShort(index);
        return (littleEndian ? Short.reverseBytes(value) : value) & 0xffff;
    }

    final void setTime(long nanos) {
        timeNanos = nanos;
        if (nanos >= EARLIEST_NANOS && nanos < LATEST_NANOS) {
            orderNanos = nanos;
            timeKind = PacketTime.GIVEN;
        } else {
            timeKind = PacketTime.OUT_OF_RANGE;
        }
    }

    final void setTimeMissing() {
        timeNanos = orderNanos;
        timeKind = PacketTime.MISSING;
    }

    final void setLengths(int captured, int original) {
        capturedLength = captured;
        originalLength = original < 0 ? Integer.MAX_VALUE : original;
    }

    @Override
    public final void close() throws IOException {
        ended = true;
        window.close();
    }
}
