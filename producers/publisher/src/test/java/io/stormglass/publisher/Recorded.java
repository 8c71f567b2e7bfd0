package io.stormglass.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.RecordKind;
import java.util.ArrayList;
import java.util.List;

/** Keeps what the slicer sends. */
final class Recorded implements BatchOutput {
    record Sent(String topic, int partition, String key, Object batch, long newestNanos) {
        BatchHeader header() {
            return batch instanceof FlowBatch flow ? flow.header() : ((PortBatch) batch).header();
        }

        boolean isMark() {
            return header().kind() != RecordKind.EVENTS;
        }

        List<Long> times() {
            return batch instanceof FlowBatch flow
                    ? flow.events().stream().map(FlowEvent::timeNanos).toList()
                    : ((PortBatch) batch)
                            .events().stream().map(PortEvent::timeNanos).toList();
        }
    }

    final PublishCounts counts = new PublishCounts();
    final List<Sent> sent = new ArrayList<>();
    final List<Long> slices = new ArrayList<>();

    @Override
    public void flow(int partition, String key, FlowBatch batch, long newestNanos) {
        sent.add(new Sent("flow", partition, key, batch, newestNanos));
    }

    @Override
    public void port(int partition, String key, PortBatch batch, long newestNanos) {
        sent.add(new Sent("port", partition, key, batch, newestNanos));
    }

    @Override
    public void sliceLeaves(long endNanos) {
        slices.add(endNanos);
    }

    @Override
    public void eventsEnd() {
        assertThat(sent).allMatch(one -> one.header().kind() != RecordKind.END);
    }

    List<Sent> partition(String topic, int partition) {
        return sent.stream()
                .filter(one -> one.topic().equals(topic) && one.partition() == partition)
                .toList();
    }

    List<Sent> records() {
        return sent.stream().filter(one -> !one.isMark()).toList();
    }

    List<Long> marks(String topic, int partition, RecordKind kind) {
        return partition(topic, partition).stream()
                .filter(one -> one.header().kind() == kind)
                .map(one -> one.header().watermarkNanos())
                .toList();
    }
}
