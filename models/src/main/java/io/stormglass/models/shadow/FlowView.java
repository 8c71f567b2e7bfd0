package io.stormglass.models.shadow;

import io.stormglass.models.bbr.BbrPhase;
import io.stormglass.models.dcqcn.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Models beside observation at a moment. Numbers of a model that does not run are -1.
 *
 * @param limitBitsPerSecond Rc of the reference
 * @param targetBitsPerSecond Rt
 * @param alpha estimate of congestion, 0..1
 * @param timeStage timer increases since the last cut
 * @param byteStage byte counter increases since the last cut
 * @param stage what the next increase does; null where the reaction point does not run
 * @param rtPropNanos RTprop
 * @param btlBwBitsPerSecond BtlBw
 * @param bdpBytes product of the two
 * @param phase BBR's phase; null where BBR does not run
 * @param queueingNanos newest RTT above RTprop
 * @param inflightOverBdp bytes in flight (observed rate x RTT) of BDP
 * @param observedBitsPerSecond rate over the newest span of unpaused time, 0 after 100 ms of silence
 * @param residual mean |ln(observed / limit)| over the judged spans
 * @param bestPreset which preset has the least residual; empty below 16 judged spans
 * @param bestResidual its residual
 * @param notRun why a model does not run, empty where both do
 */
public record FlowView(
        long limitBitsPerSecond,
        long targetBitsPerSecond,
        double alpha,
        int timeStage,
        int byteStage,
        @Nullable Phase stage,
        long rtPropNanos,
        long btlBwBitsPerSecond,
        long bdpBytes,
        @Nullable BbrPhase phase,
        long queueingNanos,
        double inflightOverBdp,
        double observedBitsPerSecond,
        double residual,
        String bestPreset,
        double bestResidual,
        String notRun) {}
