package io.stormglass.models.advice;

import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made-up windows of queues. */
final class Loads {
    static final long SECOND = 1_000_000_000L;

    final Workload workload;
    Thresholds thresholds;
    String system = "sonic";
    String object = "AZURE_LOSSLESS";

    @Nullable
    ThresholdUnit unit = ThresholdUnit.BYTES;

    @Nullable
    Boolean ecnOn = true;

    boolean flowsSeen = true;

    @Nullable
    Long marked = 20_000L;

    @Nullable
    Long wredDropped = 0L;

    @Nullable
    Long watermark = 3_000_000L;

    long pausedNanos;
    double ingressPaused;
    double load = 0.9;
    long cnps = 20_000;
    double cnpVariation = 0.3;
    int priorities = 1 << 3;
    int deaf;
    long otherBytes;
    double quiet = 1;
    /** Of bursts. */
    double flowVariation = 1;
    /** So many bursts are seen as one, on average. */
    double together = 1;
    /** Beside one for each long flow and each port of the bursts. */
    int moreFlows;

    List<QueueLoad.Control> controls = List.of(new QueueLoad.Control("dcqcn", "ns3-hpcc", 16));

    Loads(Workload workload, Thresholds thresholds) {
        this.workload = workload;
        this.thresholds = thresholds;
    }

    static ObjectLoads object(List<QueueLoad> windows) {
        List<ObjectLoads> all = ObjectLoads.of(windows);
        if (all.size() != 1) {
            throw new IllegalStateException(all.size() + " objects");
        }
        return all.getFirst();
    }

    /** So many windows of a second. */
    List<QueueLoad> windows(String port, int fromSecond, int count) {
        List<QueueLoad> windows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = (fromSecond + i) * SECOND;
            windows.add(new QueueLoad(
                    new PortKey("f1", "leaf-1", port), 3, from, from + SECOND, settings(), counters(), flows(from)));
        }
        return windows;
    }

    ObjectLoads one() {
        return object(windows("Ethernet0", 0, 10));
    }

    private QueueLoad.Settings settings() {
        QueueFacts facts = workload.facts();
        Buffer buffer = facts.buffer();
        return new QueueLoad.Settings(
                EntityRole.LEAF,
                facts.lineBitsPerSecond(),
                false,
                9_100,
                ecnOn,
                null,
                unit == null
                        ? null
                        : new QueueMarking(
                                3,
                                system,
                                object,
                                "",
                                unit,
                                thresholds.kminBytes(),
                                thresholds.kmaxBytes(),
                                thresholds.maxProbability(),
                                0,
                                null),
                new QueueBuffer(
                        3,
                        buffer.sharedBytes(),
                        buffer.reserveBytes(),
                        buffer.xoff() instanceof Buffer.Dynamic dynamic ? dynamic.alpha() : null,
                        buffer.xoff() instanceof Buffer.Fixed fixed ? fixed.bytes() : null,
                        buffer.xonOffsetBytes()));
    }

    private long sentBytes() {
        return Math.round(load * quiet * workload.facts().lineBitsPerSecond() / 8);
    }

    private QueueLoad.Counters counters() {
        return new QueueLoad.Counters(
                SECOND,
                sentBytes() / workload.facts().packetBytes(),
                sentBytes(),
                marked,
                0L,
                wredDropped,
                watermark,
                QueueLoad.Depths.NONE,
                pausedNanos,
                new QueueLoad.Ingress(32, 32 * SECOND, Math.round(ingressPaused * 32 * SECOND)));
    }

    private QueueLoad.@Nullable Flows flows(long from) {
        if (!flowsSeen) {
            return null;
        }
        long packets = sentBytes() / workload.facts().packetBytes();
        return new QueueLoad.Flows(
                workload.longFlows() + workload.bursts().ports() + moreFlows,
                1,
                workload.facts().baseRttNanos(),
                1_000,
                packets,
                packets * workload.facts().packetBytes(),
                0,
                cnps,
                cnpVariation,
                new Traffic(
                        from,
                        from + SECOND,
                        quiet * workload.longFlows(),
                        workload.longFlows(),
                        sentBytes(),
                        bursts(),
                        messages(),
                        0),
                controls,
                priorities,
                deaf,
                otherBytes > 0 ? 1 : 0,
                otherBytes);
    }

    private Traffic.Bursts bursts() {
        var bursts = workload.bursts();
        if (!bursts.any()) {
            return Traffic.Bursts.NONE;
        }
        int count = (int) (quiet * SECOND / bursts.periodNanos() / together);
        return new Traffic.Bursts(
                count,
                together * bursts.fanIn(),
                together * bursts.volumeBytes(),
                together * bursts.periodNanos(),
                1,
                flowVariation);
    }

    private Traffic.Messages messages() {
        var messages = workload.messages();
        List<Long> sizes = new ArrayList<>(Collections.nCopies(Traffic.Messages.SIZES, 0L));
        if (!messages.any()) {
            return new Traffic.Messages(0, 0, sizes, 0);
        }
        double bytes = quiet * messages.load() * workload.facts().lineBitsPerSecond() / 8;
        long count = Math.max(1, Math.round(bytes / messages.meanBytes()));
        sizes.set(Traffic.Messages.sizeClass((long) messages.meanBytes()), count);
        return new Traffic.Messages(count, Math.round(bytes), sizes, messages.senders());
    }
}
