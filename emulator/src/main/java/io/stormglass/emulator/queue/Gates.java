package io.stormglass.emulator.queue;

/**
 * The last device before the switch on a long way: one gate per sender, which a pause closes. It keeps what comes meanwhile and pauses its sender in turn when that is
 * more than the sender's loop needs.
 */
final class Gates {
    private final Path path;
    private final TimedRing[] kept;
    private final boolean[] closed;
    private final long[] freeAt;
    private final long[] keptBytes;
    private final boolean[] pausing;
    private final long xoffBytes;
    /** Pauses under way from gates to senders. */
    final TimedRing pauses = new TimedRing(6);
    /** When a gate lets out the next of what it keeps. */
    private final Earliest release;

    Gates(Path path, int senders) {
        this.path = path;
        int count = path.gated() ? senders : 0;
        kept = new TimedRing[count];
        closed = new boolean[count];
        freeAt = new long[count];
        keptBytes = new long[count];
        pausing = new boolean[count];
        xoffBytes = Math.round(2 * path.toGatePicos() / path.picosPerByte());
        for (int sender = 0; sender < count; sender++) {
            kept[sender] = new TimedRing(4);
        }
        release = new Earliest(count);
    }

    /** When something is due here. */
    long nextAt() {
        return Math.min(release.firstAt(), pauses.firstAt);
    }

    /** True where the packet goes on at once. */
    boolean passes(long word, long now) {
        int sender = Word.sender(word);
        if (!closed[sender] && kept[sender].isEmpty() && freeAt[sender] <= now) {
            return true;
        }
        kept[sender].add(now, word);
        keptBytes[sender] += Word.bytes(word);
        if (!pausing[sender] && keptBytes[sender] > xoffBytes) {
            pausing[sender] = true;
            pauses.add(now + path.toGatePicos(), sender | Word.XOFF);
        }
        schedule(sender, now);
        return false;
    }

    private void schedule(int sender, long now) {
        boolean may = !closed[sender] && !kept[sender].isEmpty();
        release.set(sender, may ? Math.max(now, freeAt[sender]) : Long.MAX_VALUE);
    }

    void pause(int sender, boolean on, long now) {
        closed[sender] = on;
        schedule(sender, now);
    }

    /** The first gate lets out a packet. */
    long next(long now) {
        int sender = release.first();
        long word = kept[sender].take();
        keptBytes[sender] -= Word.bytes(word);
        if (pausing[sender] && 2 * keptBytes[sender] <= xoffBytes) {
            pausing[sender] = false;
            pauses.add(now + path.toGatePicos(), sender);
        }
        freeAt[sender] = now + path.picos(Word.bytes(word));
        schedule(sender, now);
        return word;
    }
}
