package io.stormglass.streams.topology;

import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.streams.state.StoredFlow;

/** What is known of a flow beside its counters; the newest batch decides. */
record FlowFacts(
        String key,
        String fabric,
        String runId,
        Transport transport,
        String srcIp,
        String dstIp,
        int dstQp,
        int priority,
        Scope scope,
        Vantage vantage,
        Pairing pairing) {

    static FlowFacts of(FlowBatch batch) {
        FlowKey flow = batch.flow();
        if (flow == null) {
            throw new IllegalStateException("a batch of events without a flow passed the checks");
        }
        return new FlowFacts(
                flow.text(),
                flow.fabric(),
                batch.header().runId(),
                flow.transport(),
                flow.srcIp(),
                flow.dstIp(),
                flow.dstQp(),
                batch.priority(),
                batch.header().scope(),
                batch.vantage(),
                batch.pairing());
    }

    /** The same under another key. */
    FlowFacts renamed(String flow) {
        return new FlowFacts(flow, fabric, runId, transport, srcIp, dstIp, dstQp, priority, scope, vantage, pairing);
    }

    static FlowFacts of(StoredFlow stored) {
        return new FlowFacts(
                stored.getFlow(),
                stored.getFabric(),
                stored.getRunId(),
                Transport.valueOf(stored.getTransport()),
                stored.getSrcIp(),
                stored.getDstIp(),
                stored.getDstQp(),
                stored.getPriority(),
                Scope.valueOf(stored.getScope()),
                Vantage.valueOf(stored.getVantage()),
                Pairing.valueOf(stored.getPairing()));
    }
}
