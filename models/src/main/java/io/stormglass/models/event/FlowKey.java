package io.stormglass.models.event;

import java.util.Objects;

/**
 * Identity of a flow: the direction in which data travels.
 *
 * <p>RoCEv2 and RoCEv1: {@code fabric|srcIp|dstIp|dstQp}; TCP: {@code fabric|[srcIp]:srcPort|[dstIp]:dstPort} with
 * brackets for IPv6 only. A provisional flow, whose data direction was never seen, is
 * {@code fabric|senderIp|receiverIp|~senderQp}: its name ends with the queue pair of the return direction. Nobody
 * else parses the text: every part is a field.
 */
public final class FlowKey implements Comparable<FlowKey> {
    private final String fabric;
    private final Transport transport;
    private final String srcIp;
    private final String dstIp;
    private final int srcPort;
    private final int dstPort;
    private final int srcQp;
    private final int dstQp;
    private final String text;

    private FlowKey(
            String fabric,
            Transport transport,
            String srcIp,
            String dstIp,
            int srcPort,
            int dstPort,
            int srcQp,
            int dstQp,
            String text) {
        this.fabric = Names.requireName("fabric", fabric);
        this.transport = transport;
        this.srcIp = Objects.requireNonNull(srcIp);
        this.dstIp = Objects.requireNonNull(dstIp);
        this.srcPort = srcPort;
        this.dstPort = dstPort;
        this.srcQp = srcQp;
        this.dstQp = dstQp;
        this.text = text;
    }

    /**
     * A RoCE flow.
     *
     * @param dstQp destination queue pair of the data, 0..0xffffff
     * @throws IllegalArgumentException if the fabric's name holds {@code /} or {@code |}, or the queue pair is out of range
     */
    public static FlowKey roce(String fabric, Transport transport, String srcIp, String dstIp, int dstQp) {
        requireQp(dstQp);
        return new FlowKey(
                fabric, transport, srcIp, dstIp, -1, -1, -1, dstQp, fabric + "|" + srcIp + "|" + dstIp + "|" + dstQp);
    }

    /**
     * A flow known by its return direction only.
     *
     * @param senderIp address of the data sender, which is where the return direction goes
     * @param senderQp queue pair that the return direction addresses, 0..0xffffff
     */
    public static FlowKey provisional(
            String fabric, Transport transport, String senderIp, String receiverIp, int senderQp) {
        requireQp(senderQp);
        return new FlowKey(
                fabric,
                transport,
                senderIp,
                receiverIp,
                -1,
                -1,
                senderQp,
                -1,
                fabric + "|" + senderIp + "|" + receiverIp + "|~" + senderQp);
    }

    /** A TCP flow; ports 0..65535. */
    public static FlowKey tcp(String fabric, String srcIp, int srcPort, String dstIp, int dstPort) {
        return new FlowKey(
                fabric,
                Transport.TCP,
                srcIp,
                dstIp,
                srcPort,
                dstPort,
                -1,
                -1,
                fabric + "|" + bracket(srcIp) + ":" + srcPort + "|" + bracket(dstIp) + ":" + dstPort);
    }

    private static void requireQp(int qp) {
        if (qp < 0 || qp > 0xffffff) {
            throw new IllegalArgumentException("queue pair " + qp + " is not within 0..16777215");
        }
    }

    private static String bracket(String ip) {
        return ip.indexOf(':') >= 0 ? "[" + ip + "]" : ip;
    }

    /** Fabric: one pause domain. */
    public String fabric() {
        return fabric;
    }

    /** Transport protocol. */
    public Transport transport() {
        return transport;
    }

    /** Address of the data sender. */
    public String srcIp() {
        return srcIp;
    }

    /** Address of the data receiver. */
    public String dstIp() {
        return dstIp;
    }

    /** Source port of the data, -1 where it does not count. */
    public int srcPort() {
        return srcPort;
    }

    /** Destination port of the data, -1 where it does not count. */
    public int dstPort() {
        return dstPort;
    }

    /** Queue pair of the return direction for a provisional flow, else -1. */
    public int srcQp() {
        return srcQp;
    }

    /** Destination queue pair of the data, -1 for a provisional flow and for TCP. */
    public int dstQp() {
        return dstQp;
    }

    /** True where only the return direction was seen. */
    public boolean isProvisional() {
        return transport != Transport.TCP && dstQp < 0;
    }

    /** Whether a text may name a provisional flow of a fabric: a merge that names anything else would end a flow of its own. */
    public static boolean isProvisionalText(String fabric, String text) {
        return text.startsWith(fabric + "|") && text.contains("|~");
    }

    /** The Kafka key. */
    public String text() {
        return text;
    }

    @Override
    public int compareTo(FlowKey other) {
        return text.compareTo(other.text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowKey key && key.text.equals(text) && key.transport == transport;
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
