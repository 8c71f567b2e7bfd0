package io.stormglass.streams.topology;

import io.stormglass.models.flow.FlowCounters;
import io.stormglass.streams.state.StoredFlow;
import java.nio.ByteBuffer;
import java.util.List;

/** Counters of a flow as the store holds them. */
final class StoredFlows {
    private static final ByteBuffer NO_SHADOW = ByteBuffer.allocate(0);

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
                stored.getObservedBitsPerSecond(),
                Math.max(1, stored.getSampledOneIn()));
    }

    static StoredFlow store(FlowFacts facts, FlowCounters counters) {
        StoredFlow stored = new StoredFlow();
        stored.setPath(List.of());
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
        stored.setSampledOneIn(counters.sampledOneIn());
        stored.setMergedInto("");
        stored.setShadow(NO_SHADOW);
        stored.setPublishedClass("");
        stored.setJudgedClass("");
        stored.setObservers(List.of());
        return stored;
    }
}
