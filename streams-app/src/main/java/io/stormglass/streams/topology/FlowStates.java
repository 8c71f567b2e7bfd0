package io.stormglass.streams.topology;

import io.stormglass.avro.FlowState;
import io.stormglass.models.congestion.PathSign;
import io.stormglass.models.event.Transport;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.models.flow.Sampling;
import io.stormglass.models.shadow.FlowVerdict;
import io.stormglass.models.shadow.FlowView;
import io.stormglass.models.shadow.QueueSign;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is published of a flow. */
final class FlowStates {
    private static final String CLASS_UNKNOWN = "unknown";
    private static final String NO_MODELS = "models: none run here";
    private static final String NOT_FOR_TCP = "models: none for TCP";
    private static final String FAILED = "models: failed, they begin anew";
    private static final String LINE = "rate of the sender's port";

    private FlowStates() {}

    /** The state when everything before {@code asOfNanos} is known. */
    static FlowState of(FlowEntry entry, FlowModels models, long asOfNanos, long intervalNanos) {
        FlowCounters counters = entry.tally.counters();
        FlowState state = new FlowState();
        nothing(state);
        facts(entry.facts, state);
        counters(counters, asOfNanos, state);
        state.setIntervalNanos(intervalNanos);
        FlowVerdict verdict = entry.verdict();
        FlowView view = entry.shadow.view();
        if (verdict == null || view == null) {
            state.setClass$(CLASS_UNKNOWN);
            String none = entry.facts.transport() == Transport.TCP ? NOT_FOR_TCP : NO_MODELS;
            String why = entry.shadow.runs() ? FAILED : none;
            state.setMissing(List.of(why));
            state.setNotRun(why);
            return state;
        }
        state.setClass$(verdict.flowClass().text());
        state.setEvidence(verdict.evidence());
        boolean guessed = entry.lineAssumed() && view.limitBitsPerSecond() >= 0;
        state.setMissing(missing(verdict.missing(), guessed));
        state.setLineBitsPerSecond(entry.lineBitsPerSecond());
        state.setLineAssumed(entry.lineAssumed());
        state.setNotRun(view.notRun());
        models(view, models.reference(), state);
        return state;
    }

    /** Puts in what the switches say of the queues on the flow's path. */
    static void answer(FlowState state, FlowVerdict verdict, PathSign sign) {
        state.setClass$(verdict.flowClass().text());
        boolean lineGuessed = state.getMissing().contains(LINE);
        if (sign.sign() == QueueSign.UNKNOWN) {
            String why = verdict.missing().isEmpty() ? "" : verdict.missing() + ": " + sign.missing();
            state.setMissing(missing(why, lineGuessed));
            return;
        }
        state.setEvidence(verdict.evidence() + " (" + sign.where() + ")");
        state.setMissing(missing(verdict.missing(), lineGuessed));
    }

    private static void nothing(FlowState state) {
        state.setReference("");
        state.setStage("");
        state.setBbrPhase("");
        state.setBestPreset("");
        state.setEvidence("");
        state.setNotRun("");
    }

    private static List<String> missing(String verdict, boolean lineGuessed) {
        if (verdict.isEmpty()) {
            return lineGuessed ? List.of(LINE) : List.of();
        }
        return lineGuessed ? List.of(verdict, LINE) : List.of(verdict);
    }

    private static void models(FlowView view, String reference, FlowState state) {
        if (view.limitBitsPerSecond() >= 0) {
            state.setReference(reference);
            state.setReferenceBitsPerSecond(view.limitBitsPerSecond());
            state.setTargetBitsPerSecond(view.targetBitsPerSecond());
            state.setAlpha(view.alpha());
            state.setStage(words(view.stage()));
            state.setTimeStage(view.timeStage());
            state.setByteStage(view.byteStage());
        }
        if (view.rtPropNanos() >= 0) {
            state.setRtPropNanos(view.rtPropNanos());
            state.setBtlBwBitsPerSecond(view.btlBwBitsPerSecond());
            state.setBdpBytes(view.bdpBytes());
            state.setBbrPhase(words(view.phase()));
            state.setQueueingNanos(view.queueingNanos());
            state.setInflightOverBdp(view.inflightOverBdp() < 0 ? null : view.inflightOverBdp());
        }
        state.setResidual(view.residual() < 0 ? null : view.residual());
        state.setBestPreset(view.bestPreset());
        state.setBestResidual(view.bestResidual() < 0 ? null : view.bestResidual());
    }

    private static String words(@Nullable Enum<?> phase) {
        return phase == null ? "" : phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void facts(FlowFacts facts, FlowState state) {
        state.setFabric(facts.fabric());
        state.setRunId(facts.runId());
        state.setFlow(facts.key());
        state.setTransport(
                io.stormglass.avro.Transport.valueOf(facts.transport().name()));
        state.setSrcIp(facts.srcIp());
        state.setDstIp(facts.dstIp());
        state.setDstQp(facts.dstQp());
        state.setPriority(facts.priority());
        state.setScope(io.stormglass.avro.Scope.valueOf(facts.scope().name()));
        state.setVantage(io.stormglass.avro.Vantage.valueOf(facts.vantage().name()));
        state.setPairing(io.stormglass.avro.Pairing.valueOf(facts.pairing().name()));
    }

    private static void counters(FlowCounters counters, long asOfNanos, FlowState state) {
        double rate = counters.observedBitsPerSecondAt(asOfNanos);
        // Without an event a state changes only when its flow has been silent long enough: that is known from then on.
        boolean stopped = counters.slotNanos() > 0 && rate == 0;
        state.setAtNanos(stopped ? Math.max(counters.atNanos(), asOfNanos) : counters.atNanos());
        state.setFirstNanos(counters.firstNanos());
        state.setPackets(counters.packets());
        state.setBytes(counters.bytes());
        state.setCe(counters.ce());
        state.setCnp(counters.cnp());
        state.setRetransmitted(counters.retransmitted());
        state.setReordered(counters.reordered());
        state.setNak(counters.nak());
        state.setRnr(counters.rnr());
        state.setDelivered(counters.delivered());
        state.setRttCount(counters.rttCount());
        state.setRttMinNanos(counters.rttCount() == 0 ? null : counters.rttMinNanos());
        state.setRttLastNanos(counters.rttCount() == 0 ? null : counters.rttLastNanos());
        state.setObservedBitsPerSecond(rate);
        state.setSampledOneIn(counters.sampledOneIn());
        state.setPacketsPlusMinus(Sampling.plusMinus(counters.packets(), counters.sampledOneIn()));
    }
}
