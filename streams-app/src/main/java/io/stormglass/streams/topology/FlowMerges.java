package io.stormglass.streams.topology;

import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.streams.state.StoredFlow;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * What a provisional flow counted belongs to the flow that it turns out to be, whose task is usually another one. The task that
 * learns of it asks (a request, under the provisional key), the provisional flow's task hands over what it has (under the key
 * of the flow) and from then on whatever still comes.
 *
 * <p>Both are a {@link StoredFlow}: a request is stored as it is and marks the provisional flow as gone.
 */
final class FlowMerges {
    private static final Serde<StoredFlow> SERDE = StoreSerde.of(StoredFlow.getEncoder(), StoredFlow.getDecoder());

    private static final int MOST_ASKED = 100_000;

    private final String topic;
    private final Map<String, String> gone = new HashMap<>();
    /** When was asked; a task whose mark is gone is asked again after a while. */
    private final Map<String, Long> asked = new LinkedHashMap<>();

    private final long againMillis;

    FlowMerges(String topic, long againMillis) {
        this.topic = topic;
        this.againMillis = againMillis;
    }

    /** Remembers a flow that was merged; false, and nothing remembered, for a flow of its own. */
    boolean rememberIfMerged(StoredFlow stored) {
        if (stored.getMergedInto().isEmpty()) {
            return false;
        }
        gone.put(stored.getFlow(), stored.getMergedInto());
        return true;
    }

    /** What the flow was merged into; null for a flow of its own. */
    @Nullable
    String into(String flow) {
        return gone.get(flow);
    }

    /** Forgets that a flow was merged. */
    void forget(String flow) {
        gone.remove(flow);
    }

    /** The request that a batch makes; null where it makes none, or made it before. */
    @Nullable
    Record<byte[], byte[]> request(FlowBatch batch, FlowFacts facts, long recordMillis) {
        String provisional = batch.mergesProvisionalKey();
        if (provisional.isEmpty()) {
            return null;
        }
        String question = provisional + '\n' + facts.key();
        Long before = asked.get(question);
        if (before != null && (againMillis <= 0 || recordMillis - before < againMillis)) {
            return null;
        }
        asked.remove(question);
        asked.put(question, recordMillis);
        if (asked.size() > MOST_ASKED) {
            asked.remove(asked.keySet().iterator().next());
        }
        StoredFlow request = StoredFlows.store(facts, FlowCounters.ZERO);
        request.setFlow(provisional);
        request.setMergedInto(facts.key());
        return record(provisional, request, recordMillis);
    }

    /** What a provisional flow hands over. */
    Record<byte[], byte[]> handover(FlowFacts provisional, FlowCounters counters, String into, long recordMillis) {
        StoredFlow handover = StoredFlows.store(provisional, counters);
        handover.setMergedInto(into);
        return record(into, handover, recordMillis);
    }

    /** What a record of the topic says. */
    StoredFlow read(Record<byte[], byte[]> record) {
        return SERDE.deserializer().deserialize(topic, record.value());
    }

    private Record<byte[], byte[]> record(String key, StoredFlow value, long millis) {
        return new Record<>(
                key.getBytes(StandardCharsets.UTF_8), SERDE.serializer().serialize(topic, value), millis);
    }
}
