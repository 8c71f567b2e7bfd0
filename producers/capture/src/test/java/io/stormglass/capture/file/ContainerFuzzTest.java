package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stormglass.testkit.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ContainerFuzzTest {
    private static final int CASES = Boolean.getBoolean("stormglass.full") ? 200_000 : 8_000;
    private static final long MOST_HEAP_BYTES = 4L << 20;
    private static final long MOST_DIRECT_BYTES = 1L << 20;
    private static final ReaderLimits LIMITS = new ReaderLimits(262_144, 16 << 20, 1 << 20, 4096);
    private static final long[] ODD_VALUES = {
        0,
        1,
        3,
        4,
        8,
        11,
        12,
        16,
        33,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0x8000,
        0xffff,
        0x40000,
        0xffffff,
        0x1000000,
        0x7fffffff,
        0x80000000L,
        0xfffffff0L,
        0xffffffffL
    };

    private static List<byte[]> fixtures = List.of();

    @BeforeAll
    static void readFixtures() throws IOException {
        fixtures = new java.util.ArrayList<>(Fixtures.smallContainers());
        for (String name : new String[] {"gen/small.pcap", "gen/nasty.pcapng"}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (OutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(Fixtures.bytes(name));
            }
            fixtures.add(out.toByteArray());
        }
        assertThat(fixtures).hasSizeGreaterThan(20);
    }

    @Test
    void whatever_the_bytes_say_a_walk_ends_without_exception_and_without_large_memory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow();
        long[] most = new long[4];

        Property.check("a walk over mutated containers ends quietly", CASES, random -> {
            byte[] bytes = mutated(random);
            boolean two = random.nextInt(8) == 0;
            byte[] other = two ? mutated(random) : bytes;
            long directBefore = direct.getMemoryUsed();
            long before = threads.getCurrentThreadAllocatedBytes();

            long packets = walk(two ? List.of(bytes, other) : List.of(bytes));

            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            most[0] = Math.max(most[0], allocated);
            // A collection in between can only hide some of it, in a walk or two of all.
            most[1] = Math.max(most[1], direct.getMemoryUsed() - directBefore);
            most[2] += packets;
            most[3] += packets > 0 ? 1 : 0;
            assertThat(allocated).as("heap bytes").isLessThan(MOST_HEAP_BYTES);
            assertThat(packets).isLessThanOrEqualTo((bytes.length + other.length) / 12);
        });

        System.out.printf(
                "most heap of one walk %d bytes, most direct memory of one walk %d bytes, %d packets, %d inputs with any%n",
                most[0], most[1], most[2], most[3]);
        assertThat(most[1]).as("direct bytes of one walk").isLessThan(MOST_DIRECT_BYTES);
        // The mutations must leave enough alive to reach what lies behind the first header.
        assertThat(most[3]).isGreaterThan(CASES / 3);
    }

    private static long walk(List<byte[]> captures) {
        List<CaptureInput> inputs = captures.stream()
                .map(bytes -> CaptureInput.stream("fuzz", () -> new java.io.ByteArrayInputStream(bytes)))
                .toList();
        long sum = 0;
        try (PacketCursor cursor = CaptureFiles.open(inputs, LIMITS, Map.of())) {
            while (cursor.next()) {
                sum += sumOfBytes(cursor);
                if (cursor.timeKind() == PacketTime.GIVEN) {
                    assertThat(cursor.timeNanos())
                            .isBetween(PacketReader.EARLIEST_NANOS, PacketReader.LATEST_NANOS - 1);
                }
            }
            assertThat(cursor.faults().size()).isLessThanOrEqualTo(inputs.size());
            return cursor.packetNumber() + (sum == Long.MIN_VALUE ? 1 : 0);
        }
    }

    /** Touches each byte that the cursor says there is, so that a wrong offset throws. */
    private static long sumOfBytes(PacketCursor cursor) {
        long sum = cursor.interfaces().get(cursor.interfaceIndex()).snapLengthBytes();
        for (int i = 0; i < cursor.capturedLength(); i++) {
            sum += cursor.buffer().get(cursor.offset() + i);
        }
        return sum;
    }

    private static byte[] mutated(SplittableRandom random) {
        byte[] bytes = fixtures.get(random.nextInt(fixtures.size())).clone();
        // Damage near the front ends most walks: half of the time only the rest is touched.
        int from = random.nextBoolean() ? 0 : Math.min(bytes.length - 5, 48);
        for (int i = random.nextInt(6); i >= 0; i--) {
            int at = from + random.nextInt(Math.max(1, bytes.length - from - 4));
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> put(bytes, at & ~3, ODD_VALUES[random.nextInt(ODD_VALUES.length)], random.nextBoolean());
                case 3 -> put(bytes, at & ~1, ODD_VALUES[random.nextInt(ODD_VALUES.length)], random.nextBoolean());
                case 4 -> {
                    int source = random.nextInt(bytes.length);
                    int length = random.nextInt(Math.min(64, bytes.length - Math.max(at, source)));
                    System.arraycopy(bytes, source, bytes, at, length);
                }
                default -> {
                    if (random.nextInt(4) == 0) {
                        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
                    }
                }
            }
        }
        return bytes;
    }

    private static void put(byte[] bytes, int at, long value, boolean bigEndian) {
        for (int i = 0; i < 4 && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> (8 * (bigEndian ? 3 - i : i)));
        }
    }
}
