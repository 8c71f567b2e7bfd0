package io.stormglass.schemas.codec;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortBatch;
import io.stormglass.schemas.Decoded;

/**
 * The one mapping between neutral events and Avro records.
 *
 * <p>Times are offsets from a base in the record. A counter that was not read stays null. A symbol that this program does
 * not know is UNKNOWN; a port event of an unknown kind is skipped and counted in {@link Decoded.Value#skipped()}. Records
 * from the wire may hold anything: times outside 2000 to 2100 and values outside their range are
 * {@link Decoded.Malformed}, and so is the whole record then.
 */
public final class EventCodec {
    private EventCodec() {}

    /** Avro form of a flow batch. */
    public static FlowEvents toAvro(FlowBatch batch) {
        return FlowCodec.toAvro(batch);
    }

    /**
     * Neutral form of a flow record. Of a provisional flow {@code pairedQp} is the queue pair that names it.
     *
     * <p>The watermark of a tick or heartbeat is 0 or within 2000 to 2100; that of an end mark is any time not negative.
     */
    public static Decoded<FlowBatch> toNeutral(FlowEvents record) {
        return FlowCodec.toNeutral(record);
    }

    /** Avro form of a port batch. */
    public static PortEvents toAvro(PortBatch batch) {
        return PortCodec.toAvro(batch);
    }

    /** Neutral form of a port record; a counter group that does not say when it was refreshed was when it was read. */
    public static Decoded<PortBatch> toNeutral(PortEvents record) {
        return PortCodec.toNeutral(record);
    }

    /** Avro form of link facts. */
    public static io.stormglass.avro.LinkFacts toAvro(LinkFacts facts) {
        return LinkCodec.toAvro(facts);
    }

    /** Neutral form of link facts. */
    public static Decoded<LinkFacts> toNeutral(io.stormglass.avro.LinkFacts facts) {
        Checks checks = new Checks();
        LinkFacts neutral = LinkCodec.toNeutral(facts, checks);
        return checks.passed() ? new Decoded.Value<>(neutral) : checks.failure();
    }
}
