package io.stormglass.streams.topology;

import io.stormglass.models.congestion.QueueGrowth;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.load.FlowLoad;
import io.stormglass.models.load.FlowLoadState;
import io.stormglass.models.load.FlowPart;
import io.stormglass.models.load.FlowShare;
import io.stormglass.models.load.FlowSpells;
import io.stormglass.models.load.Spell;
import io.stormglass.models.pause.PauseSpan;
import io.stormglass.streams.state.StoredFlowLoad;
import io.stormglass.streams.state.StoredFlowPart;
import io.stormglass.streams.state.StoredFlowShare;
import io.stormglass.streams.state.StoredHop;
import io.stormglass.streams.state.StoredPauseSpan;
import io.stormglass.streams.state.StoredQueueGrowth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is measured of queues, as stores and {@code queue-measures} hold it. */
final class StoredLoads {
    private static final int NUMBERS_OF_SPELL = 4;

    private StoredLoads() {}

    static StoredFlowLoad store(FlowLoadState state) {
        FlowSpells.Open open = state.memory().open();
        return new StoredFlowLoad(
                state.closedNanos(),
                state.carried(),
                state.handed(),
                state.dataRank(),
                state.ceRank(),
                state.cnpRank(),
                open == null ? 0 : open.fromNanos(),
                open == null ? 0 : open.toNanos(),
                open == null ? 0 : open.packets(),
                open == null ? 0 : open.bytes(),
                open == null ? 0 : open.spacingNanos(),
                state.memory().cnpNanos(),
                store(state.window()));
    }

    static FlowLoadState state(StoredFlowLoad stored, String flow) {
        FlowSpells.Open open = stored.getOpenPackets() == 0
                ? null
                : new FlowSpells.Open(
                        stored.getOpenFromNanos(),
                        stored.getOpenToNanos(),
                        stored.getOpenPackets(),
                        stored.getOpenBytes(),
                        stored.getOpenSpacingNanos());
        return new FlowLoadState(
                stored.getClosedNanos(),
                stored.getCarried(),
                stored.getHanded(),
                stored.getDataRank(),
                stored.getCeRank(),
                stored.getCnpRank(),
                new FlowSpells.Memory(open, stored.getCnpNanos()),
                part(stored.getWindow(), flow));
    }

    static StoredFlowPart store(FlowPart part) {
        List<Long> spells = new ArrayList<>(NUMBERS_OF_SPELL * part.spells().size());
        for (Spell spell : part.spells()) {
            spells.add(spell.fromNanos() - part.windowNanos());
            spells.add(spell.nanos());
            spells.add(spell.packets());
            spells.add(spell.bytes());
        }
        return new StoredFlowPart(
                part.windowNanos(),
                part.packets(),
                part.bytes(),
                part.marked(),
                part.cnps(),
                part.rttNanos(),
                part.rttSamples(),
                part.sampledOneIn(),
                part.deaf(),
                part.cnpsOfSlots(),
                spells);
    }

    static FlowPart part(@Nullable StoredFlowPart stored, String flow) {
        if (stored == null) {
            return new FlowPart(FlowLoad.NO_WINDOW, 0, 0, 0, 0, null, 0, 1, false, List.of(), List.of());
        }
        List<Long> numbers = stored.getSpells();
        List<Spell> spells = new ArrayList<>(numbers.size() / NUMBERS_OF_SPELL);
        for (int i = 0; i < numbers.size(); i += NUMBERS_OF_SPELL) {
            long from = stored.getWindowNanos() + numbers.get(i);
            spells.add(new Spell(flow, from, from + numbers.get(i + 1), numbers.get(i + 2), numbers.get(i + 3)));
        }
        return new FlowPart(
                stored.getWindowNanos(),
                stored.getPackets(),
                stored.getBytes(),
                stored.getMarked(),
                stored.getCnps(),
                stored.getRttNanos(),
                stored.getRttSamples(),
                stored.getSampledOneIn(),
                stored.getDeaf(),
                stored.getCnpsOfSlots(),
                spells);
    }

    static List<StoredHop> store(List<PathHop> path) {
        return path.stream()
                .map(hop -> new StoredHop(hop.device(), hop.port(), hop.queue()))
                .toList();
    }

    static List<PathHop> path(List<StoredHop> stored) {
        return stored.stream()
                .map(hop -> new PathHop(hop.getDevice(), hop.getPort(), hop.getQueue()))
                .toList();
    }

    static StoredQueueGrowth store(QueueGrowth growth) {
        return new StoredQueueGrowth(
                growth.priority(),
                growth.queue(),
                growth.fromNanos(),
                growth.toNanos(),
                growth.sentPackets(),
                growth.sentBytes(),
                growth.marked(),
                growth.dropped(),
                growth.wredDropped(),
                growth.watermarkBytes(),
                growth.depthBytes());
    }

    static QueueGrowth growth(StoredQueueGrowth stored) {
        return new QueueGrowth(
                stored.getPriority(),
                stored.getQueue(),
                stored.getFromNanos(),
                stored.getToNanos(),
                stored.getSentPackets(),
                stored.getSentBytes(),
                stored.getMarked(),
                stored.getDropped(),
                stored.getWredDropped(),
                stored.getWatermarkBytes(),
                stored.getDepthBytes());
    }

    static StoredPauseSpan store(PauseSpan span) {
        return new StoredPauseSpan(
                span.priority(),
                span.direction().name(),
                span.fromNanos(),
                span.toNanos(),
                span.pausedNanos(),
                span.frames());
    }

    static PauseSpan span(StoredPauseSpan stored) {
        return new PauseSpan(
                stored.getPriority(),
                Direction.valueOf(stored.getDirection()),
                stored.getFromNanos(),
                stored.getToNanos(),
                stored.getPausedNanos(),
                stored.getFrames());
    }

    static StoredFlowShare store(FlowShare share) {
        return new StoredFlowShare(
                share.flow(),
                share.sender(),
                share.other(),
                share.ccMode(),
                share.ccSettings(),
                share.notKept(),
                store(share.part()));
    }

    static FlowShare share(StoredFlowShare stored) {
        return new FlowShare(
                stored.getFlow(),
                stored.getSender(),
                stored.getOther(),
                stored.getCcMode(),
                stored.getCcSettings(),
                stored.getNotKept(),
                part(stored.getPart(), stored.getFlow()));
    }
}
