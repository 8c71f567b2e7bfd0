package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * The receiver's side of DCQCN for one flow: turns marks into CNPs as its {@link CnpPacing} says.
 *
 * <p>Time never goes back. A packet at the very nanosecond of a timer comes before it; so timers run that are due strictly before the time
 * handed in. A step allocates nothing. Not thread-safe.
 *
 * <p>Worked example, {@link CnpPacing#paper}: marks at 0, 10 and 120 us make CNPs at 0 (at once), 50 (for the mark at 10) and 120 us.
 */
public final class NotificationPoint {
    /** Bytes of a saved state. */
    public static final int STATE_BYTES = 27;

    private static final int VARIANT = 16;

    private final CnpPacing pacing;
    private long now = Long.MIN_VALUE;
    private long nextTimer = Timers.NEVER;
    private long lastCnp = Long.MIN_VALUE;
    private boolean owed;

    NotificationPoint(CnpPacing pacing) {
        this.pacing = pacing;
    }

    /**
     * Runs the timer up to a time.
     *
     * @return CNPs that left: 0, or 1 at {@link #lastCnpNanos}
     * @throws IllegalArgumentException if time goes back
     */
    public int advanceTo(long nowNanos) {
        Checks.time(now, nowNanos);
        now = nowNanos;
        if (nextTimer >= nowNanos) {
            return 0;
        }
        // Only the first expiry can owe a CNP; nothing arrived after it.
        int sent = owed ? 1 : 0;
        if (owed) {
            lastCnp = nextTimer;
            owed = false;
        }
        switch (pacing.rule()) {
            case FREE_RUNNING_TICK ->
                nextTimer += Timers.countBefore(nextTimer, pacing.intervalNanos(), nowNanos) * pacing.intervalNanos();
            case IMMEDIATE_THEN_TRAILING -> {
                long following = nextTimer + pacing.intervalNanos();
                nextTimer = sent == 1 && following >= nowNanos ? following : Timers.NEVER;
            }
            case EVERY_MARK, LEAST_DISTANCE -> nextTimer = Timers.NEVER;
        }
        return sent;
    }

    /**
     * A packet without a mark arrives, after {@link #advanceTo advancing}; only a tick cares, which the first packet starts.
     *
     * @return CNPs that left until now, 0 or 1
     * @throws IllegalArgumentException if time goes back
     */
    public int unmarked(long nowNanos) {
        int sent = advanceTo(nowNanos);
        if (pacing.rule() == CnpPacing.Rule.FREE_RUNNING_TICK && nextTimer == Timers.NEVER) {
            nextTimer = nowNanos + pacing.intervalNanos();
        }
        return sent;
    }

    /**
     * A marked packet arrives, after {@link #advanceTo advancing}. Who needs the time of every CNP advances first.
     *
     * @return CNPs that left until and at this time, 0 to 2; the last one at {@link #lastCnpNanos}
     * @throws IllegalArgumentException if time goes back
     */
    public int marked(long nowNanos) {
        int sent = unmarked(nowNanos);
        return switch (pacing.rule()) {
            case EVERY_MARK -> sent + leave();
            case FREE_RUNNING_TICK -> {
                owed = true;
                yield sent;
            }
            case LEAST_DISTANCE ->
                lastCnp != Long.MIN_VALUE && nowNanos - lastCnp < pacing.intervalNanos() ? sent : sent + leave();
            case IMMEDIATE_THEN_TRAILING -> {
                if (nextTimer != Timers.NEVER) {
                    owed = true;
                    yield sent;
                }
                nextTimer = nowNanos + pacing.intervalNanos();
                yield sent + leave();
            }
        };
    }

    private int leave() {
        lastCnp = now;
        return 1;
    }

    /** When the last CNP left; {@link Long#MIN_VALUE} before the first. */
    public long lastCnpNanos() {
        return lastCnp;
    }

    /** How CNPs are paced. */
    public CnpPacing pacing() {
        return pacing;
    }

    /**
     * Writes the state: version byte, variant byte, then a fixed layout, big endian whatever the buffer's order.
     *
     * @throws java.nio.BufferOverflowException if there are fewer than {@link #STATE_BYTES} left
     */
    public void save(ByteBuffer buffer) {
        SavedState.putHead(buffer, VARIANT);
        SavedState.putLong(buffer, now);
        SavedState.putLong(buffer, nextTimer);
        SavedState.putLong(buffer, lastCnp);
        buffer.put((byte) (owed ? 1 : 0));
    }

    /**
     * Takes a saved state in place of this one's.
     *
     * @throws IllegalArgumentException if it is of another version or not of a notification point
     * @throws java.nio.BufferUnderflowException if the state is cut short
     */
    public void load(ByteBuffer buffer) {
        SavedState.checkHead(buffer, VARIANT);
        now = SavedState.getLong(buffer);
        nextTimer = SavedState.getLong(buffer);
        lastCnp = SavedState.getLong(buffer);
        owed = buffer.get() != 0;
    }
}
