package io.stormglass.streams.topology;

import io.stormglass.avro.Direction;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.Scope;
import io.stormglass.models.pause.PauseReading;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.pause.PortPauses;
import io.stormglass.streams.state.StoredPort;

/** One port as its task works on it. */
final class PortEntry {
    final PortKey port;
    final String runId;
    final Scope scope;
    final PortPauses pauses;
    private long order;

    PortEntry(PortKey port, String runId, Scope scope, PauseSettings settings) {
        this.port = port;
        this.runId = runId;
        this.scope = scope;
        pauses = new PortPauses(settings);
    }

    PortEntry(StoredPort stored, PauseSettings settings) {
        port = new PortKey(stored.getFabric(), stored.getDevice(), stored.getPort());
        runId = stored.getRunId();
        scope = Scope.valueOf(stored.getScope());
        order = stored.getOrder();
        pauses = new PortPauses(settings, StoredPorts.state(stored));
    }

    long nextOrder() {
        return order++;
    }

    StoredPort store() {
        StoredPort stored = StoredPorts.store(pauses.state());
        stored.setFabric(port.fabric());
        stored.setDevice(port.device());
        stored.setPort(port.port());
        stored.setRunId(runId);
        stored.setScope(scope.name());
        stored.setOrder(order);
        return stored;
    }

    PortState publish(long windowNanos) {
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
        state.setQuality(pauses.quality());
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
}
