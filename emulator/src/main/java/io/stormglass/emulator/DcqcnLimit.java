package io.stormglass.emulator;

import io.stormglass.models.dcqcn.ReactionPoint;

/** A DCQCN reaction point. It knows CNPs, bytes and time, and nothing of acknowledgements. */
final class DcqcnLimit implements FlowControl {
    private final ReactionPoint reaction;

    DcqcnLimit(ReactionPoint reaction) {
        this.reaction = reaction;
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
