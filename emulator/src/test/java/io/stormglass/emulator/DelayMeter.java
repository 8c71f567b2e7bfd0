package io.stormglass.emulator;

/**
 * One-way fabric delay of data packets, every packet weighted alike: from the first bit on the sender's wire to the last bit at the receiver's NIC. It holds the
 * switch queues and the time behind pauses in the fabric, not the wait in the sender.
 *
 * <p>Delays are counted in buckets of which 64 make a doubling, so a quantile is right to 1/64.
 */
public final class DelayMeter implements FabricObserver {
    private static final int SUB_BITS = 6;
    private static final int SUB = 1 << SUB_BITS;

    private final long fromPicos;
    private final long[] counts = new long[SUB * (Long.SIZE - SUB_BITS)];
    private long packets;
    private long maxPicos;
    private double sumPicos;

    /**
     * A meter.
     *
     * @param fromPicos packets sent before are not counted: a start-up transient is left out
     */
    public DelayMeter(long fromPicos) {
        this.fromPicos = fromPicos;
    }

    @Override
    public void delivered(int flow, int number, long sentPicos, long nowPicos) {
        if (sentPicos < fromPicos) {
            return;
        }
        long delay = nowPicos - sentPicos;
        counts[bucket(delay)]++;
        packets++;
        sumPicos += delay;
        maxPicos = Math.max(maxPicos, delay);
    }

    /** Below 64 one bucket per value; above, the doubling and the six bits after the first one. */
    private static int bucket(long value) {
        int doubling = Math.max(0, 63 - SUB_BITS - Long.numberOfLeadingZeros(value));
        return (doubling << SUB_BITS) + (int) (value >>> doubling);
    }

    private static long upperEnd(int bucket) {
        int doubling = Math.max(0, (bucket >>> SUB_BITS) - 1);
        long low = (long) (bucket - (doubling << SUB_BITS)) << doubling;
        return low + (1L << doubling) - 1;
    }

    /** Packets counted. */
    public long packets() {
        return packets;
    }

    /** Mean delay; 0 without packets. */
    public double meanPicos() {
        return packets == 0 ? 0 : sumPicos / packets;
    }

    /** Largest delay, exactly. */
    public long maxPicos() {
        return maxPicos;
    }

    /**
     * A delay that so many packets do not exceed.
     *
     * @param share 0 to 1
     * @return at most 1/64 above the true value; 0 without packets
     */
    public long quantilePicos(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share is " + share + ", 0 to 1 is possible");
        }
        long wanted = Math.max(1, (long) Math.ceil(share * packets));
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) {
                return Math.min(upperEnd(bucket), maxPicos);
            }
        }
        return 0;
    }
}
