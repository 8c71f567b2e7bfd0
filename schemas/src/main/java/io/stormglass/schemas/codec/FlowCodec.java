package io.stormglass.schemas.codec;

import io.stormglass.avro.FlowEvents;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Transport;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flow batches. */
final class FlowCodec {
    /** A terabyte, or as many packets, in one event. */
    private static final long MOST_AT_ONCE = 1L << 40;
    /** A round trip or a pause of a minute is none. */
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private static final long FASTEST_BITS_PER_SECOND = 100_000_000_000_000L;
    private static final int LARGEST_QP = 0xffffff;

    private FlowCodec() {}

    static FlowEvents toAvro(FlowBatch batch) {
        FlowEvents avro = new FlowEvents();
        headerToAvro(batch.header(), avro);
        keyToAvro(batch.flow(), batch.pairedQp(), avro);
        avro.setPriority(batch.priority());
        avro.setDscp(batch.dscp());
        avro.setSenderBitsPerSecond(batch.senderBitsPerSecond());
        avro.setVantage(Enums.VANTAGE.toAvro(batch.vantage()));
        avro.setPairing(Enums.PAIRING.toAvro(batch.pairing()));
        avro.setMergesProvisionalKey(batch.mergesProvisionalKey());
        avro.setPath(LinkCodec.pathToAvro(batch.path()));
        List<FlowEvent> events = batch.events();
        long baseNanos = events.isEmpty() ? 0 : events.getFirst().timeNanos();
        avro.setBaseNanos(baseNanos);
        List<io.stormglass.avro.FlowEvent> avroEvents = new ArrayList<>(events.size());
        for (FlowEvent event : events) {
            io.stormglass.avro.FlowEvent item = new io.stormglass.avro.FlowEvent();
            item.setKind(Enums.FLOW_EVENT_KIND.toAvro(event.kind()));
            item.setOffsetNanos(event.timeNanos() - baseNanos);
            item.setPackets(event.packets());
            item.setBytes(event.bytes());
            item.setRttNanos(event.rttNanos());
            item.setDetail(event.detail());
            avroEvents.add(item);
        }
        avro.setEvents(avroEvents);
        return avro;
    }

    private static void headerToAvro(BatchHeader header, FlowEvents avro) {
        avro.setKind(Enums.RECORD_KIND.toAvro(header.kind()));
        avro.setFabric(header.fabric());
        avro.setRunId(header.runId());
        avro.setAgentId(header.agentId());
        avro.setEpoch(header.epoch());
        avro.setSequence(header.sequence());
        avro.setObserverRole(Enums.OBSERVER_ROLE.toAvro(header.observerRole()));
        avro.setScope(Enums.SCOPE.toAvro(header.scope()));
        avro.setSamplingRate(header.samplingRate());
        avro.setMirrored(header.mirrored());
        avro.setWatermarkNanos(header.watermarkNanos());
        avro.setClockOffsetNanos(header.clockOffsetNanos());
        avro.setEventTimePerWallTime(header.eventTimePerWallTime());
    }

    private static void keyToAvro(@Nullable FlowKey flow, int pairedQp, FlowEvents avro) {
        avro.setTransport(Enums.TRANSPORT.toAvro(flow == null ? Transport.UNKNOWN : flow.transport()));
        avro.setSrcIp(flow == null ? "" : flow.srcIp());
        avro.setDstIp(flow == null ? "" : flow.dstIp());
        avro.setSrcPort(flow == null ? -1 : flow.srcPort());
        avro.setDstPort(flow == null ? -1 : flow.dstPort());
        avro.setSrcQp(flow != null && flow.isProvisional() ? flow.srcQp() : pairedQp);
        avro.setDstQp(flow == null ? -1 : flow.dstQp());
    }

    static Decoded<FlowBatch> toNeutral(FlowEvents record) {
        Checks checks = new Checks();
        BatchHeader header = headerToNeutral(record);
        HeaderChecks.check(header, checks);
        FlowKey flow = header.kind() == RecordKind.EVENTS ? keyToNeutral(record, checks) : null;
        List<FlowEvent> events = new ArrayList<>(record.getEvents().size());
        for (io.stormglass.avro.FlowEvent event : record.getEvents()) {
            checks.at(events.size());
            events.add(eventToNeutral(event, record.getBaseNanos(), checks));
        }
        checks.at(-1);
        checkMerge(record, flow, checks);
        FlowBatch batch = new FlowBatch(
                header,
                flow,
                checks.range("srcQp", record.getSrcQp(), -1, LARGEST_QP),
                checks.range("priority", record.getPriority(), -1, 7),
                checks.range("dscp", record.getDscp(), -1, 63),
                checks.count("senderBitsPerSecond", record.getSenderBitsPerSecond(), FASTEST_BITS_PER_SECOND),
                Enums.VANTAGE.toNeutral(record.getVantage()),
                Enums.PAIRING.toNeutral(record.getPairing()),
                checks.identity("mergesProvisionalKey", record.getMergesProvisionalKey()),
                LinkCodec.pathToNeutral(record.getPath(), checks),
                events);
        return checks.passed() ? new Decoded.Value<>(batch) : checks.failure();
    }

    private static void checkMerge(FlowEvents record, @Nullable FlowKey flow, Checks checks) {
        String provisional = record.getMergesProvisionalKey();
        if (provisional.isEmpty()) {
            return;
        }
        if (flow == null || flow.isProvisional() || !FlowKey.isProvisionalText(record.getFabric(), provisional)) {
            checks.fail(
                    Reason.INVALID_KEY,
                    "mergesProvisionalKey is '" + provisional + "', but a provisional flow of fabric '"
                            + record.getFabric() + "' merges into a flow with a queue pair");
        }
    }

    private static BatchHeader headerToNeutral(FlowEvents record) {
        return new BatchHeader(
                Enums.RECORD_KIND.toNeutral(record.getKind()),
                record.getFabric(),
                record.getRunId(),
                record.getAgentId(),
                record.getEpoch(),
                record.getSequence(),
                Enums.OBSERVER_ROLE.toNeutral(record.getObserverRole()),
                Enums.SCOPE.toNeutral(record.getScope()),
                record.getSamplingRate(),
                record.getMirrored(),
                record.getWatermarkNanos(),
                record.getClockOffsetNanos(),
                record.getEventTimePerWallTime());
    }

    private static @Nullable FlowKey keyToNeutral(FlowEvents record, Checks checks) {
        if (record.getSrcIp().isEmpty() || record.getDstIp().isEmpty()) {
            checks.fail(
                    Reason.INVALID_KEY,
                    "srcIp is '" + record.getSrcIp() + "', dstIp is '" + record.getDstIp() + "': both are needed");
            return null;
        }
        checks.address("srcIp", record.getSrcIp());
        checks.address("dstIp", record.getDstIp());
        Transport transport = Enums.TRANSPORT.toNeutral(record.getTransport());
        try {
            return switch (transport) {
                case TCP ->
                    FlowKey.tcp(
                            record.getFabric(),
                            record.getSrcIp(),
                            checks.range("srcPort", record.getSrcPort(), 0, 65_535),
                            record.getDstIp(),
                            checks.range("dstPort", record.getDstPort(), 0, 65_535));
                case ROCEV2, ROCEV1, UNKNOWN -> queuePairKey(record, transport);
            };
        } catch (IllegalArgumentException e) {
            checks.fail(Reason.INVALID_KEY, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private static FlowKey queuePairKey(FlowEvents record, Transport transport) {
        return record.getDstQp() >= 0
                ? FlowKey.roce(record.getFabric(), transport, record.getSrcIp(), record.getDstIp(), record.getDstQp())
                : FlowKey.provisional(
                        record.getFabric(), transport, record.getSrcIp(), record.getDstIp(), record.getSrcQp());
    }

    private static FlowEvent eventToNeutral(io.stormglass.avro.FlowEvent event, long baseNanos, Checks checks) {
        return new FlowEvent(
                Enums.FLOW_EVENT_KIND.toNeutral(event.getKind()),
                checks.time("time", baseNanos, event.getOffsetNanos()),
                checks.count("packets", event.getPackets(), MOST_AT_ONCE),
                checks.count("bytes", event.getBytes(), MOST_AT_ONCE),
                checks.count("rttNanos", event.getRttNanos(), LONGEST_NANOS),
                checks.range("detail", event.getDetail(), 0, 255));
    }
}
