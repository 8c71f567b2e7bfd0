package io.stormglass.fabric.pcap;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.FlowSpec;
import java.util.Arrays;

/**
 * What all frames of a flow have in common. A flow is a queue pair, its messages are RC SENDs; under the laws of TCP it is a connection. The first sequence number
 * and the UDP source port (the one that spreads it over paths in the emulator; both directions use it, as with many NICs) are made from its number.
 */
final class FlowFrames {
    private static final int NUMBERS = 0xff_ffff;
    private static final int MIXER = 0x9e37_79b1;

    private final int flow;
    private final int payloadBytes;
    private final boolean tcp;
    private final byte[] source;
    private final byte[] destination;
    private final int receiverQp;
    private final int senderQp;
    /** Of each message, the number after its last packet. */
    private int[] ends = new int[1];
    /** Of each message, the payload of the flow before it. */
    private long[] bases = new long[1];

    private int messages;
    private long bytes;

    /** A flow without messages. */
    FlowFrames(int flow, FlowSpec spec, int payloadBytes, FabricAddresses addresses) {
        this.flow = flow;
        this.payloadBytes = payloadBytes;
        tcp = isTcp(spec.transport().control());
        source = addresses.ip(spec.source());
        destination = addresses.ip(spec.destination());
        receiverQp = addresses.destinationQueuePair(flow);
        senderQp = addresses.sourceQueuePair(flow);
    }

    private static boolean isTcp(CongestionControl control) {
        return control instanceof CongestionControl.CubicLoss || control instanceof CongestionControl.NewRenoLoss;
    }

    /** Adds a message behind those that are there. */
    void message(long messageBytes) {
        if (messages == ends.length) {
            ends = Arrays.copyOf(ends, 2 * messages);
            bases = Arrays.copyOf(bases, 2 * messages);
        }
        int first = messages == 0 ? 0 : ends[messages - 1];
        ends[messages] = first + (int) Math.ceilDiv(messageBytes, payloadBytes);
        bases[messages++] = bytes;
        bytes += messageBytes;
    }

    boolean isTcp() {
        return tcp;
    }

    /** Sender's address. */
    byte[] source() {
        return source;
    }

    /** Receiver's address. */
    byte[] destination() {
        return destination;
    }

    /** Queue pair that data is for. */
    int receiverQp() {
        return receiverQp;
    }

    /** Queue pair that ACKs, NAKs and CNPs are for. */
    int senderQp() {
        return senderQp;
    }

    int sourcePort() {
        return 0xc000 | (flow & 0x3fff);
    }

    /** Sequence number of the packet with a number, which may be -1. */
    int psn(int number) {
        return ((flow + 1) * MIXER + number) & NUMBERS;
    }

    /** Messages of which every packet has a lower number: what a receiver that waits for this one has completed. */
    int completeBefore(int number) {
        int found = Arrays.binarySearch(ends, 0, messages, number);
        return found >= 0 ? found + 1 : -found - 1;
    }

    boolean isFirst(int number) {
        int message = completeBefore(number);
        return number == (message == 0 ? 0 : ends[message - 1]);
    }

    boolean isLast(int number) {
        return completeBefore(number + 1) > completeBefore(number);
    }

    /** TCP sequence number of the first byte of a packet, modulo 2^32. */
    int tcpSequence(int number) {
        int message = completeBefore(number);
        int first = message == 0 ? 0 : ends[message - 1];
        long before = message == messages ? bytes : bases[message] + (long) (number - first) * payloadBytes;
        return (flow + 1) * MIXER + (int) before;
    }
}
