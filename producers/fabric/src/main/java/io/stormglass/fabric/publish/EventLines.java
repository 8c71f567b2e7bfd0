package io.stormglass.fabric.publish;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.emulator.telemetry.TelemetryOutput;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.ThresholdUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes what agents say as JSON, one line per batch, in the order in which batches leave: {@code topic}, {@code key}, agent, epoch, sequence, attributes and events. A
 * batch that is repeated stands twice, one that is lost stands nowhere and its sequence is missing; one that comes late stands where it belongs and has
 * {@code lateNanos}. Sequences count per agent, epoch and topic, since a file has no partitions. What is not known is left out.
 */
public final class EventLines implements TelemetryOutput, AutoCloseable {
    private final JsonGenerator json;
    private final Map<List<Object>, Long> sequences = new HashMap<>();
    private long lines;
    private long events;

    /**
     * Lines into a writer, which is closed with this.
     *
     * @throws UncheckedIOException if nothing can be written
     */
    public EventLines(Writer writer) {
        try {
            json = JsonMapper.builder().build().createGenerator(writer);
            json.setRootValueSeparator(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines so far. */
    public long lines() {
        return lines;
    }

    /** Events in them. */
    public long events() {
        return events;
    }

    @Override
    public void flow(FlowBatch batch, Fate fate, long lateNanos) {
        long sequence = sequence(batch.header(), "flow-events");
        for (int copy = 0; copy < copies(fate); copy++) {
            events += batch.events().size();
            line(() -> writeFlow(batch, sequence, lateNanos));
        }
    }

    @Override
    public void port(PortBatch batch, Fate fate, long lateNanos) {
        long sequence = sequence(batch.header(), "port-events");
        for (int copy = 0; copy < copies(fate); copy++) {
            events += batch.events().size();
            line(() -> writePort(batch, sequence, lateNanos));
        }
    }

    @Override
    public void progress(long nanos) {
        // A file has no watermark.
    }

    @Override
    public void close() {
        try {
            json.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int copies(Fate fate) {
        return switch (fate) {
            case SENT -> 1;
            case REPEATED -> 2;
            case LOST -> 0;
        };
    }

    private long sequence(BatchHeader header, String topic) {
        return sequences.merge(List.of(header.agentId(), header.epoch(), topic), 1L, Long::sum) - 1;
    }

    /** Writes the inside of a line. */
    private interface Fields {
        void write() throws IOException;
    }

    private void line(Fields fields) {
        try {
            json.writeStartObject();
            fields.write();
            json.writeEndObject();
            json.writeRaw('\n');
            lines++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void header(BatchHeader header, String topic, String key, long sequence, long lateNanos)
            throws IOException {
        json.writeStringField("topic", topic);
        json.writeStringField("key", key);
        json.writeStringField("fabric", header.fabric());
        json.writeStringField("agentId", header.agentId());
        json.writeNumberField("epoch", header.epoch());
        json.writeNumberField("sequence", sequence);
        json.writeStringField("observerRole", header.observerRole().name());
        json.writeStringField("scope", header.scope().name());
        json.writeNumberField("samplingRate", header.samplingRate());
        json.writeBooleanField("mirrored", header.mirrored());
        number("clockOffsetNanos", header.clockOffsetNanos());
        if (lateNanos > 0) {
            json.writeNumberField("lateNanos", lateNanos);
        }
    }

    private void writeFlow(FlowBatch batch, long sequence, long lateNanos) throws IOException {
        FlowKey flow = Objects.requireNonNull(batch.flow(), "flow");
        header(batch.header(), "flow-events", flow.text(), sequence, lateNanos);
        json.writeStringField("transport", flow.transport().name());
        json.writeStringField("srcIp", flow.srcIp());
        json.writeStringField("dstIp", flow.dstIp());
        json.writeNumberField("dstQp", flow.dstQp());
        json.writeNumberField("pairedQp", batch.pairedQp());
        json.writeNumberField("priority", batch.priority());
        json.writeNumberField("dscp", batch.dscp());
        json.writeNumberField("senderBitsPerSecond", batch.senderBitsPerSecond());
        json.writeStringField("vantage", batch.vantage().name());
        json.writeStringField("pairing", batch.pairing().name());
        if (!batch.path().isEmpty()) {
            json.writeArrayFieldStart("path");
            for (PathHop hop : batch.path()) {
                json.writeString(hop.device() + "/" + hop.port() + "/" + hop.queue());
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("events");
        for (FlowEvent event : batch.events()) {
            write(event);
        }
        json.writeEndArray();
    }

    private void write(FlowEvent event) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", event.kind().name());
        json.writeNumberField("timeNanos", event.timeNanos());
        positive("packets", event.packets());
        positive("bytes", event.bytes());
        positive("rttNanos", event.rttNanos());
        positive("detail", event.detail());
        json.writeEndObject();
    }

    private void writePort(PortBatch batch, long sequence, long lateNanos) throws IOException {
        PortKey port = Objects.requireNonNull(batch.port(), "port");
        header(batch.header(), "port-events", port.text(), sequence, lateNanos);
        json.writeStringField("device", port.device());
        json.writeStringField("port", port.port());
        json.writeNumberField("linkBitsPerSecond", batch.linkBitsPerSecond());
        LinkFacts link = batch.link();
        if (link != null) {
            json.writeObjectFieldStart("link");
            write(link);
            json.writeEndObject();
        }
        json.writeArrayFieldStart("events");
        for (PortEvent event : batch.events()) {
            json.writeStartObject();
            write(event);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(LinkFacts link) throws IOException {
        json.writeStringField("role", link.role().name());
        text("peerDevice", link.peerDevice());
        text("peerPort", link.peerPort());
        json.writeStringField("peerRole", link.peerRole().name());
        text("mac", link.mac());
        text("peerMac", link.peerMac());
        json.writeArrayFieldStart("attachedAddresses");
        for (String address : link.attachedAddresses()) {
            json.writeString(address);
        }
        json.writeEndArray();
        number("pfcEnabledPriorities", link.pfcEnabledPriorities());
        json.writeArrayFieldStart("ecn");
        for (QueueEcn ecn : link.ecn()) {
            json.writeStartObject();
            json.writeNumberField("priority", ecn.priority());
            json.writeNumberField("kminBytes", ecn.kminBytes());
            json.writeNumberField("kmaxBytes", ecn.kmaxBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        text("source", link.source());
        if (!link.settings().equals(PortSettings.UNKNOWN)) {
            json.writeObjectFieldStart("settings");
            write(link.settings());
            json.writeEndObject();
        }
    }

    private void write(PortSettings settings) throws IOException {
        flag("sendsPause", settings.sendsPause());
        flag("obeysPause", settings.obeysPause());
        number("ecnPriorities", settings.ecnPriorities());
        json.writeArrayFieldStart("headroom");
        for (PortSettings.QueueHeadroom each : settings.headroom()) {
            json.writeStartObject();
            json.writeNumberField("priority", each.priority());
            json.writeNumberField("bytes", each.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        text("dscpClasses", settings.dscpClasses());
        number("cnpPriority", settings.cnpPriority());
        flag("watchdog", settings.watchdog());
        text("nicModel", settings.nicModel());
        text("nicFirmware", settings.nicFirmware());
        text("ccMode", settings.ccMode());
        text("ccSettings", settings.ccSettings());
        json.writeArrayFieldStart("markings");
        for (QueueMarking each : settings.markings()) {
            json.writeStartObject();
            write(each);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("buffers");
        for (QueueBuffer each : settings.buffers()) {
            json.writeStartObject();
            write(each);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(QueueMarking marking) throws IOException {
        json.writeNumberField("priority", marking.priority());
        text("system", marking.system());
        text("object", marking.object());
        text("place", marking.place());
        ThresholdUnit unit = marking.unit();
        if (unit != null) {
            json.writeStringField("unit", unit.word());
        }
        number("minimum", marking.minimum());
        number("maximum", marking.maximum());
        number("maxProbability", marking.maxProbability());
        number("weight", marking.weight());
        number("pieceBytes", marking.pieceBytes());
    }

    private void write(QueueBuffer buffer) throws IOException {
        json.writeNumberField("priority", buffer.priority());
        number("sharedBytes", buffer.sharedBytes());
        number("reserveBytes", buffer.reserveBytes());
        number("alpha", buffer.alpha());
        number("xoffBytes", buffer.xoffBytes());
        number("xonOffsetBytes", buffer.xonOffsetBytes());
    }

    private void flag(String name, @Nullable Boolean value) throws IOException {
        if (value != null) {
            json.writeBooleanField(name, value);
        }
    }

    private void number(String name, @Nullable Integer value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private void write(PortEvent event) throws IOException {
        json.writeStringField("kind", event.getClass().getSimpleName());
        json.writeNumberField("timeNanos", event.timeNanos());
        switch (event) {
            case PortEvent.PfcFrame pfc -> {
                json.writeStringField("direction", pfc.direction().name());
                json.writeNumberField("priority", pfc.priority());
                json.writeNumberField("quanta", pfc.quanta());
            }
            case PortEvent.PauseFrame pause -> {
                json.writeStringField("direction", pause.direction().name());
                json.writeNumberField("quanta", pause.quanta());
            }
            case PortEvent.Traffic passed -> {
                json.writeStringField("direction", passed.direction().name());
                json.writeNumberField("priority", passed.priority());
                json.writeNumberField("packets", passed.packets());
                json.writeNumberField("bytes", passed.bytes());
                json.writeNumberField("marked", passed.marked());
            }
            case PortEvent.PauseCounters read -> write(read);
            case PortEvent.QueueSample read -> write(read);
            case PortEvent.NicCongestion read -> write(read);
            case PortEvent.TransportErrors read -> write(read);
            case PortEvent.HostBackPressure read -> write(read);
            case PortEvent.LinkHealth read -> write(read);
            case PortEvent.Watchdog said -> {
                json.writeNumberField("priority", said.priority());
                json.writeNumberField("queue", said.queue());
                json.writeBooleanField("stormed", said.stormed());
            }
        }
    }

    private void write(PortEvent.PauseCounters read) throws IOException {
        refresh(read.refresh());
        json.writeStringField("direction", read.direction().name());
        json.writeNumberField("priority", read.priority());
        number("frames", read.frames());
        number("pausedNanos", read.pausedNanos());
        number("on2Off", read.on2Off());
        Boolean now = read.pausedNow();
        if (now != null) {
            json.writeBooleanField("pausedNow", now);
        }
    }

    private void write(PortEvent.QueueSample read) throws IOException {
        refresh(read.refresh());
        json.writeNumberField("priority", read.priority());
        json.writeNumberField("queue", read.queue());
        number("depthBytes", read.depthBytes());
        number("watermarkBytes", read.watermarkBytes());
        number("sentPackets", read.sentPackets());
        number("sentBytes", read.sentBytes());
        number("marked", read.marked());
        number("dropped", read.dropped());
        number("wredDropped", read.wredDropped());
    }

    private void write(PortEvent.NicCongestion read) throws IOException {
        refresh(read.refresh());
        number("ceReceived", read.ceReceived());
        number("cnpSent", read.cnpSent());
        number("cnpHandled", read.cnpHandled());
        number("cnpIgnored", read.cnpIgnored());
        number("slowRestartCnps", read.slowRestartCnps());
    }

    private void write(PortEvent.TransportErrors read) throws IOException {
        refresh(read.refresh());
        number("outOfSequence", read.outOfSequence());
        number("nakReceived", read.nakReceived());
        number("rnrReceived", read.rnrReceived());
        number("timeouts", read.timeouts());
        number("retransmitted", read.retransmitted());
    }

    private void write(PortEvent.HostBackPressure read) throws IOException {
        refresh(read.refresh());
        number("pcieStalls", read.pcieStalls());
        number("pcieStalledNanos", read.pcieStalledNanos());
        number("receiveBufferOverThreshold", read.receiveBufferOverThreshold());
        number("pauseStormWarnings", read.pauseStormWarnings());
        number("pauseStormErrors", read.pauseStormErrors());
    }

    private void write(PortEvent.LinkHealth read) throws IOException {
        refresh(read.refresh());
        number("fecCorrected", read.fecCorrected());
        number("fecUncorrected", read.fecUncorrected());
        number("symbolErrors", read.symbolErrors());
        number("linkDowned", read.linkDowned());
    }

    private void refresh(Refresh refresh) throws IOException {
        json.writeNumberField("refreshedNanos", refresh.refreshedNanos());
        number("refreshIntervalNanos", refresh.intervalNanos());
    }

    private void number(String name, @Nullable Long value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private void number(String name, @Nullable Double value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }

    private void positive(String name, long value) throws IOException {
        if (value > 0) {
            json.writeNumberField(name, value);
        }
    }

    private void text(String name, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }
}
