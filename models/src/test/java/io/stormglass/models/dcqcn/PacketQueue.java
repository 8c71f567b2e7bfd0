package io.stormglass.models.dcqcn;

import java.util.SplittableRandom;

/**
 * N greedy flows with real reaction points on one queue, packet by packet: the discrete side of the comparison with the fluid model.
 *
 * <p>A packet reaches the queue half a round trip after it was sent; it is marked when it leaves the queue; a CNP reaches the sender half a
 * round trip later, at most one per flow and CNP interval. While more than three times Kmax and a round trip's worth is under way or
 * waiting, senders hold back, as under PFC: without it fresh flows at line rate would each wait for the queue of the one
 * before to be marked. Times are picoseconds.
 */
final class PacketQueue {
    private static final long PICOS = 1_000;

    private final FluidBottleneck bottleneck;
    private final ReactionPoint[] points;
    private final long[] sendAt;
    private final long[] notifiedAt;
    private final long cnpPicos;
    private final long halfTripPicos;
    private final long servicePicos;
    private final int mostPackets;
    private final SplittableRandom random;

    private final Fifo travelling = new Fifo();
    private final Fifo waiting = new Fifo();
    private final Fifo notices = new Fifo();
    private long freeAt;

    private double byteTime;
    private long measuredFrom;
    private long lastChange;
    private long departures;
    private long marks;

    PacketQueue(FluidBottleneck bottleneck, DcqcnParameters parameters, long cnpNanos, SplittableRandom random) {
        this.bottleneck = bottleneck;
        this.random = random;
        cnpPicos = cnpNanos * PICOS;
        halfTripPicos = bottleneck.feedbackNanos() * PICOS / 2;
        servicePicos = Math.round(8e12 * bottleneck.packetBytes() / bottleneck.lineBitsPerSecond());
        long roundTripBytes = bottleneck.lineBitsPerSecond() / 8 * bottleneck.feedbackNanos() / 1_000_000_000;
        mostPackets = (int) ((3 * bottleneck.curve().kmaxBytes() + roundTripBytes) / bottleneck.packetBytes());
        points = new ReactionPoint[bottleneck.flows()];
        sendAt = new long[points.length];
        notifiedAt = new long[points.length];
        for (int flow = 0; flow < points.length; flow++) {
            points[flow] = parameters.start();
            // Starts are spread so that the first round trip is not one burst of all.
            sendAt[flow] = random.nextLong(200_000_000L);
            notifiedAt[flow] = Long.MIN_VALUE / 2;
        }
    }

    /** Mean bytes in the queue between two times. */
    double meanBytes(long fromNanos, long untilNanos) {
        run(fromNanos * PICOS);
        byteTime = 0;
        departures = 0;
        marks = 0;
        measuredFrom = fromNanos * PICOS;
        lastChange = measuredFrom;
        run(untilNanos * PICOS);
        change(untilNanos * PICOS);
        return byteTime / (untilNanos * PICOS - measuredFrom);
    }

    /** Share of the time measured in which the link was busy. */
    double utilization() {
        return (double) departures * servicePicos / (lastChange - measuredFrom);
    }

    double markShare() {
        return (double) marks / departures;
    }

    private void run(long untilPicos) {
        while (true) {
            int sender = 0;
            for (int flow = 1; flow < sendAt.length; flow++) {
                sender = sendAt[flow] < sendAt[sender] ? flow : sender;
            }
            long send = sendAt[sender];
            long arrive = travelling.firstAt();
            long depart = waiting.isEmpty() ? Long.MAX_VALUE : Math.max(freeAt, waiting.firstAt());
            long notice = notices.firstAt();
            long next = Math.min(Math.min(send, arrive), Math.min(depart, notice));
            if (next >= untilPicos) {
                return;
            }
            if (next == notice) {
                points[notices.take()].cnp(next / PICOS);
            } else if (next == depart) {
                depart(next);
            } else if (next == arrive) {
                change(next);
                waiting.add(next, travelling.take());
            } else {
                send(sender, next);
            }
        }
    }

    private void send(int flow, long at) {
        if (travelling.size() + waiting.size() > mostPackets) {
            sendAt[flow] = at + servicePicos * (1 + random.nextLong(points.length));
            return;
        }
        ReactionPoint point = points[flow];
        point.sent(at / PICOS, bottleneck.packetBytes());
        travelling.add(at + halfTripPicos, flow);
        sendAt[flow] = at + Math.round(8e12 * bottleneck.packetBytes() / point.rateBitsPerSecond());
    }

    private void depart(long at) {
        change(at);
        int flow = waiting.take();
        departures++;
        freeAt = at + servicePicos;
        long queueBytes = (long) waiting.size() * bottleneck.packetBytes();
        if (bottleneck.curve().marks(queueBytes, random.nextDouble())) {
            marks++;
            if (at - notifiedAt[flow] >= cnpPicos) {
                notifiedAt[flow] = at;
                notices.add(at + halfTripPicos, flow);
            }
        }
    }

    private void change(long at) {
        byteTime += (double) waiting.size() * bottleneck.packetBytes() * (at - lastChange);
        lastChange = at;
    }

    /** Flows with times that never fall. */
    private static final class Fifo {
        private long[] times = new long[1 << 10];
        private int[] flows = new int[1 << 10];
        private int head;
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        int size() {
            return size;
        }

        long firstAt() {
            return size == 0 ? Long.MAX_VALUE : times[head];
        }

        int take() {
            int flow = flows[head];
            head = (head + 1) & (flows.length - 1);
            size--;
            return flow;
        }

        void add(long at, int flow) {
            if (size == flows.length) {
                grow();
            }
            int slot = (head + size) & (flows.length - 1);
            times[slot] = at;
            flows[slot] = flow;
            size++;
        }

        private void grow() {
            long[] moreTimes = new long[times.length * 2];
            int[] moreFlows = new int[flows.length * 2];
            for (int i = 0; i < size; i++) {
                int slot = (head + i) & (flows.length - 1);
                moreTimes[i] = times[slot];
                moreFlows[i] = flows[slot];
            }
            times = moreTimes;
            flows = moreFlows;
            head = 0;
        }
    }
}
