package io.stormglass.streams.topology;

import io.stormglass.avro.Direction;
import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.FlowClassChangeKind;
import io.stormglass.avro.PauseSource;
import io.stormglass.avro.PortSignKind;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import io.stormglass.models.pause.TrendChange;
import io.stormglass.models.storm.StormTransition;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.codec.InventoryCodec;
import io.stormglass.schemas.codec.MaintenanceCodec;

/** What the ports stage tells the fabric stage, to and from Avro. */
final class Transitions {
    private Transitions() {}

    static PortTransition storm(PortEntry entry, PauseChange change, int partition) {
        PortTransitionKind kind =
                switch (change.kind()) {
                    case OPENED -> PortTransitionKind.STORM_OPENED;
                    case CHANGED -> PortTransitionKind.STORM_CHANGED;
                    case CLEARED -> PortTransitionKind.STORM_CLEARED;
                };
        PortTransition transition = of(kind, entry.runId, partition, change.atNanos());
        place(transition, entry);
        transition.setPriority(change.priority());
        transition.setDirection(Direction.valueOf(change.direction().name()));
        transition.setRule(change.rule().name());
        transition.setSource(PauseSource.valueOf(change.source().name()));
        transition.setDetectionNanos(change.detectionNanos());
        transition.setPausedRatio(change.pausedRatio());
        transition.setPausedSinceNanos(change.pausedSinceNanos());
        transition.setSentPackets(change.sentPackets());
        transition.setFrames(change.frames());
        transition.setConfidence(change.confidence());
        transition.setLinkBitsPerSecond(entry.pauses.linkBitsPerSecond());
        return transition;
    }

    /** What is stored of a storm state, with whether it counts as over. */
    static PortTransition stored(PortTransition told, StormTransition.Storm storm) {
        Long over = storm.overNanos();
        told.setOverNanos(over == null ? 0 : over);
        return told;
    }

    static PortTransition sign(PortEntry entry, PortSign sign, int partition) {
        PortTransition transition = of(PortTransitionKind.SIGN, entry.runId, partition, sign.atNanos());
        place(transition, entry);
        transition.setPriority(sign.priority());
        transition.setSignKind(PortSignKind.valueOf(sign.kind().name()));
        transition.setPresent(sign.present());
        transition.setValue(sign.value());
        transition.setText(sign.text());
        return transition;
    }

    static PortTransition trend(PortEntry entry, TrendChange change, int partition) {
        PortTransition transition = of(PortTransitionKind.PAUSES_RISING, entry.runId, partition, change.atNanos());
        place(transition, entry);
        transition.setPriority(change.priority());
        transition.setDirection(Direction.valueOf(change.direction().name()));
        transition.setPresent(change.end() == TrendChange.End.NOT_YET);
        transition.setPausedSinceNanos(change.rise().sinceNanos());
        transition.setText(change.text(entry.port));
        return transition;
    }

    static PortTransition link(PortEntry entry, LinkFacts facts, int partition, long atNanos) {
        PortTransition transition = of(PortTransitionKind.LINK, entry.runId, partition, atNanos);
        place(transition, entry);
        transition.setLinkBitsPerSecond(facts.linkBitsPerSecond());
        transition.setLink(EventCodec.toAvro(facts));
        return transition;
    }

    /** A flow that began or was forgotten, as the fabric stage keeps it. */
    static PortTransition flow(FlowClassChange change) {
        PortTransition transition =
                of(PortTransitionKind.FLOW, change.getRunId(), change.getPartition(), change.getAtNanos());
        transition.setFabric(change.getFabric());
        transition.setFlow(change.getFlow());
        transition.setSrcIp(change.getSrcIp());
        transition.setDstIp(change.getDstIp());
        transition.setPriority(change.getPriority());
        transition.setPresent(change.getKind() == FlowClassChangeKind.KNOWN);
        return transition;
    }

    static PortTransition progress(PortTransitionKind kind, String runId, int partition, long atNanos) {
        return of(kind, runId, partition, atNanos);
    }

    private static PortTransition of(PortTransitionKind kind, String runId, int partition, long atNanos) {
        PortTransition transition = PortTransition.newBuilder().build();
        transition.setKind(kind);
        transition.setRunId(runId);
        transition.setPartition(partition);
        transition.setAtNanos(atNanos);
        return transition;
    }

    private static void place(PortTransition transition, PortEntry entry) {
        transition.setFabric(entry.port.fabric());
        transition.setDevice(entry.port.device());
        transition.setPort(entry.port.port());
        transition.setOrder(entry.nextOrder());
    }

    static StormTransition toNeutral(PortTransition transition) {
        return switch (transition.getKind()) {
            case LINK ->
                new StormTransition.Link(
                        port(transition), transition.getOrder(), transition.getAtNanos(), facts(transition.getLink()));
            case SIGN -> new StormTransition.Sign(port(transition), transition.getOrder(), sign(transition));
            case STORM_OPENED -> storm(transition, PauseChange.Kind.OPENED);
            case STORM_CHANGED -> storm(transition, PauseChange.Kind.CHANGED);
            case STORM_CLEARED -> storm(transition, PauseChange.Kind.CLEARED);
            case MAINTENANCE ->
                new StormTransition.Maintenance(
                        MaintenanceCodec.toNeutral(transition.getWindow()),
                        transition.getWindow().getCancelled(),
                        transition.getAtNanos());
            case INVENTORY ->
                new StormTransition.Inventory(
                        InventoryCodec.toNeutral(transition.getInventory()),
                        !transition.getPresent(),
                        transition.getAtNanos());
            case FLOW ->
                new StormTransition.Flow(
                        transition.getFabric(),
                        transition.getFlow(),
                        transition.getSrcIp(),
                        transition.getDstIp(),
                        transition.getPriority(),
                        transition.getPresent(),
                        transition.getAtNanos());
            case WATERMARK, END, TELEMETRY, PAUSES_RISING, UNKNOWN ->
                throw new IllegalStateException(transition.getKind() + " is no transition of a port");
        };
    }

    private static PortKey port(PortTransition transition) {
        return new PortKey(transition.getFabric(), transition.getDevice(), transition.getPort());
    }

    private static PortSign sign(PortTransition transition) {
        return new PortSign(
                PortSign.Kind.valueOf(transition.getSignKind().name()),
                transition.getAtNanos(),
                transition.getPriority(),
                transition.getPresent(),
                transition.getValue(),
                transition.getText());
    }

    private static StormTransition.Storm storm(PortTransition transition, PauseChange.Kind kind) {
        return new StormTransition.Storm(
                port(transition),
                transition.getOrder(),
                new PauseChange(
                        kind,
                        transition.getAtNanos(),
                        transition.getPriority(),
                        io.stormglass.models.event.Direction.valueOf(
                                transition.getDirection().name()),
                        StormRule.valueOf(transition.getRule()),
                        PauseChange.Source.valueOf(transition.getSource().name()),
                        transition.getPausedRatio(),
                        transition.getPausedSinceNanos(),
                        transition.getDetectionNanos(),
                        transition.getSentPackets(),
                        transition.getFrames(),
                        transition.getConfidence()),
                transition.getOverNanos() == 0 ? null : (Long) transition.getOverNanos());
    }

    static LinkFacts facts(io.stormglass.avro.LinkFacts facts) {
        return switch (EventCodec.toNeutral(facts)) {
            case Decoded.Value<LinkFacts> good -> good.value();
            case Decoded.Malformed<LinkFacts> bad ->
                throw new IllegalStateException("link facts that passed the checks are bad: " + bad.detail());
        };
    }
}
