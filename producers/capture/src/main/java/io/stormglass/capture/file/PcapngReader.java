package io.stormglass.capture.file;

import io.stormglass.models.event.Direction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks a pcapng file (draft-ietf-opsawg-pcapng): blocks, each with its type, its length, its body and its length again.
 *
 * <p>Packets of a refused interface are delivered as {@link LinkType#UNSUPPORTED}, except where no interface of the
 * file can be used: then the file is refused at its end. Custom blocks count as packets without time, as other
 * readers count them. Name resolution, secrets and unknown blocks are skipped.
 */
final class PcapngReader extends PacketReader {
    static final int SECTION_HEADER = 0x0a0d_0d0a;

    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int INTERFACE_STATISTICS = 5;
    private static final int ENHANCED_PACKET = 6;
    private static final int CUSTOM = 0xbad;
    private static final int CUSTOM_NOT_COPIED = 0x4000_0bad;

    private static final int BYTE_ORDER_MAGIC = 0x1a2b_3c4d;
    private static final int MIN_BLOCK_BYTES = 12;
    private static final int MIN_ENHANCED_BYTES = 32;
    private static final int TRAILER_BYTES = 4;
    private static final int BODY = 8;

    private static final int OPTION_END = 0;
    private static final int IF_NAME = 2;
    private static final int IF_TSRESOL = 9;
    private static final int IF_FCSLEN = 13;
    private static final int IF_TSOFFSET = 14;
    private static final int PACKET_FLAGS = 2;
    private static final int PACKET_DROPCOUNT = 4;
    private static final int ISB_IFDROP = 5;
    private static final int ISB_OSDROP = 7;

    private static final int MAX_NAME_BYTES = 256;
    private static final int MAX_INTERFACES = 65_536;
    private static final int NO_DROPS_KNOWN = 0xffff;

    /** An interface as its description block says. */
    private record Described(int index, LinkType linkType, long snapLengthBytes, TimeScale scale, boolean timed) {}

    private Described[] interfaces = new Described[4];
    private int interfaceCount;
    private int usableInterfaces;
    private int interfacesOfFile;
    private long firstRefusalOffset = -1;
    private String firstRefusal = "";
    private long withheldPackets;
    private int customInterface = -1;

    // The option under the walk.
    private int optionCode;
    private int optionLength;
    private int optionAt;

    // What the options of an interface description say.
    private String name = "";
    private int resolution;
    private long offsetSeconds;
    private int fcsLength;

    PcapngReader(String file, Window window, CaptureLog log, ReaderLimits limits) {
        super(file, window, log, limits);
    }

    @Override
    boolean start() throws IOException {
        block();
        return !ended();
    }

    @Override
    boolean advance() throws IOException {
        while (!ended()) {
            int length = enhancedPacketLength();
            if (length == 0 ? block() : enhancedPacket(position - length, length)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Steps over a faultless enhanced packet that is in the window, as nearly every block of a capture is; 0 and no
     * step if the next block is anything else.
     */
    private int enhancedPacketLength() {
        ByteBuffer data = window.data;
        int index = window.index(position);
        int available = window.limit - index;
        if (available < MIN_ENHANCED_BYTES || int32(data, index) != ENHANCED_PACKET) {
            return 0;
        }
        int length = int32(data, index + 4);
        if (length < MIN_ENHANCED_BYTES
                || length > available
                || length > limits.blockBytes()
                || (length & 3) != 0
                || int32(data, index + length - TRAILER_BYTES) != length) {
            return 0;
        }
        position += length;
        return length;
    }

    /** Reads one block; {@code true} if it is a packet to deliver. */
    private boolean block() throws IOException {
        long at = position;
        if (!window.has(at, MIN_BLOCK_BYTES)) {
            return window.end() <= at ? endOfFile() : failCut(at, MIN_BLOCK_BYTES, "a block header");
        }
        ByteBuffer data = window.data;
        int index = window.index(at);
        boolean section = data.getInt(index) == SECTION_HEADER;
        if (section && !byteOrder(at, data.getInt(index + BODY))) {
            return false;
        }
        int type = int32(data, index);
        int length = int32(data, index + 4);
        if (length < MIN_BLOCK_BYTES || length > limits.blockBytes() || (length & 3) != 0) {
            return failLength(at, type, length);
        }
        if (!whole(at, type, length)) {
            return failCut(at, length, "a block of type 0x" + Integer.toHexString(type));
        }
        int trailer = int32(window.data, window.index(at + length - TRAILER_BYTES));
        if (trailer != length) {
            return failTrailer(at, length, trailer);
        }
        position = at + length;
        return switch (type) {
            case ENHANCED_PACKET -> enhancedPacket(at, length);
            case SIMPLE_PACKET -> simplePacket(at, length);
            case OBSOLETE_PACKET -> obsoletePacket(at, length);
            case CUSTOM, CUSTOM_NOT_COPIED -> customBlock(at, length);
            case INTERFACE_DESCRIPTION -> interfaceDescription(at, length);
            case INTERFACE_STATISTICS -> interfaceStatistics(at, length);
            case SECTION_HEADER -> sectionHeader(at, length);
            default -> false;
        };
    }

    /** Whether the block is all there; what is skipped is not kept, only its trailer is. */
    private boolean whole(long at, int type, int length) throws IOException {
        return switch (type) {
            case ENHANCED_PACKET,
                    SIMPLE_PACKET,
                    OBSOLETE_PACKET,
                    CUSTOM,
                    CUSTOM_NOT_COPIED,
                    INTERFACE_DESCRIPTION,
                    INTERFACE_STATISTICS,
                    SECTION_HEADER -> window.has(at, length);
            default -> window.has(at + length - TRAILER_BYTES, TRAILER_BYTES);
        };
    }

    private boolean byteOrder(long at, int magic) {
        if (magic != BYTE_ORDER_MAGIC && magic != Integer.reverseBytes(BYTE_ORDER_MAGIC)) {
            return fail(
                    at,
                    "a section header has the byte-order magic 0x" + Integer.toHexString(magic)
                            + ", expected 0x1a2b3c4d in one order or the other");
        }
        littleEndian = magic != BYTE_ORDER_MAGIC;
        return true;
    }

    private boolean sectionHeader(long at, int length) {
        if (length < 28) {
            return failShort(at, "a section header", length, 28);
        }
        ByteBuffer data = window.data;
        int index = window.index(at);
        int major = unsigned16(data, index + 12);
        int minor = unsigned16(data, index + 14);
        // 1.2 was written by some tools for the format that 1.0 describes.
        if (major != 1 || (minor != 0 && minor != 2)) {
            return fail(at, "pcapng version " + major + "." + minor + ", expected 1.0: convert the file to 1.0");
        }
        interfaceCount = 0;
        int end = index + length - TRAILER_BYTES;
        for (int option = index + 24; option < end && optionCode(at, option, end) > OPTION_END; ) {
            option = nextOption();
        }
        return false;
    }

    private boolean interfaceDescription(long at, int length) {
        if (length < 20) {
            return failShort(at, "an interface description", length, 20);
        }
        if (++interfacesOfFile > MAX_INTERFACES) {
            return fail(at, "more than " + MAX_INTERFACES + " interface descriptions: split the file");
        }
        int index = window.index(at);
        if (!interfaceOptions(at, index + 16, index + length - TRAILER_BYTES)) {
            return false;
        }
        int number = unsigned16(window.data, index + 8);
        long snapLengthBytes = unsigned32(window.data, index + 12);
        String refusal = refusal(number);
        LinkType of = refusal.isEmpty() ? LinkType.of(number) : LinkType.UNSUPPORTED;
        boolean named = !name.isEmpty();
        String called = named ? name : "if" + interfaceCount;
        int logged =
                log.add(new CaptureInterface(file, called, named, of, number, snapLengthBytes, fcsLength, refusal));
        if (interfaceCount == interfaces.length) {
            interfaces = Arrays.copyOf(interfaces, interfaceCount * 2);
        }
        boolean timed = resolutionFits();
        interfaces[interfaceCount++] = new Described(logged, of, snapLengthBytes, scale(timed), timed);
        note(at, called, refusal);
        return false;
    }

    private void note(long at, String called, String refusal) {
        if (refusal.isEmpty()) {
            if (usableInterfaces++ == 0 && withheldPackets > 0) {
                log.add(new CaptureNotice(
                        file,
                        at,
                        withheldPackets + " packets of refused interfaces before the first interface that can be used"
                                + " are not counted"));
            }
            return;
        }
        log.add(new CaptureNotice(file, at, "interface " + called + " is refused: " + refusal));
        if (firstRefusalOffset < 0) {
            firstRefusalOffset = at;
            firstRefusal = "interface " + called + ": " + refusal;
        }
    }

    private String refusal(int linkTypeNumber) {
        if (LinkType.of(linkTypeNumber) == LinkType.UNSUPPORTED) {
            return LinkType.describe(linkTypeNumber);
        }
        if (!resolutionFits()) {
            return "time stamps in units of " + (resolution < 0 ? "2^-" : "10^-") + (resolution & 0x7f)
                    + " s are not supported, expected 10^-0 to 10^-19 or 2^-0 to 2^-63";
        }
        return "";
    }

    private boolean resolutionFits() {
        return (resolution & 0x7f) <= (resolution < 0 ? TimeScale.MAX_BINARY_EXPONENT : TimeScale.MAX_DECIMAL_EXPONENT);
    }

    private TimeScale scale(boolean fits) {
        int exponent = fits ? resolution & 0x7f : 0;
        return resolution < 0 ? TimeScale.binary(exponent, offsetSeconds) : TimeScale.decimal(exponent, offsetSeconds);
    }

    private boolean interfaceOptions(long at, int from, int end) {
        name = "";
        resolution = 6;
        offsetSeconds = 0;
        fcsLength = 0;
        ByteBuffer data = window.data;
        for (int option = from; option < end && optionCode(at, option, end) > OPTION_END; option = nextOption()) {
            switch (optionCode) {
                case IF_NAME -> name = text();
                case IF_TSRESOL -> {
                    if (optionLength != 1) {
                        return failOption(at, "if_tsresol", 1);
                    }
                    resolution = data.get(optionAt);
                }
                case IF_TSOFFSET -> {
                    if (optionLength != 8) {
                        return failOption(at, "if_tsoffset", 8);
                    }
                    offsetSeconds = int64(optionAt);
                }
                case IF_FCSLEN -> fcsLength = optionLength == 1 ? data.get(optionAt) & 0xff : 0;
                default -> {}
            }
        }
        return !ended();
    }

    private String text() {
        byte[] bytes = new byte[Math.min(optionLength, MAX_NAME_BYTES)];
        window.data.get(optionAt, bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        int zero = text.indexOf('\0');
        return (zero < 0 ? text : text.substring(0, zero))
                .replaceAll("\\p{Cntrl}", "")
                .strip();
    }

    private boolean interfaceStatistics(long at, int length) {
        if (length < 24) {
            return failShort(at, "interface statistics", length, 24);
        }
        int index = window.index(at);
        int number = int32(window.data, index + BODY);
        if (Integer.compareUnsigned(number, interfaceCount) >= 0) {
            return failUnknownInterface(at, number);
        }
        int logged = interfaces[number].index();
        int end = index + length - TRAILER_BYTES;
        for (int option = index + 20; option < end && optionCode(at, option, end) > OPTION_END; ) {
            if (optionCode == ISB_IFDROP && optionLength == 8) {
                log.reportInterfaceDropped(logged, int64(optionAt));
            } else if (optionCode == ISB_OSDROP && optionLength == 8) {
                log.reportSystemDropped(logged, int64(optionAt));
            }
            option = nextOption();
        }
        return false;
    }

    private boolean enhancedPacket(long at, int length) {
        if (length < MIN_ENHANCED_BYTES) {
            return failShort(at, "an enhanced packet", length, MIN_ENHANCED_BYTES);
        }
        int number = int32(window.data, window.index(at) + BODY);
        return timedPacket(at, length, number);
    }

    /** The block that the enhanced packet replaced: half of the interface number counts drops instead. */
    private boolean obsoletePacket(long at, int length) {
        if (length < 32) {
            return failShort(at, "a packet", length, 32);
        }
        int index = window.index(at);
        int number = unsigned16(window.data, index + BODY);
        int drops = unsigned16(window.data, index + BODY + 2);
        if (drops != NO_DROPS_KNOWN && drops > 0 && number < interfaceCount) {
            log.addBetweenPackets(interfaces[number].index(), drops);
        }
        return timedPacket(at, length, number);
    }

    private boolean timedPacket(long at, int length, int number) {
        if (Integer.compareUnsigned(number, interfaceCount) >= 0) {
            return failUnknownInterface(at, number);
        }
        Described on = interfaces[number];
        ByteBuffer data = window.data;
        int index = window.index(at);
        int captured = int32(data, index + 20);
        int room = length - 32;
        if (captured < 0 || captured > room) {
            return failCaptured(at, captured & 0xffff_ffffL, room);
        }
        direction = Direction.UNKNOWN;
        int options = index + 28 + padded(captured);
        int end = index + length - TRAILER_BYTES;
        if (options < end && !packetOptions(at, options, end, on.index())) {
            return false;
        }
        if (on.timed()) {
            setTime(on.scale().nanos(unsigned32(data, index + 12) << 32 | unsigned32(data, index + 16)));
        } else {
            setTimeMissing();
        }
        offset = index + 28;
        setLengths(captured, int32(data, index + 24));
        return deliver(on.index(), on.linkType());
    }

    private boolean packetOptions(long at, int from, int end, int logged) {
        for (int option = from; option < end && optionCode(at, option, end) > OPTION_END; option = nextOption()) {
            if (optionCode == PACKET_FLAGS && optionLength == 4) {
                direction = direction(int32(window.data, optionAt));
            } else if (optionCode == PACKET_DROPCOUNT && optionLength == 8) {
                log.addBetweenPackets(logged, int64(optionAt));
            }
        }
        return !ended();
    }

    private static Direction direction(int flags) {
        return switch (flags & 3) {
            case 1 -> Direction.RX;
            case 2 -> Direction.TX;
            default -> Direction.UNKNOWN;
        };
    }

    private boolean simplePacket(long at, int length) {
        if (length < 16) {
            return failShort(at, "a simple packet", length, 16);
        }
        if (interfaceCount == 0) {
            return failUnknownInterface(at, 0);
        }
        Described on = interfaces[0];
        int index = window.index(at);
        int original = int32(window.data, index + BODY);
        long captured = original & 0xffff_ffffL;
        if (on.snapLengthBytes() > 0) {
            captured = Math.min(captured, on.snapLengthBytes());
        }
        int room = length - 16;
        if (captured > room) {
            return failCaptured(at, captured, room);
        }
        direction = Direction.UNKNOWN;
        setTimeMissing();
        offset = index + 12;
        setLengths((int) captured, original);
        return deliver(on.index(), on.linkType());
    }

    private boolean customBlock(long at, int length) {
        if (length < 16) {
            return failShort(at, "a custom block", length, 16);
        }
        if (customInterface < 0) {
            customInterface = log.add(new CaptureInterface(
                    file, "custom", false, LinkType.UNSUPPORTED, -1, 0, 0, "custom blocks have a private format"));
        }
        direction = Direction.UNKNOWN;
        setTimeMissing();
        offset = window.index(at) + 12;
        setLengths(length - 16, length - 16);
        return deliver(customInterface, LinkType.UNSUPPORTED);
    }

    private boolean deliver(int logged, LinkType of) {
        interfaceIndex = logged;
        linkType = of;
        if (usableInterfaces == 0 && firstRefusalOffset >= 0) {
            withheldPackets++;
            return false;
        }
        return true;
    }

    private boolean endOfFile() {
        if (usableInterfaces == 0 && firstRefusalOffset >= 0) {
            return fail(firstRefusalOffset, "no interface of the file can be used; " + firstRefusal);
        }
        return end();
    }

    /** Reads an option's header: its code, or -1 after a fault. */
    private int optionCode(long at, int option, int end) {
        optionCode = unsigned16(window.data, option);
        optionLength = unsigned16(window.data, option + 2);
        optionAt = option + 4;
        if (optionLength > end - optionAt) {
            fail(
                    at,
                    "option " + optionCode + " of a block says length " + optionLength + ", expected at most "
                            + (end - optionAt) + ", what is left of the block");
            return -1;
        }
        return optionCode;
    }

    private int nextOption() {
        return optionAt + padded(optionLength);
    }

    private long int64(int index) {
        long value = window.data.getLong(index);
        return littleEndian ? Long.reverseBytes(value) : value;
    }

    private static int padded(int length) {
        return (length + 3) & ~3;
    }

    private boolean failLength(long at, int type, int length) {
        return fail(
                at,
                "a block of type 0x" + Integer.toHexString(type) + " says length " + (length & 0xffff_ffffL)
                        + ", expected a multiple of 4 from 12 to " + limits.blockBytes()
                        + ": the file is damaged from here on");
    }

    private boolean failTrailer(long at, int length, int trailer) {
        return fail(
                at,
                "a block says length " + length + " at its start and " + (trailer & 0xffff_ffffL)
                        + " at its end, expected the same: the file is damaged from here on");
    }

    private boolean failShort(long at, String what, int length, int expected) {
        return fail(at, what + " of length " + length + ", expected at least " + expected);
    }

    private boolean failOption(long at, String option, int expected) {
        return fail(at, option + " has length " + optionLength + ", expected " + expected);
    }

    private boolean failUnknownInterface(long at, int number) {
        return fail(
                at,
                "a block names interface " + (number & 0xffff_ffffL) + ", but the section has described "
                        + interfaceCount + " interfaces up to here");
    }

    private boolean failCaptured(long at, long captured, int room) {
        return fail(
                at,
                "a packet block says captured length " + captured + ", expected at most " + room
                        + ", what the block has room for");
    }
}
