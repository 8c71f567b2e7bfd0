package io.stormglass.schemas.codec;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Valid random batches of every form. */
public final class RandomBatches {
    private static final int KINDS_OF_PORT_EVENTS = 10;

    private final SplittableRandom random;

    public RandomBatches(SplittableRandom random) {
        this.random = random;
    }

    public FlowBatch flowBatch(int events) {
        RecordKind kind = pick(RecordKind.values());
        FlowKey flow = kind == RecordKind.EVENTS ? flowKey() : null;
        int pairedQp = flow != null && flow.isProvisional() ? flow.srcQp() : random.nextInt(-1, 0x1000000);
        boolean merges = flow != null && !flow.isProvisional() && random.nextBoolean();
        return new FlowBatch(
                header(kind),
                flow,
                pairedQp,
                random.nextInt(-1, 8),
                random.nextInt(-1, 64),
                random.nextLong(0, 800_000_000_000L),
                pick(Vantage.values()),
                pick(Pairing.values()),
                merges ? "fabric-1|10.0.0.1|10.0.0.2|~7" : "",
                path(),
                list(events, this::flowEvent));
    }

    public PortBatch portBatch(int events) {
        RecordKind kind = pick(RecordKind.values());
        return new PortBatch(
                header(kind),
                kind == RecordKind.EVENTS
                        ? new PortKey("fabric-1", "leaf-3", "Ethernet1/1/" + random.nextInt(64))
                        : null,
                random.nextLong(0, 800_000_000_000L),
                random.nextBoolean() ? null : linkFacts(),
                path(),
                list(events, this::portEvent));
    }

    public LinkFacts linkFacts() {
        return new LinkFacts(
                pick(EntityRole.values()),
                "spine-" + random.nextInt(9),
                "Ethernet" + random.nextInt(64),
                pick(EntityRole.values()),
                random.nextLong(0, 800_000_000_000L),
                random.nextBoolean(),
                "02:00:00:00:00:01",
                "",
                list(random.nextInt(3), () -> "10.0.0." + random.nextInt(256)),
                "",
                random.nextBoolean() ? "" : "lag7",
                random.nextInt(0, 9217),
                random.nextBoolean() ? null : (Integer) random.nextInt(256),
                list(random.nextInt(3), this::queueEcn),
                "lldp",
                random.nextBoolean() ? PortSettings.UNKNOWN : settings());
    }

    private PortSettings settings() {
        return new PortSettings(
                flag(),
                flag(),
                random.nextBoolean() ? null : (Integer) random.nextInt(256),
                list(
                        random.nextInt(3),
                        () -> new PortSettings.QueueHeadroom(random.nextInt(8), random.nextLong(1_000_000))),
                random.nextBoolean() ? "" : "01234567".repeat(7) + "-------7",
                random.nextBoolean() ? null : (Integer) random.nextInt(-1, 8),
                flag(),
                random.nextBoolean() ? "" : "ConnectX-7",
                random.nextBoolean() ? "" : "28.39." + random.nextInt(4000),
                pick(new String[] {"", "off", "dcqcn"}),
                random.nextBoolean() ? "" : "rpg_gd=" + random.nextInt(12),
                list(random.nextInt(3), this::queueMarking),
                list(random.nextInt(3), this::queueBuffer));
    }

    private QueueMarking queueMarking() {
        Long minimum = count(1_000_000);
        Long maximum = count(1_000_000);
        boolean isLess = minimum != null && maximum != null && maximum < minimum;
        return new QueueMarking(
                random.nextInt(8),
                pick(new String[] {"", "sonic", "nx-os", "eos", "nvue"}),
                random.nextBoolean() ? "" : "AZURE_LOSSLESS",
                random.nextBoolean() ? "" : "c-out-8q-q" + random.nextInt(8),
                random.nextInt(4) == 0 ? null : pick(ThresholdUnit.values()),
                minimum,
                isLess ? minimum : maximum,
                random.nextBoolean() ? null : (Double) random.nextDouble(),
                random.nextBoolean() ? null : (Integer) random.nextInt(32),
                random.nextBoolean() ? null : (Long) random.nextLong(1, 1000));
    }

    private QueueBuffer queueBuffer() {
        return new QueueBuffer(
                random.nextInt(8),
                random.nextBoolean() ? null : (Long) random.nextLong(1, 1L << 40),
                count(100_000),
                random.nextBoolean() ? null : (Double) random.nextDouble(1e-3, 1024),
                random.nextBoolean() ? null : (Long) random.nextLong(1, 1L << 40),
                count(100_000));
    }

    private @Nullable Long count(long below) {
        return random.nextBoolean() ? null : (Long) random.nextLong(below);
    }

    private @Nullable Boolean flag() {
        return random.nextInt(3) == 0 ? null : (Boolean) random.nextBoolean();
    }

    private QueueEcn queueEcn() {
        long kminBytes = random.nextLong(0, 1_000_000);
        return new QueueEcn(random.nextInt(-1, 8), kminBytes, kminBytes + random.nextLong(0, 1_000_000));
    }

    private BatchHeader header(RecordKind kind) {
        return new BatchHeader(
                kind,
                "fabric-1",
                random.nextBoolean() ? "live" : "run-1",
                "agent-" + random.nextInt(100),
                random.nextLong(0, Long.MAX_VALUE),
                random.nextLong(0, Long.MAX_VALUE),
                pick(ObserverRole.values()),
                pick(Scope.values()),
                random.nextInt(1, 10_000),
                random.nextBoolean(),
                random.nextBoolean() ? 0 : time(),
                random.nextBoolean() ? null : (Long) random.nextLong(),
                random.nextDouble(0, 100));
    }

    private FlowKey flowKey() {
        Transport roce = random.nextBoolean() ? Transport.ROCEV2 : Transport.ROCEV1;
        return switch (random.nextInt(3)) {
            case 0 -> FlowKey.roce("fabric-1", roce, "10.0.0.1", "10.0.0.2", random.nextInt(0x1000000));
            case 1 -> FlowKey.provisional("fabric-1", roce, "2001:db8::1", "2001:db8::2", random.nextInt(0x1000000));
            default ->
                FlowKey.tcp("fabric-1", "2001:db8::1", random.nextInt(65_536), "10.0.0.2", random.nextInt(65_536));
        };
    }

    private FlowEvent flowEvent() {
        return new FlowEvent(
                pick(FlowEventKind.values()),
                time(),
                counter() & (1L << 40) - 1,
                counter() & (1L << 40) - 1,
                counter() % 60_000_000_001L,
                random.nextInt(256));
    }

    private PortEvent portEvent() {
        Direction direction = pick(Direction.values());
        int priority = random.nextInt(-1, 8);
        int queue = random.nextInt(-1, 8);
        return switch (random.nextInt(KINDS_OF_PORT_EVENTS)) {
            case 0 -> new PortEvent.PfcFrame(time(), direction, random.nextInt(8), random.nextInt(65_536));
            case 1 -> new PortEvent.PauseFrame(time(), direction, random.nextInt(65_536));
            case 2 -> new PortEvent.Traffic(time(), direction, priority, counter(), counter(), counter());
            case 3 -> new PortEvent.Watchdog(time(), priority, queue, random.nextBoolean());
            case 4 ->
                new PortEvent.PauseCounters(
                        time(),
                        refresh(),
                        direction,
                        priority,
                        maybe(),
                        maybe(),
                        maybe(),
                        random.nextBoolean() ? null : (Boolean) random.nextBoolean());
            case 5 ->
                new PortEvent.QueueSample(
                        time(), refresh(), priority, queue, maybe(), maybe(), maybe(), maybe(), maybe(), maybe(),
                        maybe());
            case 6 -> new PortEvent.NicCongestion(time(), refresh(), maybe(), maybe(), maybe(), maybe(), maybe());
            case 7 -> new PortEvent.TransportErrors(time(), refresh(), maybe(), maybe(), maybe(), maybe(), maybe());
            case 8 -> new PortEvent.HostBackPressure(time(), refresh(), maybe(), maybe(), maybe(), maybe(), maybe());
            default -> new PortEvent.LinkHealth(time(), refresh(), maybe(), maybe(), maybe(), maybe());
        };
    }

    private Refresh refresh() {
        return new Refresh(time(), maybe());
    }

    private List<PathHop> path() {
        return list(
                random.nextInt(3), () -> new PathHop("leaf-" + random.nextInt(9), "Ethernet1", random.nextInt(-1, 8)));
    }

    private long time() {
        return random.nextLong(EventTimes.EARLIEST_NANOS, EventTimes.END_NANOS);
    }

    private long counter() {
        return random.nextInt(4) == 0 ? random.nextLong(0, Long.MAX_VALUE) : random.nextLong(0, 5_000);
    }

    private @Nullable Long maybe() {
        return random.nextInt(3) == 0 ? null : (Long) counter();
    }

    private <T> T pick(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static <T> List<T> list(int count, Supplier<T> one) {
        List<T> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(one.get());
        }
        return values;
    }
}
