package io.stormglass.streams.topology;

import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.ReactionPoint;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A flow of a sender whose reaction point is right, or that takes no notice of CNPs: what is seen of it, in batches of 10 ms. */
final class SyntheticFlow {
    static final long LINE = 100_000_000_000L;
    /** Sixteen packets of 4 KB each, as an observer gathers them. */
    private static final int BYTES = 65_536;

    private static final int PACKETS = 16;
    private static final long RTT_NANOS = 12_000;
    private static final long BATCH_NANOS = 10 * Harness.MS;

    final FlowKey key;
    private final SplittableRandom random;
    private final long startNanos;
    private final boolean reacts;

    SyntheticFlow(int number, long seed, boolean reacts) {
        key = FlowKey.roce("f", Transport.ROCEV2, "10.0.1." + number, "10.0.2." + number, 100 + number);
        random = new SplittableRandom(seed);
        startNanos = Harness.T0 + 1000L * number;
        this.reacts = reacts;
    }

    /** Events at the sender's side: packets, ACKs with their RTT, CNPs every 100 to 300 us. */
    List<FlowEvent> events(long millis) {
        ReactionPoint point = DcqcnPreset.NVIDIA_FIRMWARE.at(LINE).start();
        List<FlowEvent> events = new ArrayList<>();
        long end = startNanos + millis * Harness.MS;
        long cnpNanos = startNanos + 50_000;
        for (long now = startNanos; now < end; ) {
            while (cnpNanos <= now) {
                events.add(new FlowEvent(FlowEventKind.CNP_SEEN, cnpNanos, 1, 74, 0, 0));
                point.cnp(Math.max(cnpNanos, point.nowNanos()));
                cnpNanos += random.nextLong(100_000, 300_000);
            }
            point.sent(Math.max(now, point.nowNanos()), BYTES);
            events.add(new FlowEvent(FlowEventKind.SENT, now, PACKETS, BYTES, 0, 0));
            if (now - startNanos > RTT_NANOS) {
                long rtt = RTT_NANOS + random.nextLong(500);
                events.add(new FlowEvent(FlowEventKind.RTT_SAMPLE, now, PACKETS, BYTES, rtt, 0));
            }
            long rate = reacts ? point.rateBitsPerSecond() : LINE;
            now += BYTES * 8L * 1_000_000_000L / rate;
        }
        return events;
    }

    /** The same as one observer publishes it. */
    List<FlowBatch> batches(String agent, long millis) {
        return batches(agent, ObserverRole.MIRROR, events(millis));
    }

    List<FlowBatch> batches(String agent, ObserverRole role, List<FlowEvent> events) {
        List<FlowBatch> batches = new ArrayList<>();
        List<FlowEvent> batch = new ArrayList<>();
        for (FlowEvent event : events) {
            if (!batch.isEmpty()
                    && event.timeNanos() / BATCH_NANOS != batch.get(0).timeNanos() / BATCH_NANOS) {
                batches.add(batch(agent, role, batches.size(), batch));
                batch = new ArrayList<>();
            }
            batch.add(event);
        }
        batches.add(batch(agent, role, batches.size(), batch));
        return batches;
    }

    private FlowBatch batch(String agent, ObserverRole role, long sequence, List<FlowEvent> events) {
        return new FlowBatch(
                header(agent, role, Scope.FLOW, sequence),
                key,
                -1,
                3,
                26,
                LINE,
                Vantage.SENDER,
                Pairing.PSN,
                "",
                List.of(),
                events);
    }

    /** What an observer at the sender's side tells that does not know the rate of the sender's port. */
    static FlowBatch seenAtSender(BatchHeader header, FlowKey key, List<FlowEvent> events) {
        return new FlowBatch(header, key, -1, 3, 26, 0, Vantage.SENDER, Pairing.PSN, "", List.of(), events);
    }

    static BatchHeader header(String agent, ObserverRole role, Scope scope, long sequence) {
        return new BatchHeader(RecordKind.EVENTS, "f", "test", agent, 1, sequence, role, scope, 1, false, 0, null, 1.0);
    }
}
