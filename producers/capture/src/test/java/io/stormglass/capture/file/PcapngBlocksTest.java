package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngBlocksTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MICROS = 1_760_000_000_123_456L;
    private static final long NANOS = MICROS * 1000;

    private static CaptureBytes order(boolean bigEndian) {
        return bigEndian ? CaptureBytes.bigEndian() : CaptureBytes.littleEndian();
    }

    private static Walk walk(CaptureBytes capture) {
        return Walk.of(capture.bytes());
    }

    /** Pinned from what tshark prints of the file, frame by frame; frames without time take the one before. */
    @Test
    void the_nasty_file_has_the_times_lengths_and_link_types_that_tshark_prints() {
        Walk walk = Walk.of(Fixtures.resource("gen/nasty.pcapng"));

        PacketTime given = PacketTime.GIVEN;
        PacketTime missing = PacketTime.MISSING;
        PacketTime outside = PacketTime.OUT_OF_RANGE;
        assertThat(walk.timeKinds())
                .containsExactly(
                        given, given, given, given, given, given, given, given, given, missing, missing, missing, given,
                        given, outside, outside, given, given, given, missing, given);
        long base = 1_760_000_000L * SECOND;
        assertThat(walk.times())
                .containsExactly(
                        base + 123_456_000,
                        base + 123_457_789,
                        base + 123_000_000,
                        base + 123_456_001,
                        base + 500_000_000,
                        base + 123_456_000,
                        base + 123_456_000,
                        base + 123_456_000,
                        base,
                        base,
                        base,
                        base,
                        base + 123_461_000,
                        base + 123_462_000,
                        0L,
                        Long.MAX_VALUE,
                        base + 123_458_789,
                        base + 123_459_789,
                        base + 123_460_789,
                        base + 123_460_789,
                        base + 123_461_789);
        assertThat(walk.packets())
                .extracting(Walk.Packet::capturedLength)
                .containsExactly(
                        122, 80, 122, 122, 122, 108, 124, 4, 122, 122, 122, 28, 0, 122, 122, 122, 122, 74, 60, 122,
                        122);
        assertThat(walk.packets().get(5).linkType()).isEqualTo(LinkType.RAW_IP);
        assertThat(walk.packets().get(6).linkType()).isEqualTo(LinkType.LINUX_SLL);
        assertThat(walk.packets().get(7).linkType()).isEqualTo(LinkType.UNSUPPORTED);
        assertThat(walk.packets().get(11).linkType()).isEqualTo(LinkType.UNSUPPORTED);
        assertThat(walk.interfaces()
                        .get(walk.packets().get(11).interfaceIndex())
                        .name())
                .isEqualTo("custom");
        assertThat(walk.notices())
                .singleElement()
                .satisfies(notice ->
                        assertThat(notice.what()).contains("interface if7 is refused: link type 147 (user-defined 0)"));
        assertThat(walk.faults()).isEmpty();
    }

    @Test
    void losses_are_those_that_the_nasty_file_reports() {
        Walk walk = Walk.of(Fixtures.resource("gen/nasty.pcapng"));

        assertThat(walk.drops().getFirst()).isEqualTo(new InterfaceDrops(3, -1, 7));
        assertThat(walk.drops().subList(1, walk.drops().size())).containsOnly(new InterfaceDrops(-1, -1, 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_enhanced_packet_has_its_flags_and_drops(boolean bigEndian) {
        CaptureBytes file = order(bigEndian);
        CaptureBytes in = file.part().option(2, file.part().u32(1));
        CaptureBytes out = file.part()
                .option(1, "a comment")
                .option(4, file.part().u64(5))
                .option(2, file.part().u32(0xffff_fffeL))
                .option(0, file.part());
        file.section().describe(1);
        file.enhanced(0, MICROS, in, (byte) 1, (byte) 2, (byte) 3);
        file.enhanced(0, MICROS + 1, out, (byte) 4);
        file.enhanced(0, MICROS + 2, (byte) 5);

        Walk walk = walk(file);

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets())
                .extracting(Walk.Packet::direction)
                .containsExactly(Direction.RX, Direction.TX, Direction.UNKNOWN);
        assertThat(walk.packets()).extracting(Walk.Packet::hex).containsExactly("010203", "04", "05");
        assertThat(walk.times()).containsExactly(NANOS, NANOS + 1000, NANOS + 2000);
        assertThat(walk.drops()).containsExactly(new InterfaceDrops(-1, -1, 5));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_simple_packet_takes_the_first_interface_its_snap_length_and_the_time_before(boolean bigEndian) {
        CaptureBytes file = order(bigEndian);
        file.section().describe(101, 5, file.part()).describe(1);
        file.simple(3, (byte) 7, (byte) 8, (byte) 9);
        file.enhanced(1, MICROS, (byte) 1);
        file.simple(1500, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5);

        Walk walk = walk(file);

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets()).extracting(Walk.Packet::hex).containsExactly("070809", "01", "0102030405");
        assertThat(walk.packets()).extracting(Walk.Packet::originalLength).containsExactly(3, 1, 1500);
        assertThat(walk.packets())
                .extracting(Walk.Packet::linkType)
                .containsExactly(LinkType.RAW_IP, LinkType.ETHERNET, LinkType.RAW_IP);
        assertThat(walk.timeKinds()).containsExactly(PacketTime.MISSING, PacketTime.GIVEN, PacketTime.MISSING);
        assertThat(walk.times()).containsExactly(0L, NANOS, NANOS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_obsolete_packet_has_a_short_interface_number_and_drops(boolean bigEndian) {
        CaptureBytes file = order(bigEndian);
        file.section().describe(101).describe(1);
        file.block(
                2,
                file.part()
                        .u16(1, 4)
                        .u32(MICROS >>> 32, MICROS, 2, 60)
                        .u8(0xaa, 0xbb, 0, 0)
                        .option(2, file.part().u32(2)));
        file.block(2, file.part().u16(0, 0xffff).u32(MICROS >>> 32, MICROS, 0, 60));

        Walk walk = walk(file);

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets())
                .containsExactly(
                        new Walk.Packet(NANOS, PacketTime.GIVEN, LinkType.ETHERNET, 1, 2, 60, Direction.TX, "aabb"),
                        new Walk.Packet(NANOS, PacketTime.GIVEN, LinkType.RAW_IP, 0, 0, 60, Direction.UNKNOWN, ""));
        assertThat(walk.drops()).containsExactly(new InterfaceDrops(-1, -1, 0), new InterfaceDrops(-1, -1, 4));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void interface_options_give_name_unit_offset_and_checksum_length(boolean bigEndian) {
        CaptureBytes file = order(bigEndian);
        CaptureBytes options = file.part()
                .option(2, "eth\u0007 0\0junk")
                .option(9, file.part().u8(9))
                .option(13, file.part().u8(4))
                .option(14, file.part().u64(-3600))
                .option(0, file.part());
        file.section().describe(1, 96, options);
        file.enhanced(0, NANOS + 3600 * SECOND + 789, (byte) 1);

        Walk walk = walk(file);

        assertThat(walk.interfaces())
                .containsExactly(new CaptureInterface("input0", "eth 0", true, LinkType.ETHERNET, 1, 96, 4, ""));
        assertThat(walk.times()).containsExactly(NANOS + 789);
    }

    @Test
    void statistics_replace_older_ones_and_what_is_not_said_stays_unknown() {
        CaptureBytes file = CaptureBytes.bigEndian();
        file.section().describe(1).describe(1).describe(1);
        file.block(
                5,
                file.part()
                        .u32(1, 0, 0)
                        .option(5, file.part().u64(10))
                        .option(7, file.part().u64(2)));
        file.block(5, file.part().u32(1, 0, 0).option(5, file.part().u64(11)));
        file.block(5, file.part().u32(2, 0, 0).option(5, file.part().u64(-1)));

        assertThat(walk(file).drops())
                .containsExactly(
                        new InterfaceDrops(-1, -1, 0),
                        new InterfaceDrops(11, 2, 0),
                        new InterfaceDrops(Long.MAX_VALUE, -1, 0));
    }

    @Test
    void each_section_has_its_byte_order_and_its_own_interfaces() {
        CaptureBytes first = CaptureBytes.littleEndian();
        first.section().describe(101, 0, first.part().option(2, "a"));
        first.enhanced(0, MICROS, (byte) 1);
        CaptureBytes second = CaptureBytes.bigEndian();
        second.section().describe(1, 0, second.part().option(2, "b"));
        second.enhanced(0, MICROS + 1, (byte) 2);
        second.enhanced(1, MICROS + 2, (byte) 3);
        first.raw(second.bytes());

        Walk walk = walk(first);

        assertThat(walk.packets()).extracting(Walk.Packet::interfaceIndex).containsExactly(0, 1);
        assertThat(walk.interfaces()).extracting(CaptureInterface::name).containsExactly("a", "b");
        assertThat(walk.times()).containsExactly(NANOS, NANOS + 1000);
        assertThat(walk.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.what()).contains("interface 1"));
    }

    @Test
    void the_packets_of_a_refused_interface_count_beside_a_usable_one() {
        CaptureBytes file = CaptureBytes.littleEndian();
        CaptureBytes tooFine = file.part().option(9, file.part().u8(0xff));
        file.section().describe(197).describe(1, 0, tooFine).describe(1);
        file.enhanced(0, MICROS, (byte) 1).enhanced(1, MICROS, (byte) 2).enhanced(2, MICROS, (byte) 3);

        Walk walk = walk(file);

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets())
                .extracting(Walk.Packet::linkType)
                .containsExactly(LinkType.UNSUPPORTED, LinkType.UNSUPPORTED, LinkType.ETHERNET);
        assertThat(walk.timeKinds()).containsExactly(PacketTime.GIVEN, PacketTime.MISSING, PacketTime.GIVEN);
        assertThat(walk.interfaces()).extracting(CaptureInterface::refused).containsExactly(true, true, false);
        assertThat(walk.notices())
                .extracting(CaptureNotice::what)
                .satisfiesExactly(
                        erf -> assertThat(erf).contains("interface if0 is refused: link type 197 (ERF)"),
                        unit -> assertThat(unit)
                                .contains("interface if1 is refused")
                                .contains("2^-127"));
    }

    @Test
    void a_file_without_a_usable_interface_is_refused() {
        CaptureBytes file = CaptureBytes.littleEndian();
        file.section().describe(65_534);
        file.enhanced(0, MICROS, (byte) 1);

        Walk walk = walk(file);

        assertThat(walk.packets()).isEmpty();
        assertThat(walk.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.offsetBytes()).isEqualTo(28);
            assertThat(fault.what())
                    .contains("no interface of the file can be used")
                    .contains("65534");
        });
    }

    @Test
    void packets_before_the_first_usable_interface_are_named_if_they_cannot_be_used() {
        CaptureBytes file = CaptureBytes.littleEndian();
        file.section().describe(0);
        file.enhanced(0, MICROS, (byte) 1).enhanced(0, MICROS, (byte) 2);
        file.describe(1).enhanced(1, MICROS, (byte) 3).enhanced(0, MICROS, (byte) 4);

        Walk walk = walk(file);

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets()).extracting(Walk.Packet::hex).containsExactly("03", "04");
        assertThat(walk.notices().getLast().what()).startsWith("2 packets of refused interfaces");
    }

    @Test
    void a_header_without_packets_is_no_fault() {
        assertThat(walk(CaptureBytes.littleEndian().section()).faults()).isEmpty();
        assertThat(walk(CaptureBytes.bigEndian().section().describe(1)).faults())
                .isEmpty();
    }

    @Test
    void unknown_and_name_blocks_are_skipped_whatever_they_hold() {
        CaptureBytes file = CaptureBytes.littleEndian();
        file.section().describe(1);
        file.block(4, file.part().u16(1, 60_000).u32(1));
        file.block(0x7fff_1234, file.part().raw(new byte[70_000]));
        file.block(10, file.part().u32(1));
        file.enhanced(0, MICROS, (byte) 1);

        // The skipped block is longer than all that the stream holds at a time.
        Walk walk = Walk.of(new ReaderLimits(262_144, 16 << 20, 1 << 20, 4096), file.bytes());

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets()).extracting(Walk.Packet::hex).containsExactly("01");
    }

    @ParameterizedTest
    @CsvSource({
        "1,  4, an interface description of length 16",
        "2, 16, a packet of length 28",
        "3,  0, a simple packet of length 12",
        "5,  8, interface statistics of length 20",
        "6, 16, an enhanced packet of length 28",
        "0xbad, 0, a custom block of length 12",
        "0x0a0d0d0a, 12, a section header of length 24",
    })
    void a_block_without_room_for_its_fields_is_a_fault(String type, int bodyBytes, String what) {
        CaptureBytes file = CaptureBytes.bigEndian();
        file.section().describe(1);
        file.enhanced(0, MICROS, (byte) 1);
        int at = file.length();
        CaptureBytes body = file.part();
        if (Long.decode(type) == 0x0a0d0d0aL) {
            body.u32(0x1a2b3c4d).u16(1, 0);
        }
        while (body.length() < bodyBytes) {
            body.u8(0);
        }
        file.block(Long.decode(type).intValue(), body);

        Walk walk = walk(file);

        assertThat(walk.packets()).hasSize(1);
        assertThat(walk.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.offsetBytes()).isEqualTo(at);
            assertThat(fault.what()).contains(what);
        });
    }

    @Test
    void what_a_block_has_no_room_for_is_a_fault() {
        CaptureBytes file = CaptureBytes.littleEndian();
        CaptureBytes head = file.part().section().describe(1, 0, file.part());
        CaptureBytes enhanced = file.part().raw(head.bytes());
        enhanced.block(6, file.part().u32(0, 0, 0, 5, 5).u32(1));
        CaptureBytes huge = file.part().raw(head.bytes());
        huge.block(6, file.part().u32(0, 0, 0, 0xffff_ffffL, 5).u32(1));
        CaptureBytes simple = file.part().raw(head.bytes()).simple(5, (byte) 1);
        CaptureBytes resolution = file.part().section();
        resolution.describe(1, 0, file.part().option(9, file.part().u16(6)));
        CaptureBytes packetOption = file.part().raw(head.bytes());
        packetOption.block(6, file.part().u32(0, 0, 0, 0, 0).u16(2, 5).u32(1));

        assertThat(List.of(enhanced, huge, simple, resolution, packetOption))
                .extracting(c -> walk(c).faults().getFirst().what())
                .satisfiesExactly(
                        five -> assertThat(five).contains("captured length 5, expected at most 4"),
                        four -> assertThat(four).contains("captured length 4294967295, expected at most 4"),
                        simplePacket -> assertThat(simplePacket).contains("captured length 5, expected at most 4"),
                        unit -> assertThat(unit).contains("if_tsresol has length 2, expected 1"),
                        option -> assertThat(option).contains("option 2 of a block says length 5"));
    }

    @Test
    void lengths_at_start_and_end_that_differ_are_a_fault_before_the_packet() {
        CaptureBytes file = CaptureBytes.littleEndian();
        file.section().describe(1);
        file.enhanced(0, MICROS, (byte) 1);
        byte[] bytes = file.enhanced(0, MICROS, (byte) 2).bytes();
        bytes[bytes.length - 4]++;

        Walk walk = Walk.of(bytes);

        assertThat(walk.packets()).hasSize(1);
        assertThat(walk.faults())
                .singleElement()
                .satisfies(fault ->
                        assertThat(fault.what()).contains("a block says length 36 at its start and 37 at its end"));
    }
}
