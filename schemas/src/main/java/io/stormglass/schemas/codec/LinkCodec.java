package io.stormglass.schemas.codec;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.schemas.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Link facts and paths, which several records hold. */
final class LinkCodec {
    private LinkCodec() {}

    static io.stormglass.avro.LinkFacts toAvro(LinkFacts facts) {
        io.stormglass.avro.LinkFacts avro = new io.stormglass.avro.LinkFacts();
        avro.setRole(Enums.ENTITY_ROLE.toAvro(facts.role()));
        avro.setPeerDevice(facts.peerDevice());
        avro.setPeerPort(facts.peerPort());
        avro.setPeerRole(Enums.ENTITY_ROLE.toAvro(facts.peerRole()));
        avro.setLinkBitsPerSecond(facts.linkBitsPerSecond());
        avro.setSpeedAssumed(facts.speedAssumed());
        avro.setMac(facts.mac());
        avro.setPeerMac(facts.peerMac());
        avro.setAttachedAddresses(facts.attachedAddresses());
        avro.setBreakoutParent(facts.breakoutParent());
        avro.setLag(facts.lag());
        avro.setMtuBytes(facts.mtuBytes());
        avro.setPfcEnabledPriorities(facts.pfcEnabledPriorities());
        avro.setEcn(facts.ecn().stream()
                .map(each -> new io.stormglass.avro.QueueEcn(each.priority(), each.kminBytes(), each.kmaxBytes()))
                .toList());
        avro.setSource(facts.source());
        avro.setSettings(settings(facts.settings()));
        return avro;
    }

    private static io.stormglass.avro.@Nullable PortSettings settings(PortSettings settings) {
        if (settings.equals(PortSettings.UNKNOWN)) {
            return null;
        }
        return new io.stormglass.avro.PortSettings(
                settings.sendsPause(),
                settings.obeysPause(),
                settings.ecnPriorities(),
                settings.headroom().stream()
                        .map(each -> new io.stormglass.avro.QueueHeadroom(each.priority(), each.bytes()))
                        .toList(),
                settings.dscpClasses(),
                settings.cnpPriority(),
                settings.watchdog(),
                settings.nicModel(),
                settings.nicFirmware(),
                settings.ccMode(),
                settings.ccSettings(),
                settings.markings().stream().map(LinkCodec::marking).toList(),
                settings.buffers().stream().map(LinkCodec::buffer).toList());
    }

    static io.stormglass.avro.QueueMarking marking(QueueMarking marking) {
        ThresholdUnit unit = marking.unit();
        return new io.stormglass.avro.QueueMarking(
                marking.priority(),
                marking.system(),
                marking.object(),
                marking.place(),
                unit == null
                        ? io.stormglass.avro.ThresholdUnit.UNKNOWN
                        : io.stormglass.avro.ThresholdUnit.valueOf(unit.name()),
                marking.minimum(),
                marking.maximum(),
                marking.maxProbability(),
                marking.weight(),
                marking.pieceBytes());
    }

    static QueueMarking marking(io.stormglass.avro.QueueMarking marking, Checks checks) {
        io.stormglass.avro.ThresholdUnit unit = marking.getUnit();
        return new QueueMarking(
                marking.getPriority(),
                checks.identity("system of a marking", marking.getSystem()),
                checks.identity("object of a marking", marking.getObject()),
                checks.identity("place of a marking", marking.getPlace()),
                unit == io.stormglass.avro.ThresholdUnit.UNKNOWN ? null : ThresholdUnit.valueOf(unit.name()),
                marking.getMinimum(),
                marking.getMaximum(),
                marking.getMaxProbability(),
                marking.getWeight(),
                marking.getPieceBytes());
    }

    static io.stormglass.avro.QueueBuffer buffer(QueueBuffer buffer) {
        return new io.stormglass.avro.QueueBuffer(
                buffer.priority(),
                buffer.sharedBytes(),
                buffer.reserveBytes(),
                buffer.alpha(),
                buffer.xoffBytes(),
                buffer.xonOffsetBytes());
    }

    static QueueBuffer buffer(io.stormglass.avro.QueueBuffer buffer) {
        return new QueueBuffer(
                buffer.getPriority(),
                buffer.getSharedBytes(),
                buffer.getReserveBytes(),
                buffer.getAlpha(),
                buffer.getXoffBytes(),
                buffer.getXonOffsetBytes());
    }

    private static PortSettings settings(io.stormglass.avro.@Nullable PortSettings settings, Checks checks) {
        if (settings == null) {
            return PortSettings.UNKNOWN;
        }
        try {
            return new PortSettings(
                    settings.getSendsPause(),
                    settings.getObeysPause(),
                    settings.getEcnPriorities(),
                    settings.getHeadroom().stream()
                            .map(each -> new PortSettings.QueueHeadroom(each.getPriority(), each.getBytes()))
                            .toList(),
                    settings.getDscpClasses(),
                    settings.getCnpPriority(),
                    settings.getWatchdog(),
                    checks.identity("nicModel", settings.getNicModel()),
                    checks.identity("nicFirmware", settings.getNicFirmware()),
                    checks.identity("ccMode", settings.getCcMode()),
                    checks.identity("ccSettings", settings.getCcSettings()),
                    settings.getMarkings().stream()
                            .map(each -> marking(each, checks))
                            .toList(),
                    settings.getBuffers().stream().map(LinkCodec::buffer).toList());
        } catch (IllegalArgumentException e) {
            checks.fail(Reason.VALUE_OUT_OF_RANGE, "settings of the port: " + e.getMessage());
            return PortSettings.UNKNOWN;
        }
    }

    static LinkFacts toNeutral(io.stormglass.avro.LinkFacts facts, Checks checks) {
        Integer enabled = facts.getPfcEnabledPriorities();
        if (enabled != null) {
            checks.range("pfcEnabledPriorities", enabled, 0, 255);
        }
        facts.getAttachedAddresses().forEach(address -> checks.address("attachedAddresses", address));
        return new LinkFacts(
                Enums.ENTITY_ROLE.toNeutral(facts.getRole()),
                checks.identity("peerDevice", facts.getPeerDevice()),
                checks.identity("peerPort", facts.getPeerPort()),
                Enums.ENTITY_ROLE.toNeutral(facts.getPeerRole()),
                checks.count("link speed in bit/s", facts.getLinkBitsPerSecond()),
                facts.getSpeedAssumed(),
                checks.identity("mac", facts.getMac()),
                checks.identity("peerMac", facts.getPeerMac()),
                facts.getAttachedAddresses(),
                checks.identity("breakoutParent", facts.getBreakoutParent()),
                checks.identity("lag", facts.getLag()),
                checks.range("mtuBytes", facts.getMtuBytes(), 0, Integer.MAX_VALUE),
                enabled,
                ecn(facts.getEcn(), checks),
                checks.identity("source", facts.getSource()),
                settings(facts.getSettings(), checks));
    }

    private static List<QueueEcn> ecn(List<io.stormglass.avro.QueueEcn> thresholds, Checks checks) {
        List<QueueEcn> neutral = new ArrayList<>(thresholds.size());
        for (io.stormglass.avro.QueueEcn each : thresholds) {
            try {
                neutral.add(new QueueEcn(each.getPriority(), each.getKminBytes(), each.getKmaxBytes()));
            } catch (IllegalArgumentException e) {
                checks.fail(Reason.VALUE_OUT_OF_RANGE, "ECN thresholds: " + e.getMessage());
            }
        }
        return neutral;
    }

    static List<io.stormglass.avro.PathHop> pathToAvro(List<PathHop> path) {
        List<io.stormglass.avro.PathHop> hops = new ArrayList<>(path.size());
        for (PathHop hop : path) {
            hops.add(new io.stormglass.avro.PathHop(hop.device(), hop.port(), hop.queue()));
        }
        return hops;
    }

    static List<PathHop> pathToNeutral(List<io.stormglass.avro.PathHop> path, Checks checks) {
        List<PathHop> hops = new ArrayList<>(path.size());
        for (io.stormglass.avro.PathHop hop : path) {
            int queue = checks.range("queue of a path hop", hop.getQueue(), -1, Integer.MAX_VALUE);
            hops.add(new PathHop(
                    checks.identity("device of a path hop", hop.getDevice()),
                    checks.identity("port of a path hop", hop.getPort()),
                    queue));
        }
        return hops;
    }
}
