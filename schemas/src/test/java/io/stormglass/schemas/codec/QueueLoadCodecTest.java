package io.stormglass.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class QueueLoadCodecTest {
    private static final long FROM = 1_700_000_000_000_000_000L;

    private static QueueLoad random(SplittableRandom random) {
        return new QueueLoad(
                new PortKey("fabric-1", "leaf-3", "Ethernet1/1/" + random.nextInt(64)),
                random.nextInt(8),
                FROM,
                FROM + 1_000_000_000,
                new QueueLoad.Settings(
                        pick(random, EntityRole.values()),
                        random.nextLong(0, 800_000_000_000L),
                        random.nextBoolean(),
                        random.nextInt(10_000),
                        maybe(random, random::nextBoolean),
                        maybe(random, () -> new QueueEcn(random.nextInt(-1, 8), random.nextInt(1000), 1000)),
                        maybe(random, () -> marking(random)),
                        maybe(
                                random,
                                () -> new QueueBuffer(
                                        random.nextInt(8),
                                        number(random, 1),
                                        number(random, 0),
                                        maybe(random, () -> 0.125),
                                        number(random, 1),
                                        number(random, 0)))),
                maybe(random, () -> counters(random)),
                maybe(random, () -> flows(random)));
    }

    private static QueueMarking marking(SplittableRandom random) {
        return new QueueMarking(
                random.nextInt(8),
                "sonic",
                "AZURE_LOSSLESS",
                "",
                maybe(random, () -> pick(random, ThresholdUnit.values())),
                maybe(random, () -> random.nextLong(100)),
                maybe(random, () -> random.nextLong(100, 200)),
                maybe(random, random::nextDouble),
                maybe(random, () -> random.nextInt(32)),
                number(random, 1));
    }

    private static QueueLoad.Counters counters(SplittableRandom random) {
        return new QueueLoad.Counters(
                random.nextLong(1 << 30),
                number(random, 0),
                number(random, 0),
                number(random, 0),
                number(random, 0),
                number(random, 0),
                number(random, 0),
                new QueueLoad.Depths(
                        random.nextLong(1000), random.nextDouble(), random.nextLong(1000), random.nextLong(1000)),
                number(random, 0),
                maybe(
                        random,
                        () -> new QueueLoad.Ingress(
                                random.nextInt(64), random.nextLong(1 << 30), random.nextLong(1 << 30))));
    }

    private static QueueLoad.Flows flows(SplittableRandom random) {
        Traffic traffic = new Traffic(
                FROM,
                FROM + 1_000_000_000,
                random.nextDouble(),
                random.nextInt(99),
                random.nextLong(1 << 30),
                new Traffic.Bursts(
                        random.nextInt(99),
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble()),
                new Traffic.Messages(
                        random.nextLong(99),
                        random.nextLong(1 << 30),
                        LongStream.range(0, Traffic.Messages.SIZES).boxed().toList(),
                        random.nextInt(99)),
                random.nextLong(99));
        return new QueueLoad.Flows(
                random.nextInt(99),
                1 + random.nextInt(1000),
                number(random, 1),
                random.nextLong(99),
                random.nextLong(1 << 30),
                random.nextLong(1L << 40),
                random.nextLong(1 << 20),
                random.nextLong(1 << 20),
                random.nextDouble(),
                traffic,
                List.of(new QueueLoad.Control("dcqcn", "preset=ns3-hpcc", random.nextInt(64))),
                random.nextInt(256),
                random.nextInt(9),
                random.nextInt(9),
                random.nextLong(1 << 30));
    }

    private static <T> T pick(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static <T> @Nullable T maybe(SplittableRandom random, Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private static @Nullable Long number(SplittableRandom random, long least) {
        return maybe(random, () -> random.nextLong(least, 1L << 40));
    }

    @Test
    void everyLoadComesBackAsItWas() {
        Property.check("loads of queues", 300, random -> {
            QueueLoad load = random(random);
            io.stormglass.avro.QueueLoad avro = QueueLoadCodec.toAvro(load, "run");
            assertThat(avro.getRunId()).isEqualTo("run");
            assertThat(QueueLoadCodec.toNeutral(throughBytes(avro))).isEqualTo(new Decoded.Value<>(load));
        });
    }

    private static io.stormglass.avro.QueueLoad throughBytes(io.stormglass.avro.QueueLoad avro) {
        try {
            return io.stormglass.avro.QueueLoad.fromByteBuffer(avro.toByteBuffer());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aWindowThatEndsBeforeItBeginsIsRefused() {
        io.stormglass.avro.QueueLoad avro = QueueLoadCodec.toAvro(random(new SplittableRandom(1)), "run");
        avro.setToNanos(avro.getFromNanos());
        assertThat(QueueLoadCodec.toNeutral(avro)).isInstanceOfSatisfying(Decoded.Malformed.class, bad -> {
            assertThat(bad.reason()).isEqualTo(Reason.VALUE_OUT_OF_RANGE);
            assertThat(bad.detail()).contains("a window from");
        });
    }

    @Test
    void aNegativeCountIsRefused() {
        SplittableRandom random = new SplittableRandom(2);
        QueueLoad load = random(random);
        while (load.flows() == null) {
            load = random(random);
        }
        io.stormglass.avro.QueueLoad avro = QueueLoadCodec.toAvro(load, "run");
        avro.getFlows().setCnps(-1);
        assertThat(QueueLoadCodec.toNeutral(avro)).isInstanceOf(Decoded.Malformed.class);
    }
}
