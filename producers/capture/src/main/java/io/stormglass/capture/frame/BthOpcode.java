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

    private static final int READ_REQUEST = 0x0c;
    private static final int READ_RESPONSE_FIRST = 0x0d;
    private static final int READ_RESPONSE_MIDDLE = 0x0e;
    private static final int READ_RESPONSE_ONLY = 0x10;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int ATOMIC_ACKNOWLEDGE = 0x12;
    private static final int LAST_KNOWN = 0x17;
    private static final int RC = 0;
    private static final int UC = 1;
    private static final int RD = 2;
    private static final int UD = 3;
    private static final int XRC = 5;

    private BthOpcode() {}

    private static int transport(int opcode) {
        return opcode >>> 5;
    }

    private static int operation(int opcode) {
        return opcode & 0x1f;
    }

    private static boolean isConnectedWithReads(int opcode) {
        int transport = transport(opcode);
        return transport == RC || transport == XRC || transport == RD;
    }

    /** Acknowledge or atomic acknowledge: the return direction of a flow. */
    public static boolean isAcknowledge(int opcode) {
        int operation = operation(opcode);
        return isConnectedWithReads(opcode) && (operation == ACKNOWLEDGE || operation == ATOMIC_ACKNOWLEDGE);
    }

    /** Read request: data will travel in the other direction. */
    public static boolean isReadRequest(int opcode) {
        return isConnectedWithReads(opcode) && operation(opcode) == READ_REQUEST;
    }

    /** Read response: data that bears the requester's sequence numbers. */
    public static boolean isReadResponse(int opcode) {
        int operation = operation(opcode);
        return isConnectedWithReads(opcode) && operation >= READ_RESPONSE_FIRST && operation <= READ_RESPONSE_ONLY;
    }

    /** Read response that starts a message. */
    public static boolean isReadResponseStart(int opcode) {
        int operation = operation(opcode);
        return isConnectedWithReads(opcode) && (operation == READ_RESPONSE_FIRST || operation == READ_RESPONSE_ONLY);
    }

    /** Packets that make a flow: sends, writes, atomics, read responses; not read requests and unknown opcodes. */
    public static boolean isData(int opcode) {
        int operation = operation(opcode);
        return switch (transport(opcode)) {
            case RC, RD, XRC ->
                operation <= LAST_KNOWN
                        && operation != READ_REQUEST
                        && operation != ACKNOWLEDGE
                        && operation != ATOMIC_ACKNOWLEDGE;
            case UC -> operation < READ_REQUEST;
            case UD -> operation == 0x04 || operation == 0x05;
            default -> false;
        };
    }

    /**
     * Whether the sequence numbers of one destination queue pair come from one sender: not so for UD, where any queue
     * pair may send to it, nor for RD, where the end-to-end context counts.
     */
    public static boolean isSequenced(int opcode) {
        int transport = transport(opcode);
        return transport == RC || transport == XRC || transport == UC;
    }

    /** Whether an AETH follows the BTH: acknowledges and the read responses that start or end a message. */
    static boolean hasAeth(int opcode) {
        return isAcknowledge(opcode) || (isReadResponse(opcode) && operation(opcode) != READ_RESPONSE_MIDDLE);
    }

    /** Bytes between BTH and AETH: the RDETH of reliable datagrams. */
    static int bytesBeforeAeth(int opcode) {
        return transport(opcode) == RD ? 4 : 0;
    }
}
