package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Keeps everything that agents say, in order. */
final class Heard implements TelemetryOutput {
    final List<FlowBatch> flows = new ArrayList<>();
    final List<PortBatch> ports = new ArrayList<>();
    final List<Fate> portFates = new ArrayList<>();
    final List<Long> lateness = new ArrayList<>();
    final List<String> order = new ArrayList<>();
    final List<Long> progress = new ArrayList<>();
    final List<BatchHeader> goodbyes = new ArrayList<>();

    @Override
    public void flow(FlowBatch batch, Fate fate, long lateNanos) {
        flows.add(batch);
        order.add(batch + " " + fate + " " + lateNanos);
    }

    @Override
    public void port(PortBatch batch, Fate fate, long lateNanos) {
        ports.add(batch);
        portFates.add(fate);
        lateness.add(lateNanos);
        order.add(batch + " " + fate + " " + lateNanos);
    }

    @Override
    public void goodbye(BatchHeader header) {
        goodbyes.add(header);
        order.add("goodbye " + header);
    }

    @Override
    public void progress(long nanos) {
        progress.add(nanos);
        order.add("progress " + nanos);
    }

    /** Batches of an agent. */
    List<PortBatch> of(String agent) {
        return ports.stream()
                .filter(batch -> batch.header().agentId().equals(agent))
                .toList();
    }

    /** Events of a kind that an agent told of a port. */
    <E extends PortEvent> List<E> events(String agent, String port, Class<E> kind) {
        return of(agent).stream()
                .filter(batch -> Objects.requireNonNull(batch.port()).port().equals(port))
                .flatMap(batch -> batch.events().stream())
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** Packets of a kind that the mirrors of one end told of all flows. */
    long packets(Vantage vantage, FlowEventKind kind) {
        return flows.stream()
                .filter(batch -> batch.vantage() == vantage)
                .flatMap(batch -> batch.events().stream())
                .filter(event -> event.kind() == kind)
                .mapToLong(FlowEvent::packets)
                .sum();
    }
}
