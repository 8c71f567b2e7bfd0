package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapRecordsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int ETHERNET = 1;

    private static CaptureBytes order(boolean bigEndian) {
        return bigEndian ? CaptureBytes.bigEndian() : CaptureBytes.littleEndian();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void magic_gives_byte_order_and_unit_of_time(boolean bigEndian) {
        CaptureBytes micros = order(bigEndian).pcapHeader(PcapReader.MICROS, ETHERNET);
        micros.record(1_760_000_000L, 123_456, (byte) 1, (byte) 2).record(1_760_000_001L, 0);
        CaptureBytes nanos = order(bigEndian).pcapHeader(PcapReader.NANOS, ETHERNET);
        nanos.record(1_760_000_000L, 123_456_789, (byte) 1, (byte) 2).record(4_000_000_000L, 0);

        assertThat(Walk.of(micros.bytes()).times())
                .containsExactly(1_760_000_000_123_456_000L, 1_760_000_001L * SECOND);
        assertThat(Walk.of(nanos.bytes()).times()).containsExactly(1_760_000_000_123_456_789L, 4_000_000_000L * SECOND);
        assertThat(Walk.of(nanos.bytes()).packets())
                .extracting(Walk.Packet::hex)
                .containsExactly("0102", "");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_modified_form_has_longer_record_headers(boolean bigEndian) {
        CaptureBytes file = order(bigEndian).pcapHeader(PcapReader.MODIFIED, ETHERNET);
        file.u32(1_760_000_000L, 1, 2, 60, 3).u16(0x800).u8(4, 0).u8(0xab, 0xcd);
        file.u32(1_760_000_000L, 2, 1, 1, 3).u16(0x800).u8(4, 0).u8(0xef);

        Walk walk = Walk.of(file.bytes());

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets()).extracting(Walk.Packet::hex).containsExactly("abcd", "ef");
        assertThat(walk.packets()).extracting(Walk.Packet::originalLength).containsExactly(60, 1);
    }

    @Test
    void lengths_of_old_writers_are_put_right() {
        CaptureBytes two =
                CaptureBytes.littleEndian().u32(PcapReader.MICROS).u16(2, 2).u32(0, 0, 96, ETHERNET);
        two.u32(1_760_000_000L, 0, 60, 1).u8(7);
        CaptureBytes three =
                CaptureBytes.littleEndian().u32(PcapReader.MICROS).u16(2, 3).u32(0, 0, 96, ETHERNET);
        three.u32(1_760_000_000L, 0, 60, 1).u8(7).u32(1_760_000_000L, 0, 1, 60).u8(8);

        assertThat(Walk.of(two.bytes()).packets()).extracting(Walk.Packet::hex).containsExactly("07");
        assertThat(Walk.of(three.bytes()).packets())
                .extracting(Walk.Packet::hex)
                .containsExactly("07", "08");
    }

    @Test
    void checksum_bits_do_not_hide_the_link_type() {
        Walk walk = Walk.of(CaptureBytes.bigEndian()
                .pcapHeader(PcapReader.MICROS, 0x4400_0001)
                .bytes());

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.interfaces())
                .containsExactly(
                        new CaptureInterface("input0", "if0", false, LinkType.ETHERNET, ETHERNET, 65_535, 4, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "1, ETHERNET",
        "101, RAW_IP",
        "12, RAW_IP",
        "14, RAW_IP",
        "228, RAW_IP",
        "229, RAW_IP",
        "113, LINUX_SLL",
        "276, LINUX_SLL2"
    })
    void supported_link_types_are_named(int number, LinkType expected) {
        byte[] file = CaptureBytes.littleEndian()
                .pcapHeader(PcapReader.MICROS, number)
                .record(1_760_000_000L, 0)
                .bytes();

        assertThat(Walk.of(file).packets()).extracting(Walk.Packet::linkType).containsExactly(expected);
    }

    @Test
    void the_longest_record_is_read_and_a_longer_one_is_a_fault() {
        CaptureBytes file = CaptureBytes.littleEndian().pcapHeader(PcapReader.MICROS, ETHERNET);
        file.record(1_760_000_000L, 0, new byte[262_144]);
        int at = file.length();
        file.record(1_760_000_000L, 0, new byte[262_145]);

        Walk walk = Walk.of(file.bytes());

        assertThat(walk.packets()).extracting(Walk.Packet::capturedLength).containsExactly(262_144);
        assertThat(walk.faults())
                .containsExactly(new CaptureFault(
                        "input0",
                        at,
                        "the record header says captured length 262145, expected at most 262144:"
                                + " the file is damaged from here on"));
    }

    @Test
    void a_length_that_is_negative_as_a_signed_number_is_a_fault_with_its_value() {
        CaptureBytes file = CaptureBytes.littleEndian().pcapHeader(PcapReader.MICROS, ETHERNET);
        file.u32(0, 0, 0xffff_fff0L, 60);

        assertThat(Walk.of(file.bytes()).faults().getFirst().what()).contains("captured length 4294967280");
    }

    @Test
    void an_original_length_above_an_int_is_the_largest_int() {
        CaptureBytes file = CaptureBytes.littleEndian().pcapHeader(PcapReader.MICROS, ETHERNET);
        file.u32(1_760_000_000L, 0, 0, 0xffff_ffffL).u32(1_760_000_000L, 0, 0, 0);

        assertThat(Walk.of(file.bytes()).packets())
                .extracting(Walk.Packet::originalLength)
                .containsExactly(Integer.MAX_VALUE, 0);
    }

    @Test
    void times_outside_the_years_2000_to_2099_are_marked() {
        CaptureBytes file = CaptureBytes.littleEndian().pcapHeader(PcapReader.NANOS, ETHERNET);
        long first = Instant.parse("2000-01-01T00:00:00Z").getEpochSecond();
        long last = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond();
        file.record(0, 5).record(first - 1, 999_999_999).record(first, 0).record(last - 1, 999_999_999);
        file.record(last, 0).record(0xffff_ffffL, 0);

        Walk walk = Walk.of(file.bytes());

        PacketTime outside = PacketTime.OUT_OF_RANGE;
        assertThat(walk.timeKinds())
                .containsExactly(outside, outside, PacketTime.GIVEN, PacketTime.GIVEN, outside, outside);
        assertThat(walk.times())
                .containsExactly(
                        5L,
                        first * SECOND - 1,
                        first * SECOND,
                        last * SECOND - 1,
                        last * SECOND,
                        4_294_967_295L * SECOND);
    }
}
