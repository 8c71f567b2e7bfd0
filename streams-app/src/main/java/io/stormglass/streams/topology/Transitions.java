package io.stormglass.streams.topology;

import io.stormglass.avro.Direction;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.storm.StormTransition;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.EventCodec;

/** What the ports stage tells the fabric stage, to and from Avro. */
final class Transitions {
    private Transitions() {}

    static PortTransition storm(PortEntry entry, PauseChange change, int partition) {
        PortTransition transition = of(
                change.opened() ? PortTransitionKind.STORM_OPENED : PortTransitionKind.STORM_CLEARED,
                entry.runId,
                partition,
                change.atNanos());
        place(transition, entry);
        transition.setPriority(change.priority());
        transition.setDirection(Direction.valueOf(change.direction().name()));
        transition.setRule(change.rule());
        transition.setPausedRatio(change.pausedRatio());
        transition.setPausedSinceNanos(change.pausedSinceNanos());
        transition.setSentPackets(change.sentPackets());
        transition.setFrames(change.frames());
        transition.setConfidence(change.confidence());
        transition.setLinkBitsPerSecond(entry.pauses.linkBitsPerSecond());
        return transition;
    }

    static PortTransition link(PortEntry entry, LinkFacts facts, int partition, long atNanos) {
        PortTransition transition = of(PortTransitionKind.LINK, entry.runId, partition, atNanos);
        place(transition, entry);
        transition.setLinkBitsPerSecond(facts.linkBitsPerSecond());
        transition.setLink(EventCodec.toAvro(facts));
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
        PortKey port = new PortKey(transition.getFabric(), transition.getDevice(), transition.getPort());
        if (transition.getKind() == PortTransitionKind.LINK) {
            return new StormTransition.Link(
                    port, transition.getOrder(), transition.getAtNanos(), facts(transition.getLink()));
        }
        return new StormTransition.Storm(
                port,
                transition.getOrder(),
                new PauseChange(
                        transition.getKind() == PortTransitionKind.STORM_OPENED,
                        transition.getAtNanos(),
                        transition.getPriority(),
                        io.stormglass.models.event.Direction.valueOf(
                                transition.getDirection().name()),
                        transition.getRule(),
                        transition.getPausedRatio(),
                        transition.getPausedSinceNanos(),
                        transition.getSentPackets(),
                        transition.getFrames(),
                        transition.getConfidence()));
    }

    static LinkFacts facts(io.stormglass.avro.LinkFacts facts) {
        return switch (EventCodec.toNeutral(facts)) {
            case Decoded.Value<LinkFacts> good -> good.value();
            case Decoded.Malformed<LinkFacts> bad ->
                throw new IllegalStateException("link facts that passed the checks are bad: " + bad.detail());
        };
    }
}
