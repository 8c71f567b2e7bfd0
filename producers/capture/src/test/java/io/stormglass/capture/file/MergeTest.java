package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergeTest {
    private static final long START = 1_760_000_000L;

    /** Records that carry their input and their place in it. */
    private static byte[] capture(int input, long... offsetMicros) {
        CaptureBytes file = CaptureBytes.littleEndian().pcapHeader(PcapReader.MICROS, 1);
        for (int i = 0; i < offsetMicros.length; i++) {
            file.record(START, offsetMicros[i], (byte) input, (byte) i);
        }
        return file.bytes();
    }

    private static List<String> merged(byte[]... captures) {
        return Walk.of(captures).packets().stream().map(Walk.Packet::hex).toList();
    }

    @Test
    void packets_of_several_inputs_come_in_order_of_time() {
        assertThat(merged(capture(0, 1, 4, 5), capture(1, 2, 3, 9), capture(2, 0, 6)))
                .containsExactly("0200", "0000", "0100", "0101", "0001", "0002", "0201", "0102");
    }

    @Test
    void equal_times_keep_the_order_of_the_inputs() {
        assertThat(merged(capture(0, 5, 5), capture(1, 5), capture(2, 5, 6)))
                .containsExactly("0000", "0001", "0100", "0200", "0201");
    }

    @Test
    void time_that_runs_backwards_leaves_the_order_of_its_input() {
        assertThat(merged(capture(0, 10, 3, 12), capture(1, 5, 11)))
                .containsExactly("0100", "0000", "0001", "0101", "0002");
    }

    @Test
    void a_packet_without_usable_time_stays_behind_the_one_before_it() {
        CaptureBytes untimed = CaptureBytes.bigEndian();
        untimed.section().describe(1);
        long ticks = START * 1_000_000;
        untimed.enhanced(0, ticks + 2, (byte) 9, (byte) 0);
        untimed.simple(2, (byte) 9, (byte) 1);
        untimed.enhanced(0, -1L, (byte) 9, (byte) 2);
        untimed.enhanced(0, ticks + 8, (byte) 9, (byte) 3);

        assertThat(merged(capture(0, 1, 3, 9), untimed.bytes()))
                .containsExactly("0000", "0900", "0901", "0902", "0001", "0903", "0002");
    }

    @Test
    void a_fault_of_one_input_leaves_the_others() {
        byte[] broken = java.util.Arrays.copyOf(capture(0, 1, 2, 3), 24 + 18 + 17);

        Walk walk = Walk.of(broken, capture(1, 2, 4));

        assertThat(walk.packets()).extracting(Walk.Packet::hex).containsExactly("0000", "0100", "0101");
        assertThat(walk.faults()).extracting(CaptureFault::file).containsExactly("input0");
        assertThat(walk.faults()).extracting(CaptureFault::offsetBytes).containsExactly(42L);
    }

    @Test
    void interfaces_are_counted_over_all_inputs() {
        CaptureBytes second = CaptureBytes.bigEndian();
        second.section().describe(1).describe(101).enhanced(1, START * 1_000_000, (byte) 1);

        Walk walk = Walk.of(capture(0, 1), second.bytes(), capture(2, 0));

        assertThat(walk.interfaces())
                .extracting(CaptureInterface::file)
                .containsExactly("input0", "input2", "input1", "input1");
        assertThat(walk.packets())
                .allSatisfy(p -> assertThat(
                                walk.interfaces().get(p.interfaceIndex()).linkType())
                        .isEqualTo(p.linkType()));
    }

    @Test
    void sorted_inputs_merge_to_a_stable_sort() {
        Property.check("merging equals a stable sort", 200, random -> {
            int inputs = 1 + random.nextInt(9);
            List<long[]> expected = new ArrayList<>();
            byte[][] captures = new byte[inputs][];
            for (int i = 0; i < inputs; i++) {
                long[] times = random.longs(random.nextInt(40), 0, 60).sorted().toArray();
                captures[i] = capture(i, times);
                for (int j = 0; j < times.length; j++) {
                    expected.add(new long[] {times[j], i, j});
                }
            }
            expected.sort(Comparator.comparingLong(e -> e[0]));
            assertThat(merged(captures))
                    .isEqualTo(expected.stream()
                            .map(e -> String.format("%02x%02x", e[1], e[2]))
                            .toList());
        });
    }

    @Test
    void no_inputs_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CaptureFiles.open(List.of(), ReaderLimits.DEFAULT, Map.of()));
    }

    @Test
    void a_closed_cursor_has_no_more_packets() {
        byte[] bytes = capture(0, 1, 2);
        PacketCursor cursor = CaptureFiles.open(
                List.of(CaptureInput.stream("-", () -> new java.io.ByteArrayInputStream(bytes))), ReaderLimits.DEFAULT);
        assertThat(cursor.next()).isTrue();
        cursor.close();
        assertThat(cursor.next()).isFalse();
    }
}
