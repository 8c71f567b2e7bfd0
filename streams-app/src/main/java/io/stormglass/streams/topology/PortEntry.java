package io.stormglass.streams.topology;

import io.stormglass.avro.Direction;
import io.stormglass.avro.NicClass;
import io.stormglass.avro.NicCongestionState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.avro.QueueClass;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.models.congestion.CongestionSettings;
import io.stormglass.models.congestion.NicReading;
import io.stormglass.models.congestion.PortCongestion;
import io.stormglass.models.congestion.QueueReading;
import io.stormglass.models.congestion.QueueSpell;
import io.stormglass.models.congestion.QueueThresholds;
import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.Scope;
import io.stormglass.models.facts.FollowedAgents;
import io.stormglass.models.facts.PortKnowledge;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PauseReading;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.pause.PortPauses;
import io.stormglass.models.quality.PortReport;
import io.stormglass.models.shadow.QueueSign;
import io.stormglass.streams.state.StoredPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One port as its task works on it. */
final class PortEntry {
    /** A sign that is refreshed more often than this is not told each time. */
    private static final long TELL_AGAIN_NANOS = 250_000_000L;

    final PortKey port;
    final String runId;
    final Scope scope;
    final PortPauses pauses;
    final PortCongestion congestion;
    private final FollowedAgents followed;
    private final Map<List<Integer>, Told> told = new HashMap<>();
    private List<String> knowledgeQuality = List.of();
    private @Nullable LinkFacts facts;
    private long order;

    /** What was told of a queue, and when. */
    private record Told(QueueSpell spell, long atNanos) {}

    PortEntry(PortKey port, String runId, Scope scope, PauseSettings settings) {
        this.port = port;
        this.runId = runId;
        this.scope = scope;
        pauses = new PortPauses(settings);
        congestion = new PortCongestion(CongestionSettings.defaults());
        followed = new FollowedAgents(List.of());
    }

    PortEntry(StoredPort stored, PauseSettings settings) {
        port = new PortKey(stored.getFabric(), stored.getDevice(), stored.getPort());
        runId = stored.getRunId();
        scope = Scope.valueOf(stored.getScope());
        order = stored.getOrder();
        pauses = new PortPauses(settings, StoredPorts.state(stored));
        congestion = new PortCongestion(CongestionSettings.defaults(), StoredPorts.congestion(stored));
        followed = new FollowedAgents(StoredPorts.followed(stored));
    }

    long nextOrder() {
        return order++;
    }

    /** Takes the settings that agents tell, and what is wrong with them. */
    void know(PortKnowledge knowledge) {
        knowledgeQuality = knowledge.quality();
        LinkFacts known = knowledge.facts();
        facts = known;
        if (known != null) {
            congestion.thresholds(known.ecn());
            pauses.losslessPriorities(known.pfcEnabledPriorities());
        }
    }

    /** What is known of the link; null where nothing is. */
    @Nullable
    LinkFacts facts() {
        return facts;
    }

    /**
     * Sets the speed for what follows: what was read of the link counts, else what the sender of a record takes it to be, else what is assumed.
     *
     * @param ofBatch what the record says, 0 where it does not
     */
    void linkSpeed(long ofBatch) {
        LinkFacts known = facts;
        long ofFacts = known == null ? 0 : known.linkBitsPerSecond();
        boolean read = known != null && ofFacts > 0 && !known.speedAssumed();
        pauses.linkSpeed(read || ofBatch == 0 ? ofFacts : ofBatch);
    }

    /** False where the event holds counters for which another agent is followed. */
    boolean follows(String agentId, PortEvent event) {
        if (!(event instanceof PortEvent.Counters told)) {
            return true;
        }
        FollowedAgents.Turn turn = followed.take(agentId, told);
        if (turn == FollowedAgents.Turn.BEGINS) {
            CounterGroup group = CounterGroup.of(told);
            pauses.begin(group);
            congestion.begin(group);
        }
        return turn != FollowedAgents.Turn.NOT_TAKEN;
    }

    List<PauseChange> accept(PortEvent event) {
        List<PauseChange> changes = pauses.accept(event);
        congestion.accept(event);
        return changes;
    }

    /**
     * Signs of queues that the flows have to hear of: another sign, or the same of a newer time after a while. What was told is not stored: after a
     * restart it is told again.
     */
    List<QueueSpell> signsToTell(long atNanos) {
        List<QueueSpell> fresh = new ArrayList<>();
        for (QueueSpell spell : congestion.spells(atNanos)) {
            List<Integer> place = List.of(spell.priority(), spell.queue());
            Told before = told.get(place);
            boolean other = before == null ? spell.sign() != QueueSign.UNKNOWN : spell.sign() != before.spell.sign();
            boolean newer =
                    before != null && !spell.equals(before.spell) && atNanos - before.atNanos >= TELL_AGAIN_NANOS;
            if (other || newer) {
                told.put(place, new Told(spell, atNanos));
                fresh.add(spell);
            }
        }
        return fresh;
    }

    StoredPort store() {
        StoredPort stored = StoredPorts.store(pauses.state());
        StoredPorts.store(congestion.state(), stored);
        stored.setFollowed(StoredPorts.followed(followed.state()));
        stored.setFabric(port.fabric());
        stored.setDevice(port.device());
        stored.setPort(port.port());
        stored.setRunId(runId);
        stored.setScope(scope.name());
        stored.setOrder(order);
        return stored;
    }

    PortState publish(long windowNanos, List<PortReport> telemetry) {
        PortState state = new PortState();
        state.setFabric(port.fabric());
        state.setRunId(runId);
        state.setDevice(port.device());
        state.setPort(port.port());
        state.setScope(io.stormglass.avro.Scope.valueOf(scope.name()));
        state.setAtNanos(pauses.nowNanos());
        state.setWindowNanos(windowNanos);
        state.setLinkBitsPerSecond(pauses.linkBitsPerSecond());
        state.setPauses(pauses.readings().stream().map(PortEntry::publish).toList());
        TreeSet<String> quality = new TreeSet<>(pauses.quality());
        quality.addAll(congestion.quality());
        quality.addAll(knowledgeQuality);
        quality.addAll(followed.quality());
        state.setQuality(List.copyOf(quality));
        state.setTelemetry(telemetry.stream().map(Telemetry::state).toList());
        long atNanos = pauses.nowNanos();
        if (scope == Scope.NIC || congestion.nicSeen()) {
            // A NIC's port does not know the queues on the way to it.
            state.setNic(publish(congestion.nic(atNanos, QueueSign.UNKNOWN)));
        }
        state.setQueues(
                congestion.queues(atNanos).stream().map(PortEntry::publish).toList());
        return state;
    }

    private static PriorityPauseState publish(PauseReading reading) {
        PriorityPauseState state = new PriorityPauseState();
        state.setPriority(reading.priority());
        state.setDirection(Direction.valueOf(reading.direction().name()));
        state.setPausedRatio(reading.pausedRatio());
        state.setFrames(reading.frames());
        state.setPausedNanos(reading.pausedNanos());
        state.setSentPackets(reading.sentPackets());
        state.setStorm(reading.stormSinceNanos() != null);
        state.setStormSinceNanos(reading.stormSinceNanos());
        return state;
    }

    private static NicCongestionState publish(NicReading reading) {
        NicCongestionState state = new NicCongestionState();
        state.setNicClass(NicClass.valueOf(reading.nicClass().name()));
        state.setEvidence(reading.evidence());
        state.setMissing(reading.missing());
        state.setRefreshedNanos(reading.refreshedNanos());
        state.setCoveredNanos(reading.coveredNanos());
        state.setCeReceived(reading.ceReceived());
        state.setCnpSent(reading.cnpSent());
        state.setCnpHandled(reading.cnpHandled());
        state.setCnpIgnored(reading.cnpIgnored());
        state.setSlowRestartCnps(reading.slowRestartCnps());
        state.setSentBytes(reading.sentBytes());
        state.setCnpsPerCe(reading.cnpsPerCe());
        state.setHandledPerGigabyte(reading.handledPerGigabyte());
        state.setIgnoredPerGigabyte(reading.ignoredPerGigabyte());
        return state;
    }

    private static QueueCongestionState publish(QueueReading reading) {
        QueueThresholds thresholds = reading.thresholds();
        QueueCongestionState state = new QueueCongestionState();
        state.setPriority(reading.priority());
        state.setQueue(reading.queue());
        state.setQueueClass(QueueClass.valueOf(reading.queueClass().name()));
        state.setSign(io.stormglass.avro.QueueSign.valueOf(reading.sign().name()));
        state.setSignNanos(reading.signNanos());
        state.setEvidence(reading.evidence());
        state.setMissing(reading.missing());
        state.setRefreshedNanos(reading.refreshedNanos());
        state.setDepthBytes(reading.depthBytes());
        state.setWatermarkBytes(reading.watermarkBytes());
        state.setPeakBytes(reading.peakBytes());
        state.setKminBytes(thresholds == null ? null : thresholds.kminBytes());
        state.setKmaxBytes(thresholds == null ? null : thresholds.kmaxBytes());
        state.setSentPackets(reading.sentPackets());
        state.setMarked(reading.marked());
        state.setDropped(reading.dropped());
        state.setWredDropped(reading.wredDropped());
        return state;
    }
}
