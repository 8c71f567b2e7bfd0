package io.stormglass.schemas.codec;

import io.stormglass.avro.PortEventKind;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortEvent.HostBackPressure;
import io.stormglass.models.event.PortEvent.LinkHealth;
import io.stormglass.models.event.PortEvent.NicCongestion;
import io.stormglass.models.event.PortEvent.PauseCounters;
import io.stormglass.models.event.PortEvent.PauseFrame;
import io.stormglass.models.event.PortEvent.PfcFrame;
import io.stormglass.models.event.PortEvent.QueueSample;
import io.stormglass.models.event.PortEvent.Traffic;
import io.stormglass.models.event.PortEvent.TransportErrors;
import io.stormglass.models.event.PortEvent.Watchdog;
import io.stormglass.models.event.Refresh;
import io.stormglass.schemas.Reason;
import org.jspecify.annotations.Nullable;

/** One port event; on the wire all kinds share one flat record. */
final class PortEventCodec {
    private static final int LARGEST_QUANTA = 65_535;

    private PortEventCodec() {}

    static io.stormglass.avro.PortEvent toAvro(PortEvent event, long baseNanos) {
        io.stormglass.avro.PortEvent avro = new io.stormglass.avro.PortEvent();
        avro.setOffsetNanos(event.timeNanos() - baseNanos);
        avro.setDirection(io.stormglass.avro.Direction.UNKNOWN);
        avro.setPriority(-1);
        avro.setQueue(-1);
        switch (event) {
            case PfcFrame e -> {
                avro.setKind(PortEventKind.PFC_FRAME);
                avro.setDirection(Enums.DIRECTION.toAvro(e.direction()));
                avro.setPriority(e.priority());
                avro.setQuanta((long) e.quanta());
            }
            case PauseFrame e -> {
                avro.setKind(PortEventKind.PAUSE_FRAME);
                avro.setDirection(Enums.DIRECTION.toAvro(e.direction()));
                avro.setQuanta((long) e.quanta());
            }
            case Traffic e -> {
                avro.setKind(PortEventKind.TRAFFIC);
                avro.setDirection(Enums.DIRECTION.toAvro(e.direction()));
                avro.setPriority(e.priority());
                avro.setPackets(e.packets());
                avro.setBytes(e.bytes());
                avro.setMarked(e.marked());
            }
            case Watchdog e -> {
                avro.setKind(PortEventKind.WATCHDOG);
                avro.setPriority(e.priority());
                avro.setQueue(e.queue());
                avro.setWatchdogStormed(e.stormed());
            }
            case PauseCounters e -> pauseCounters(e, avro, baseNanos);
            case QueueSample e -> queueSample(e, avro, baseNanos);
            case NicCongestion e -> nicCongestion(e, avro, baseNanos);
            case TransportErrors e -> transportErrors(e, avro, baseNanos);
            case HostBackPressure e -> hostBackPressure(e, avro, baseNanos);
            case LinkHealth e -> linkHealth(e, avro, baseNanos);
        }
        return avro;
    }

    private static void group(io.stormglass.avro.PortEvent avro, PortEventKind kind, Refresh refresh, long baseNanos) {
        avro.setKind(kind);
        avro.setRefreshedOffsetNanos(refresh.refreshedNanos() - baseNanos);
        avro.setRefreshIntervalNanos(refresh.intervalNanos());
    }

    private static void pauseCounters(PauseCounters e, io.stormglass.avro.PortEvent avro, long baseNanos) {
        group(avro, PortEventKind.PAUSE_COUNTERS, e.refresh(), baseNanos);
        avro.setDirection(Enums.DIRECTION.toAvro(e.direction()));
        avro.setPriority(e.priority());
        avro.setFrames(e.frames());
        avro.setPausedNanos(e.pausedNanos());
        avro.setOn2Off(e.on2Off());
        avro.setPausedNow(e.pausedNow());
    }

    private static void queueSample(QueueSample e, io.stormglass.avro.PortEvent avro, long baseNanos) {
        group(avro, PortEventKind.QUEUE_SAMPLE, e.refresh(), baseNanos);
        avro.setPriority(e.priority());
        avro.setQueue(e.queue());
        avro.setDepthBytes(e.depthBytes());
        avro.setWatermarkBytes(e.watermarkBytes());
        avro.setPackets(e.sentPackets());
        avro.setBytes(e.sentBytes());
        avro.setMarked(e.marked());
        avro.setDropped(e.dropped());
        avro.setWredDropped(e.wredDropped());
    }

    private static void nicCongestion(NicCongestion e, io.stormglass.avro.PortEvent avro, long baseNanos) {
        group(avro, PortEventKind.NIC_CONGESTION, e.refresh(), baseNanos);
        avro.setCeReceived(e.ceReceived());
        avro.setCnpSent(e.cnpSent());
        avro.setCnpHandled(e.cnpHandled());
        avro.setCnpIgnored(e.cnpIgnored());
        avro.setSlowRestartCnps(e.slowRestartCnps());
    }

    private static void transportErrors(TransportErrors e, io.stormglass.avro.PortEvent avro, long baseNanos) {
        group(avro, PortEventKind.TRANSPORT_ERRORS, e.refresh(), baseNanos);
        avro.setOutOfSequence(e.outOfSequence());
        avro.setNakReceived(e.nakReceived());
        avro.setRnrReceived(e.rnrReceived());
        avro.setTimeouts(e.timeouts());
        avro.setRetransmitted(e.retransmitted());
    }

    private static void hostBackPressure(HostBackPressure e, io.stormglass.avro.PortEvent avro, long baseNanos) {
        group(avro, PortEventKind.HOST_BACK_PRESSURE, e.refresh(), baseNanos);
        avro.setPcieStalls(e.pcieStalls());
        avro.setPcieStalledNanos(e.pcieStalledNanos());
        avro.setReceiveBufferOverThreshold(e.receiveBufferOverThreshold());
        avro.setPauseStormWarnings(e.pauseStormWarnings());
        avro.setPauseStormErrors(e.pauseStormErrors());
    }

    private static void linkHealth(LinkHealth e, io.stormglass.avro.PortEvent avro, long baseNanos) {
        group(avro, PortEventKind.LINK_HEALTH, e.refresh(), baseNanos);
        avro.setFecCorrected(e.fecCorrected());
        avro.setFecUncorrected(e.fecUncorrected());
        avro.setSymbolErrors(e.symbolErrors());
        avro.setLinkDowned(e.linkDowned());
    }

    /** Null where the kind is newer than this program. */
    static @Nullable PortEvent toNeutral(io.stormglass.avro.PortEvent event, long baseNanos, Checks checks) {
        long timeNanos = checks.time("time", baseNanos, event.getOffsetNanos());
        Direction direction = Enums.DIRECTION.toNeutral(event.getDirection());
        return switch (event.getKind()) {
            case PFC_FRAME ->
                new PfcFrame(
                        timeNanos,
                        direction,
                        checks.range("priority of a PFC frame", event.getPriority(), 0, 7),
                        quanta(event, checks));
            case PAUSE_FRAME -> new PauseFrame(timeNanos, direction, quanta(event, checks));
            case TRAFFIC ->
                new Traffic(
                        timeNanos,
                        direction,
                        priority(event, checks),
                        checks.required("packets", event.getPackets()),
                        checks.required("bytes", event.getBytes()),
                        checks.required("marked", event.getMarked()));
            case WATCHDOG ->
                new Watchdog(timeNanos, priority(event, checks), queue(event, checks), stormed(event, checks));
            case PAUSE_COUNTERS ->
                new PauseCounters(
                        timeNanos,
                        refresh(event, baseNanos, checks),
                        direction,
                        priority(event, checks),
                        checks.counter("frames", event.getFrames()),
                        checks.counter("pausedNanos", event.getPausedNanos()),
                        checks.counter("on2Off", event.getOn2Off()),
                        event.getPausedNow());
            case QUEUE_SAMPLE -> queueSample(event, timeNanos, refresh(event, baseNanos, checks), checks);
            case NIC_CONGESTION -> nicCongestion(event, timeNanos, refresh(event, baseNanos, checks), checks);
            case TRANSPORT_ERRORS -> transportErrors(event, timeNanos, refresh(event, baseNanos, checks), checks);
            case HOST_BACK_PRESSURE -> hostBackPressure(event, timeNanos, refresh(event, baseNanos, checks), checks);
            case LINK_HEALTH -> linkHealth(event, timeNanos, refresh(event, baseNanos, checks), checks);
            case UNKNOWN -> null;
        };
    }

    private static QueueSample queueSample(
            io.stormglass.avro.PortEvent event, long timeNanos, Refresh refresh, Checks checks) {
        return new QueueSample(
                timeNanos,
                refresh,
                priority(event, checks),
                queue(event, checks),
                checks.counter("depthBytes", event.getDepthBytes()),
                checks.counter("watermarkBytes", event.getWatermarkBytes()),
                checks.counter("packets", event.getPackets()),
                checks.counter("bytes", event.getBytes()),
                checks.counter("marked", event.getMarked()),
                checks.counter("dropped", event.getDropped()),
                checks.counter("wredDropped", event.getWredDropped()));
    }

    private static NicCongestion nicCongestion(
            io.stormglass.avro.PortEvent event, long timeNanos, Refresh refresh, Checks checks) {
        return new NicCongestion(
                timeNanos,
                refresh,
                checks.counter("ceReceived", event.getCeReceived()),
                checks.counter("cnpSent", event.getCnpSent()),
                checks.counter("cnpHandled", event.getCnpHandled()),
                checks.counter("cnpIgnored", event.getCnpIgnored()),
                checks.counter("slowRestartCnps", event.getSlowRestartCnps()));
    }

    private static TransportErrors transportErrors(
            io.stormglass.avro.PortEvent event, long timeNanos, Refresh refresh, Checks checks) {
        return new TransportErrors(
                timeNanos,
                refresh,
                checks.counter("outOfSequence", event.getOutOfSequence()),
                checks.counter("nakReceived", event.getNakReceived()),
                checks.counter("rnrReceived", event.getRnrReceived()),
                checks.counter("timeouts", event.getTimeouts()),
                checks.counter("retransmitted", event.getRetransmitted()));
    }

    private static HostBackPressure hostBackPressure(
            io.stormglass.avro.PortEvent event, long timeNanos, Refresh refresh, Checks checks) {
        return new HostBackPressure(
                timeNanos,
                refresh,
                checks.counter("pcieStalls", event.getPcieStalls()),
                checks.counter("pcieStalledNanos", event.getPcieStalledNanos()),
                checks.counter("receiveBufferOverThreshold", event.getReceiveBufferOverThreshold()),
                checks.counter("pauseStormWarnings", event.getPauseStormWarnings()),
                checks.counter("pauseStormErrors", event.getPauseStormErrors()));
    }

    private static LinkHealth linkHealth(
            io.stormglass.avro.PortEvent event, long timeNanos, Refresh refresh, Checks checks) {
        return new LinkHealth(
                timeNanos,
                refresh,
                checks.counter("fecCorrected", event.getFecCorrected()),
                checks.counter("fecUncorrected", event.getFecUncorrected()),
                checks.counter("symbolErrors", event.getSymbolErrors()),
                checks.counter("linkDowned", event.getLinkDowned()));
    }

    private static Refresh refresh(io.stormglass.avro.PortEvent event, long baseNanos, Checks checks) {
        Long refreshedOffsetNanos = event.getRefreshedOffsetNanos();
        long offsetNanos = refreshedOffsetNanos == null ? event.getOffsetNanos() : refreshedOffsetNanos;
        return new Refresh(
                checks.time("refresh time", baseNanos, offsetNanos),
                checks.counter("refreshIntervalNanos", event.getRefreshIntervalNanos()));
    }

    private static int quanta(io.stormglass.avro.PortEvent event, Checks checks) {
        long quanta = checks.required("quanta", event.getQuanta());
        return (int) checks.range("quanta", quanta, 0, LARGEST_QUANTA);
    }

    private static int priority(io.stormglass.avro.PortEvent event, Checks checks) {
        return checks.range("priority", event.getPriority(), -1, 7);
    }

    private static int queue(io.stormglass.avro.PortEvent event, Checks checks) {
        return checks.range("queue", event.getQueue(), -1, Integer.MAX_VALUE);
    }

    private static boolean stormed(io.stormglass.avro.PortEvent event, Checks checks) {
        Boolean stormed = event.getWatchdogStormed();
        if (stormed == null) {
            checks.fail(Reason.VALUE_OUT_OF_RANGE, "watchdogStormed is missing");
            return false;
        }
        return stormed;
    }
}
