package io.stormglass.streams.topology;

import io.stormglass.avro.FlowState;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.streams.state.StoredFlow;
import java.util.List;

/** Counters of a flow as the store and the output topic hold them. */
final class StoredFlows {
    private static final String CLASS_UNKNOWN = "unknown";

    private StoredFlows() {}

    static FlowCounters counters(StoredFlow stored) {
        return new FlowCounters(
                stored.getFirstNanos(),
                stored.getAtNanos(),
                stored.getPackets(),
                stored.getBytes(),
                stored.getCe(),
                stored.getCnpsSeen(),
                stored.getCnpsHandled(),
                stored.getRetransmitted(),
                stored.getReordered(),
                stored.getNak(),
                stored.getRnr(),
                stored.getTimeouts(),
                stored.getDelivered(),
                stored.getRttCount(),
                stored.getRttMinNanos(),
                stored.getRttLastNanos(),
                stored.getRttLastAtNanos(),
                stored.getSlotNanos(),
                stored.getSlotBytes(),
                stored.getObservedBitsPerSecond());
    }

    static StoredFlow store(FlowFacts facts, FlowCounters counters) {
        StoredFlow stored = new StoredFlow();
        stored.setFlow(facts.key());
        stored.setFabric(facts.fabric());
        stored.setRunId(facts.runId());
        stored.setTransport(facts.transport().name());
        stored.setSrcIp(facts.srcIp());
        stored.setDstIp(facts.dstIp());
        stored.setDstQp(facts.dstQp());
        stored.setPriority(facts.priority());
        stored.setScope(facts.scope().name());
        stored.setVantage(facts.vantage().name());
        stored.setPairing(facts.pairing().name());
        stored.setFirstNanos(counters.firstNanos());
        stored.setAtNanos(counters.atNanos());
        stored.setPackets(counters.packets());
        stored.setBytes(counters.bytes());
        stored.setCe(counters.ce());
        stored.setCnpsSeen(counters.cnpsSeen());
        stored.setCnpsHandled(counters.cnpsHandled());
        stored.setRetransmitted(counters.retransmitted());
        stored.setReordered(counters.reordered());
        stored.setNak(counters.nak());
        stored.setRnr(counters.rnr());
        stored.setTimeouts(counters.timeouts());
        stored.setDelivered(counters.delivered());
        stored.setRttCount(counters.rttCount());
        stored.setRttMinNanos(counters.rttMinNanos());
        stored.setRttLastNanos(counters.rttLastNanos());
        stored.setRttLastAtNanos(counters.rttLastAtNanos());
        stored.setSlotNanos(counters.slotNanos());
        stored.setSlotBytes(counters.slotBytes());
        stored.setObservedBitsPerSecond(counters.observedBitsPerSecond());
        stored.setMergedInto("");
        return stored;
    }

    /** What is published of a flow when everything before {@code asOfNanos} is known. */
    static FlowState publish(FlowFacts facts, FlowCounters counters, long asOfNanos) {
        double rate = counters.observedBitsPerSecondAt(asOfNanos);
        FlowState state = new FlowState();
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
        state.setClass$(CLASS_UNKNOWN);
        state.setMissing(List.of("model"));
        return state;
    }
}
