package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.Outcome;
import java.util.Arrays;

/** Sums of the measured span. */
final class Meter {
    private final Path path;
    private final long[] pausedSince;

    private long from;
    private final DelayHistogram delays = new DelayHistogram();
    private final Slowdowns shortOnes = new Slowdowns();
    private final Slowdowns longOnes = new Slowdowns();
    private double bytePicos;
    private long lastChange;
    private long maxBytes;
    private long carriedBytes;
    private long marks;
    private long cnps;
    private long xoff;
    private double pausedPicos;

    private int openMessages;
    private long openSince;
    private double activePicos;

    private long messages;
    private double completionPicos;
    private long maxCompletionPicos;

    Meter(Path path, int ports) {
        this.path = path;
        pausedSince = new long[ports];
        Arrays.fill(pausedSince, Long.MAX_VALUE);
    }

    /** The measured span begins. */
    void begin(long now) {
        from = now;
        delays.clear();
        shortOnes.clear();
        longOnes.clear();
        bytePicos = 0;
        lastChange = now;
        maxBytes = 0;
        carriedBytes = 0;
        marks = 0;
        cnps = 0;
        xoff = 0;
        pausedPicos = 0;
        activePicos = 0;
        openSince = now;
        messages = 0;
        completionPicos = 0;
        maxCompletionPicos = 0;
    }

    /** The queue is about to change. */
    void queue(long bytesUntilNow, long now) {
        bytePicos += (double) bytesUntilNow * (now - lastChange);
        lastChange = now;
    }

    void joined(long queueBytes) {
        maxBytes = Math.max(maxBytes, queueBytes);
    }

    void left(int bytes, long waitedPicos) {
        carriedBytes += bytes;
        delays.add(waitedPicos);
    }

    void marked() {
        marks++;
    }

    void notified() {
        cnps++;
    }

    void started(int count, long now) {
        if (openMessages == 0) {
            openSince = now;
        }
        openMessages += count;
    }

    /** The last packet of a message leaves the queue. */
    void sentAll(long now) {
        if (--openMessages == 0) {
            activePicos += now - Math.max(openSince, from);
        }
    }

    void paused(int port, boolean on, long now) {
        if (on) {
            xoff++;
            pausedSince[port] = now;
        } else {
            pausedPicos += now - Math.max(pausedSince[port], from);
            pausedSince[port] = Long.MAX_VALUE;
        }
    }

    /**
     * A message that started in the span is acknowledged.
     *
     * @param alonePicos what it would take in an empty network
     */
    void finished(double alonePicos, long tookPicos, boolean brief) {
        messages++;
        completionPicos += tookPicos;
        maxCompletionPicos = Math.max(maxCompletionPicos, tookPicos);
        (brief ? shortOnes : longOnes).add(tookPicos / alonePicos);
    }

    /** One that is not, at the end; where it is late already it counts with the time so far. */
    void unfinished(double alonePicos, long tookPicos, boolean brief) {
        if (tookPicos > alonePicos) {
            (brief ? shortOnes : longOnes).add(tookPicos / alonePicos);
        }
    }

    /** Everything up to now; the queue holds so much. */
    QueueRun end(long now, long queueBytes) {
        queue(queueBytes, now);
        double span = now - from;
        double active = activePicos + (openMessages > 0 ? now - Math.max(openSince, from) : 0);
        double paused = pausedPicos;
        for (long since : pausedSince) {
            paused += since == Long.MAX_VALUE ? 0 : now - Math.max(since, from);
        }
        double busy = path.picosPerByte() * carriedBytes;
        Outcome outcome = new Outcome(
                active == 0 ? 0 : Math.clamp(1 - busy / active, 0, 1),
                delays.mean() / 1e3,
                delays.quantile(0.99) / 1e3,
                Math.clamp(paused / (span * pausedSince.length), 0, 1),
                shortOnes.summary(),
                longOnes.summary(),
                delays.count());
        return new QueueRun(
                outcome,
                bytePicos / span,
                maxBytes,
                carriedBytes,
                xoff,
                marks,
                cnps,
                messages,
                messages == 0 ? 0 : completionPicos / messages / 1e3,
                maxCompletionPicos / 1e3);
    }
}
