package io.stormglass.emulator.queue;

import io.stormglass.models.dcqcn.ReactionPoint;
import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Workload;
import java.nio.ByteBuffer;

/**
 * The NICs: each sends one message after another by one queue pair, spaced by the rate at the packet before. Those of bursts may take a fresh queue pair per message.
 *
 * <p>Numbers: long flows, senders of rounds, senders of messages, ports of bursts.
 */
final class Senders {
    private static final long ENDLESS = Long.MAX_VALUE / 2;
    private static final double PICOBITS_PER_BYTE = 8e12;
    private static final long SETTLE_NANOS = 5_000_000;

    final int count;
    final int firstOfRounds;
    final int firstOfMessages;
    final int firstOfBursts;
    private final int firstFresh;
    final Earliest ready;

    private final int packetBytes;
    private final ReactionPoint[] points;
    private final ByteBuffer fresh = ByteBuffer.allocate(ReactionPoint.STATE_BYTES);
    private final int[] generations;
    private final long[] remaining;
    private final long[] nextAllowed;
    private final long[] lineFree;
    private final boolean[] paused;
    /** Messages behind the one that is being sent: start and bytes. */
    private final TimedRing[] waiting;
    /** Messages of which not all is acknowledged. */
    private final TimedRing[] open;

    private final Reaction.Window window;
    private final double windowBytes;
    private final double lineBitsPerSecond;
    private final long settleStepNanos;
    private final long[] inFlight;

    Senders(Workload workload) {
        firstOfRounds = workload.longFlows();
        firstOfMessages = firstOfRounds + workload.rounds().senders();
        firstOfBursts = firstOfMessages + workload.messages().senders();
        count = firstOfBursts + workload.bursts().ports();
        firstFresh = workload.bursts().queuePairs() == Bursts.QueuePairs.FRESH ? firstOfBursts : count;
        if (count > 0xffff) {
            throw new IllegalArgumentException(count + " senders, at most 65535 are possible");
        }
        ready = new Earliest(count);
        packetBytes = workload.facts().packetBytes();
        points = new ReactionPoint[count];
        generations = new int[count];
        remaining = new long[count];
        nextAllowed = new long[count];
        lineFree = new long[count];
        paused = new boolean[count];
        waiting = new TimedRing[count];
        open = new TimedRing[count];
        inFlight = new long[count];
        window = workload.reaction().window();
        windowBytes = workload.facts().baseRttBytes();
        lineBitsPerSecond = workload.facts().lineBitsPerSecond();
        settleStepNanos = workload.reaction().decreaseNanos();
        for (int sender = 0; sender < count; sender++) {
            points[sender] = workload.reaction().point().start();
            waiting[sender] = new TimedRing(2);
            open[sender] = new TimedRing(2);
        }
        workload.reaction().point().start().save(fresh);
    }

    /**
     * Starts a flow that always has something to send, about as it would be after a while: started together at line rate, flows fill the buffer, and
     * pauses then keep the rates up for a tenth of a second.
     */
    void startEndless(int sender, long at) {
        settle(points[sender], at / QueueModel.PICOS_PER_NANO);
        open[sender].add(at, ENDLESS);
        begin(sender, ENDLESS, at);
    }

    /** Lets a reaction point swing round its fair share until a time: a CNP wherever it is above. */
    private void settle(ReactionPoint point, long untilNanos) {
        double fair = lineBitsPerSecond / Math.max(1, firstOfMessages);
        for (long now = untilNanos - SETTLE_NANOS; now < untilNanos; now += settleStepNanos) {
            point.advanceTo(now);
            if (point.rateBitsPerSecond() > fair) {
                point.cnp(now);
            }
        }
    }

    /** Hands a message to a sender; it starts behind those before it. */
    void message(int sender, long bytes, long at) {
        open[sender].add(at, bytes);
        if (remaining[sender] > 0) {
            waiting[sender].add(at, bytes);
        } else {
            begin(sender, bytes, at);
        }
    }

    private void begin(int sender, long bytes, long at) {
        remaining[sender] = bytes;
        if (sender >= firstFresh) {
            fresh.rewind();
            points[sender].load(fresh);
            generations[sender] = (generations[sender] + 1) & 0xff_ffff;
            nextAllowed[sender] = lineFree[sender];
        }
        nextAllowed[sender] = Math.max(nextAllowed[sender], at);
        schedule(sender, at);
    }

    private void schedule(int sender, long now) {
        boolean may = remaining[sender] > 0 && !paused[sender] && withinWindow(sender);
        ready.set(sender, may ? Math.max(now, nextAllowed[sender]) : Long.MAX_VALUE);
    }

    private boolean withinWindow(int sender) {
        return switch (window) {
            case NONE -> true;
            case BDP -> inFlight[sender] < windowBytes;
            case VARIABLE -> inFlight[sender] < windowBytes * points[sender].rateBitsPerSecond() / lineBitsPerSecond;
        };
    }

    /** The first sender that is ready sends a packet. */
    long send(long now) {
        int sender = ready.first();
        long left = remaining[sender];
        int bytes = (int) Math.min(packetBytes, left);
        ReactionPoint point = points[sender];
        point.sent(now / QueueModel.PICOS_PER_NANO, bytes);
        nextAllowed[sender] = now + (long) (PICOBITS_PER_BYTE * bytes / point.rateBitsPerSecond());
        lineFree[sender] = now + (long) (PICOBITS_PER_BYTE * bytes / lineBitsPerSecond);
        inFlight[sender] += bytes;
        long word = Word.packet(sender, bytes, generations[sender]);
        left = left == ENDLESS ? ENDLESS : left - bytes;
        remaining[sender] = left;
        if (left > 0) {
            schedule(sender, now);
            return word;
        }
        if (waiting[sender].isEmpty()) {
            ready.set(sender, Long.MAX_VALUE);
        } else {
            begin(sender, waiting[sender].take(), now);
        }
        return word | Word.LAST;
    }

    void notified(int sender, int generation, long now) {
        if (generation == generations[sender]) {
            points[sender].cnp(now / QueueModel.PICOS_PER_NANO);
        }
    }

    boolean hasWindow() {
        return window != Reaction.Window.NONE;
    }

    void acknowledged(int sender, int bytes, long now) {
        inFlight[sender] -= bytes;
        if (window == Reaction.Window.VARIABLE) {
            points[sender].advanceTo(now / QueueModel.PICOS_PER_NANO);
        }
        if (ready.at(sender) == Long.MAX_VALUE) {
            schedule(sender, now);
        }
    }

    void pause(int sender, boolean on, long now) {
        paused[sender] = on;
        schedule(sender, now);
    }

    /** Start of the sender's oldest open message, which is finished now. */
    long finished(int sender) {
        long at = open[sender].firstAt;
        open[sender].take();
        return at;
    }

    /** Bytes of the sender's oldest open message. */
    long oldestBytes(int sender) {
        return open[sender].firstWord();
    }

    /** Start of the sender's oldest open message; {@link Long#MAX_VALUE} where there is none. */
    long oldestStart(int sender) {
        return open[sender].firstAt;
    }
}
