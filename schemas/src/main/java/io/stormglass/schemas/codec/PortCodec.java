package io.stormglass.schemas.codec;

import io.stormglass.avro.PortEvents;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Port batches. */
final class PortCodec {
    private PortCodec() {}

    static PortEvents toAvro(PortBatch batch) {
        PortEvents avro = new PortEvents();
        headerToAvro(batch.header(), avro);
        PortKey port = batch.port();
        LinkFacts link = batch.link();
        avro.setDevice(port == null ? "" : port.device());
        avro.setPort(port == null ? "" : port.port());
        avro.setLinkBitsPerSecond(batch.linkBitsPerSecond());
        avro.setLink(link == null ? null : LinkCodec.toAvro(link));
        avro.setPath(LinkCodec.pathToAvro(batch.path()));
        List<PortEvent> events = batch.events();
        long baseNanos = events.isEmpty() ? 0 : events.getFirst().timeNanos();
        avro.setBaseNanos(baseNanos);
        List<io.stormglass.avro.PortEvent> avroEvents = new ArrayList<>(events.size());
        for (PortEvent event : events) {
            avroEvents.add(PortEventCodec.toAvro(event, baseNanos));
        }
        avro.setEvents(avroEvents);
        return avro;
    }

    private static void headerToAvro(BatchHeader header, PortEvents avro) {
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

    static Decoded<PortBatch> toNeutral(PortEvents record) {
        Checks checks = new Checks();
        BatchHeader header = headerToNeutral(record);
        HeaderChecks.check(header, checks);
        PortKey port = header.kind() == RecordKind.EVENTS ? keyToNeutral(record, checks) : null;
        List<PortEvent> events = new ArrayList<>(record.getEvents().size());
        int index = 0;
        for (io.stormglass.avro.PortEvent event : record.getEvents()) {
            checks.at(index++);
            PortEvent neutral = PortEventCodec.toNeutral(event, record.getBaseNanos(), checks);
            if (neutral != null) {
                events.add(neutral);
            }
        }
        checks.at(-1);
        io.stormglass.avro.LinkFacts link = record.getLink();
        PortBatch batch = new PortBatch(
                header,
                port,
                checks.count("link speed in bit/s", record.getLinkBitsPerSecond()),
                link == null ? null : LinkCodec.toNeutral(link, checks),
                LinkCodec.pathToNeutral(record.getPath(), checks),
                events);
        return checks.passed() ? new Decoded.Value<>(batch, index - events.size()) : checks.failure();
    }

    private static BatchHeader headerToNeutral(PortEvents record) {
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

    private static @Nullable PortKey keyToNeutral(PortEvents record, Checks checks) {
        try {
            return new PortKey(record.getFabric(), record.getDevice(), record.getPort());
        } catch (IllegalArgumentException e) {
            checks.fail(Reason.INVALID_KEY, String.valueOf(e.getMessage()));
            return null;
        }
    }
}
