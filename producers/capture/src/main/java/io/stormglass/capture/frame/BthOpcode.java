package io.stormglass.capture.frame;

/**
 * Opcodes of the Base Transport Header. The upper three bits are the transport (RC 0, UC 1, RD 2, UD 3, CNP 4, XRC 5, the
 * rest belongs to manufacturers), the lower five the operation.
 */
public final class BthOpcode {
    /** Congestion notification packet. */
    public static final int CNP = 0x81;

    /** RC acknowledge; its AETH says ACK, RNR NAK or NAK. */
    public static final int RC_ACKNOWLEDGE = 0x11;

    /** UD send of one packet, which is how management datagrams travel. */
    public static final int UD_SEND_ONLY = 0x64;

    private static final int SEND_ONLY = 0x04;
    private static final int SEND_ONLY_IMMEDIATE = 0x05;
    private static final int READ_REQUEST = 0x0c;
    private static final int READ_RESPONSE_FIRST = 0x0d;
    private static final int READ_RESPONSE_MIDDLE = 0x0e;
    private static final int READ_RESPONSE_LAST = 0x0f;
    private static final int READ_RESPONSE_ONLY = 0x10;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int ATOMIC_ACKNOWLEDGE = 0x12;
    private static final int LAST_KNOWN = 0x17;
    private static final int RC = 0;
    private static final int UC = 1;
    private static final int RD = 2;
    private static final int UD = 3;
    private static final int XRC = 5;

    private static final int IS_ACKNOWLEDGE = 1;
    private static final int IS_READ_REQUEST = 2;
    private static final int IS_READ_RESPONSE = 4;
    private static final int IS_READ_RESPONSE_START = 8;
    private static final int IS_DATA = 16;
    private static final int IS_SEQUENCED = 32;
    private static final int HAS_AETH = 64;
    /** Asked of every packet several times, so worked out once per opcode. */
    private static final byte[] TRAITS = new byte[256];

    static {
        for (int opcode = 0; opcode < 256; opcode++) {
            TRAITS[opcode] = (byte) traits(opcode >>> 5, opcode & 0x1f);
        }
    }

    private BthOpcode() {}

    private static int traits(int transport, int operation) {
        return switch (transport) {
            case RC, XRC -> IS_SEQUENCED | connected(operation);
            // Which numbers belong together depends on the end-to-end context, which is not followed.
            case RD -> connected(operation);
            case UC -> operation < READ_REQUEST ? IS_SEQUENCED | IS_DATA : 0;
            // Any queue pair may send to one of UD, each with numbers of its own.
            case UD -> operation == SEND_ONLY || operation == SEND_ONLY_IMMEDIATE ? IS_DATA : 0;
            default -> 0;
        };
    }

    private static int connected(int operation) {
        return switch (operation) {
            case READ_REQUEST -> IS_READ_REQUEST;
            case READ_RESPONSE_FIRST, READ_RESPONSE_ONLY ->
                IS_DATA | IS_READ_RESPONSE | IS_READ_RESPONSE_START | HAS_AETH;
            case READ_RESPONSE_MIDDLE -> IS_DATA | IS_READ_RESPONSE;
            case READ_RESPONSE_LAST -> IS_DATA | IS_READ_RESPONSE | HAS_AETH;
            case ACKNOWLEDGE, ATOMIC_ACKNOWLEDGE -> IS_ACKNOWLEDGE | HAS_AETH;
            default -> operation <= LAST_KNOWN ? IS_DATA : 0;
        };
    }

    private static boolean is(int opcode, int trait) {
        return (TRAITS[opcode & 255] & trait) != 0;
    }

    /** Acknowledge or atomic acknowledge: the return direction of a flow. */
    public static boolean isAcknowledge(int opcode) {
        return is(opcode, IS_ACKNOWLEDGE);
    }

    /** Read request: data will travel in the other direction. */
    public static boolean isReadRequest(int opcode) {
        return is(opcode, IS_READ_REQUEST);
    }

    /** Read response: data that bears the requester's sequence numbers. */
    public static boolean isReadResponse(int opcode) {
        return is(opcode, IS_READ_RESPONSE);
    }

    /** Read response that starts a message. */
    public static boolean isReadResponseStart(int opcode) {
        return is(opcode, IS_READ_RESPONSE_START);
    }

    /** Packets that make a flow: sends, writes, atomics, read responses; not read requests and unknown opcodes. */
    public static boolean isData(int opcode) {
        return is(opcode, IS_DATA);
    }

    /** Whether the sequence numbers of one destination queue pair come from one sender: RC, XRC, UC. */
    public static boolean isSequenced(int opcode) {
        return is(opcode, IS_SEQUENCED);
    }

    /** Whether an AETH follows the BTH: acknowledges and the read responses that start or end a message. */
    static boolean hasAeth(int opcode) {
        return is(opcode, HAS_AETH);
    }

    /** Bytes between BTH and AETH: the RDETH of reliable datagrams. */
    static int bytesBeforeAeth(int opcode) {
        return opcode >>> 5 == RD ? 4 : 0;
    }
}
