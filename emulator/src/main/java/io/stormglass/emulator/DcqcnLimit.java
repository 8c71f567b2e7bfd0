package io.stormglass.emulator;

import io.stormglass.models.dcqcn.ReactionPoint;
import java.nio.ByteBuffer;

/** A DCQCN reaction point. It knows CNPs, bytes and time, and nothing of acknowledgements. */
final class DcqcnLimit implements FlowControl {
    private final ReactionPoint reaction;
    private final ByteBuffer fresh = ByteBuffer.allocate(ReactionPoint.STATE_BYTES);

    /** A limit at the start of its flow. */
    DcqcnLimit(ReactionPoint reaction) {
        this.reaction = reaction;
        reaction.save(fresh);
    }

    @Override
    public void restart(long seed) {
        fresh.rewind();
        reaction.load(fresh);
    }

    @Override
    public void sent(long nowNanos, int wireBytes) {
        reaction.sent(nowNanos, wireBytes);
    }

    @Override
    public void notified(long nowNanos) {
        reaction.cnp(nowNanos);
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        if (reaction.nowNanos() != nowNanos) {
            reaction.advanceTo(nowNanos);
        }
        return reaction.rateBitsPerSecond();
    }
}
