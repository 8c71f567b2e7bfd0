package io.stormglass.schemas.codec;

import io.stormglass.avro.QueueLoadCounters;
import io.stormglass.avro.QueueLoadFlows;
import io.stormglass.avro.QueueLoadSettings;
import io.stormglass.avro.SenderControl;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import org.jspecify.annotations.Nullable;

/** Loads of queues to and from Avro. */
public final class QueueLoadCodec {
    private QueueLoadCodec() {}

    /** Avro form of a load. */
    public static io.stormglass.avro.QueueLoad toAvro(QueueLoad load, String runId) {
        io.stormglass.avro.QueueLoad avro =
                io.stormglass.avro.QueueLoad.newBuilder().build();
        avro.setFabric(load.port().fabric());
        avro.setRunId(runId);
        avro.setDevice(load.port().device());
        avro.setPort(load.port().port());
        avro.setPriority(load.priority());
        avro.setFromNanos(load.fromNanos());
        avro.setToNanos(load.toNanos());
        avro.setSettings(settings(load.settings()));
        avro.setCounters(load.counters() == null ? null : counters(load.counters()));
        avro.setFlows(load.flows() == null ? null : flows(load.flows()));
        return avro;
    }

    private static QueueLoadSettings settings(QueueLoad.Settings settings) {
        QueueEcn ecn = settings.ecn();
        QueueMarking marking = settings.marking();
        QueueBuffer buffer = settings.buffer();
        return new QueueLoadSettings(
                Enums.ENTITY_ROLE.toAvro(settings.role()),
                settings.lineBitsPerSecond(),
                settings.lineAssumed(),
                settings.mtuBytes(),
                settings.ecnOn(),
                ecn == null ? null : new io.stormglass.avro.QueueEcn(ecn.priority(), ecn.kminBytes(), ecn.kmaxBytes()),
                marking == null ? null : LinkCodec.marking(marking),
                buffer == null ? null : LinkCodec.buffer(buffer));
    }

    private static QueueLoadCounters counters(QueueLoad.Counters counters) {
        QueueLoad.Ingress ingress = counters.ingress();
        return new QueueLoadCounters(
                counters.coveredNanos(),
                counters.sentPackets(),
                counters.sentBytes(),
                counters.marked(),
                counters.dropped(),
                counters.wredDropped(),
                counters.watermarkBytes(),
                counters.depths().count(),
                counters.depths().meanBytes(),
                counters.depths().p50Bytes(),
                counters.depths().p99Bytes(),
                counters.pausedNanos(),
                ingress == null ? null : (Integer) ingress.ports(),
                ingress == null ? 0 : ingress.coveredNanos(),
                ingress == null ? 0 : ingress.pausedNanos());
    }

    private static QueueLoadFlows flows(QueueLoad.Flows flows) {
        Traffic traffic = flows.traffic();
        return new QueueLoadFlows(
                flows.flows(),
                flows.sampledOneIn(),
                flows.baseRttNanos(),
                flows.rttSamples(),
                flows.sentPackets(),
                flows.sentBytes(),
                flows.marked(),
                flows.cnps(),
                flows.cnpVariation(),
                traffic.longFlows(),
                traffic.mostLongFlows(),
                traffic.longBytes(),
                traffic.bursts().count(),
                traffic.bursts().fanIn(),
                traffic.bursts().volumeBytes(),
                traffic.bursts().periodNanos(),
                traffic.bursts().variation(),
                traffic.bursts().flowVariation(),
                traffic.messages().count(),
                traffic.messages().bytes(),
                traffic.messages().sizes(),
                traffic.messages().flows(),
                traffic.notKept(),
                flows.controls().stream()
                        .map(each -> new SenderControl(each.mode(), each.settings(), each.senders()))
                        .toList(),
                flows.priorities(),
                flows.deaf(),
                flows.otherFlows(),
                flows.otherBytes());
    }

    /** Neutral form of a load. */
    public static Decoded<QueueLoad> toNeutral(io.stormglass.avro.QueueLoad avro) {
        Checks checks = new Checks();
        try {
            QueueLoad load = new QueueLoad(
                    new PortKey(avro.getFabric(), avro.getDevice(), avro.getPort()),
                    avro.getPriority(),
                    avro.getFromNanos(),
                    avro.getToNanos(),
                    settings(avro.getSettings(), checks),
                    avro.getCounters() == null ? null : counters(avro.getCounters()),
                    avro.getFlows() == null ? null : flows(avro, avro.getFlows(), checks));
            return checks.passed() ? new Decoded.Value<>(load) : checks.failure();
        } catch (IllegalArgumentException e) {
            checks.fail(Reason.VALUE_OUT_OF_RANGE, "load of a queue: " + e.getMessage());
            return checks.failure();
        }
    }

    private static QueueLoad.Settings settings(@Nullable QueueLoadSettings settings, Checks checks) {
        if (settings == null) {
            return new QueueLoad.Settings(EntityRole.UNKNOWN, 0, false, 0, null, null, null, null);
        }
        io.stormglass.avro.QueueEcn ecn = settings.getEcn();
        io.stormglass.avro.QueueMarking marking = settings.getMarking();
        io.stormglass.avro.QueueBuffer buffer = settings.getBuffer();
        return new QueueLoad.Settings(
                Enums.ENTITY_ROLE.toNeutral(settings.getRole()),
                checks.count("speed in bit/s", settings.getLineBitsPerSecond()),
                settings.getLineAssumed(),
                checks.range("mtuBytes", settings.getMtuBytes(), 0, Integer.MAX_VALUE),
                settings.getEcnOn(),
                ecn == null ? null : new QueueEcn(ecn.getPriority(), ecn.getKminBytes(), ecn.getKmaxBytes()),
                marking == null ? null : LinkCodec.marking(marking, checks),
                buffer == null ? null : LinkCodec.buffer(buffer));
    }

    private static QueueLoad.Counters counters(QueueLoadCounters counters) {
        Integer ports = counters.getIngressPorts();
        return new QueueLoad.Counters(
                counters.getCoveredNanos(),
                counters.getSentPackets(),
                counters.getSentBytes(),
                counters.getMarked(),
                counters.getDropped(),
                counters.getWredDropped(),
                counters.getWatermarkBytes(),
                new QueueLoad.Depths(
                        counters.getDepthCount(),
                        counters.getDepthMeanBytes(),
                        counters.getDepthP50Bytes(),
                        counters.getDepthP99Bytes()),
                counters.getPausedNanos(),
                ports == null
                        ? null
                        : new QueueLoad.Ingress(
                                ports, counters.getIngressCoveredNanos(), counters.getIngressPausedNanos()));
    }

    private static QueueLoad.Flows flows(io.stormglass.avro.QueueLoad load, QueueLoadFlows flows, Checks checks) {
        Traffic traffic = new Traffic(
                load.getFromNanos(),
                load.getToNanos(),
                flows.getLongFlows(),
                flows.getMostLongFlows(),
                flows.getLongBytes(),
                new Traffic.Bursts(
                        flows.getBursts(),
                        flows.getBurstFanIn(),
                        flows.getBurstVolumeBytes(),
                        flows.getBurstPeriodNanos(),
                        flows.getBurstVariation(),
                        flows.getBurstFlowVariation()),
                new Traffic.Messages(
                        flows.getMessages(), flows.getMessageBytes(), flows.getMessageSizes(), flows.getMessageFlows()),
                flows.getMessagesNotKept());
        return new QueueLoad.Flows(
                checks.range("flows", flows.getFlows(), 0, Integer.MAX_VALUE),
                checks.range("sampledOneIn", flows.getSampledOneIn(), 1, Integer.MAX_VALUE),
                flows.getBaseRttNanos(),
                flows.getRttSamples(),
                checks.count("sentPackets", flows.getSentPackets()),
                checks.count("sentBytes", flows.getSentBytes()),
                checks.count("marked", flows.getMarked()),
                checks.count("cnps", flows.getCnps()),
                flows.getCnpVariation(),
                traffic,
                flows.getControls().stream()
                        .map(each -> new QueueLoad.Control(each.getMode(), each.getSettings(), each.getSenders()))
                        .toList(),
                flows.getPriorities(),
                flows.getDeafFlows(),
                flows.getOtherFlows(),
                flows.getOtherBytes());
    }
}
