package io.stormglass.capture.file;

import io.stormglass.models.event.Direction;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Stands on one packet after another of one or several captures.
 *
 * <p>The cursor itself is the packet: its values hold until the next call of {@link #next()}, and nothing is made per
 * packet. What is wrong with an input is a value ({@link #faults()}), never an exception. Not for use by two threads.
 *
 * <p>Several inputs are merged by time, in their order where times are equal. Within one input the order of the file
 * stays, also where its time runs backwards; a packet without a usable time keeps its place.
 */
public interface PacketCursor extends AutoCloseable {
    /** Moves to the next packet; {@code false} when every input has ended or has a fault. */
    boolean next();

    /**
     * The bytes around the packet, big-endian, read-only. Use absolute reads from {@link #offset()} only; position
     * and limit mean nothing. Another buffer may be returned after {@link #next()}.
     */
    ByteBuffer buffer();

    /** Index of the packet's first byte in {@link #buffer()}. */
    int offset();

    /** Bytes of the packet that are in the file, 0 included. */
    int capturedLength();

    /**
     * Bytes that the packet had on the wire, as the file says. Odd files say less than was captured, or 0; a value
     * above {@link Integer#MAX_VALUE} is given as that.
     */
    int originalLength();

    /** Nanoseconds since 1970-01-01 UTC; {@link #timeKind()} says what it is worth. */
    long timeNanos();

    /** Where {@link #timeNanos()} comes from. */
    PacketTime timeKind();

    /** What the packet's first byte belongs to. */
    LinkType linkType();

    /** Index into {@link #interfaces()}: dense over all inputs, in the order in which the interfaces were met. */
    int interfaceIndex();

    /** Received or sent by the capturing interface, where pcapng packet flags say so. */
    Direction direction();

    /** 1 for the first packet, counted over all inputs. */
    long packetNumber();

    /** The interfaces met up to now; a live view. */
    List<CaptureInterface> interfaces();

    /** Losses that the file reports of an interface up to now. */
    InterfaceDrops drops(int interfaceIndex);

    /** The faults met up to now, in the order in which they were met; a live view. At most one per input. */
    List<CaptureFault> faults();

    /** What else is worth knowing, met up to now; a live view of bounded length. */
    List<CaptureNotice> notices();

    /** Closes every input; {@link #next()} is {@code false} afterwards. */
    @Override
    void close();
}
