package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultyCapturesTest {
    private static final String FAULTY = """
            bad_magic.pcap            | 0 |   0 | starts with 0x
            header_cut.pcap           | 0 |   0 | file header of 24 bytes starts here, but the file ends after 20
            incl_len_1GiB.pcap        | 1 | 162 | captured length 1073741824, expected at most 262144
            ng_bad_ifid.pcapng        | 1 | 204 | names interface 9, but the section has described 1
            ng_cut_in_epb.pcapng      | 2 | 360 | type 0x6 of 156 bytes starts here, but the file ends after 50
            ng_len_0.pcapng           | 1 | 204 | says length 0, expected a multiple of 4 from 12 to 16777216
            ng_len_8.pcapng           | 1 | 204 | says length 8, expected
            ng_len_not_x4.pcapng      | 1 | 204 | says length 33, expected
            ng_option_runs_over.pcapng| 0 |  28 | option 9 of a block says length 400, expected at most 4
            ng_tsresol_20.pcapng      | 0 |  28 | no interface of the file can be used; interface if0: time stamps in units of 10^-20
            ng_version_9.pcapng       | 0 |   0 | pcapng version 9.0, expected 1.0
            rec_data_cut.pcap         | 2 | 300 | a record of 138 bytes starts here, but the file ends after 60
            version_9_9.pcap          | 0 |   4 | pcap version 9.9, expected 2.4
            """;

    private static final String ODD_BUT_READABLE = """
            incl_gt_orig.pcap         | 2
            link_has_fcs_bits.pcap    | 1
            modified_kuznetzov.pcap   | 1
            snaplen_0.pcap            | 1
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(textBlock = FAULTY, delimiter = '|')
    void good_packets_come_first_and_the_fault_has_its_offset(String file, int packets, long offset, String what) {
        Path path = Fixtures.resource("gen/fatal/" + file);

        Walk walk = Walk.of(path);

        assertThat(walk.packets()).hasSize(packets);
        assertThat(walk.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.file()).isEqualTo(path.toString());
            assertThat(fault.offsetBytes()).isEqualTo(offset);
            assertThat(fault.what()).contains(what);
        });
    }

    @ParameterizedTest
    @CsvSource(textBlock = ODD_BUT_READABLE, delimiter = '|')
    void oddities_are_no_faults(String file, int packets) {
        Walk walk = Walk.of(Fixtures.resource("gen/fatal/" + file));

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets()).hasSize(packets);
        assertThat(walk.timeKinds()).containsOnly(PacketTime.GIVEN);
    }

    @Test
    void every_one_fault_file_is_in_a_table_above() throws IOException {
        Set<String> tables = (FAULTY + ODD_BUT_READABLE)
                .lines()
                .map(line -> line.substring(0, line.indexOf('|')).strip())
                .collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(Fixtures.resource("gen/fatal"))) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactlyInAnyOrderElementsOf(tables);
        }
    }

    @Test
    void lengths_are_given_as_the_file_says_where_the_original_is_shorter() {
        Walk walk = Walk.of(Fixtures.resource("gen/fatal/incl_gt_orig.pcap"));

        assertThat(walk.packets()).extracting(Walk.Packet::capturedLength).containsExactly(122, 122);
        assertThat(walk.packets()).extracting(Walk.Packet::originalLength).containsExactly(10, 122);
    }

    @Test
    void every_possible_cut_of_a_file_gives_its_whole_packets_and_a_fault_unless_it_ends_between_two()
            throws IOException {
        ReaderLimits small = new ReaderLimits(262_144, 16 << 20, 1 << 20, 512);
        for (String file : new String[] {"gen/nasty.pcapng", "gen/mirrors.pcap"}) {
            byte[] whole = Fixtures.bytes(file);
            Walk all = Walk.of(whole);
            int lastPackets = 0;
            int clean = 0;
            for (int cut = 28; cut <= whole.length; cut++) {
                Walk walk = Walk.of(small, Arrays.copyOf(whole, cut));
                int packets = walk.packets().size();
                assertThat(packets).isBetween(lastPackets, lastPackets + 1);
                assertThat(walk.packets()).isEqualTo(all.packets().subList(0, packets));
                if (walk.faults().isEmpty()) {
                    clean++;
                } else {
                    assertThat(packets).as("a fault takes no packet away").isEqualTo(lastPackets);
                    assertThat(walk.faults().getFirst().what()).contains("it was cut");
                }
                lastPackets = packets;
            }
            assertThat(lastPackets).isEqualTo(all.packets().size());
            assertThat(clean).isGreaterThanOrEqualTo(lastPackets);
        }
    }

    @Test
    void what_is_no_file_is_a_fault_beside_the_good_inputs() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty"));
        Path tiny = Files.write(directory.resolve("tiny"), new byte[] {1, 2, 3});
        Path text = Files.writeString(directory.resolve("text"), "no capture at all");

        Walk walk = Walk.of(
                directory.resolve("missing"), directory, empty, tiny, text, Fixtures.resource("gen/small.pcap"));

        assertThat(walk.packets()).hasSize(100);
        assertThat(walk.faults()).extracting(CaptureFault::offsetBytes).containsOnly(0L);
        assertThat(walk.faults())
                .extracting(CaptureFault::what)
                .satisfiesExactly(
                        missing -> assertThat(missing).contains("does not exist"),
                        folder -> assertThat(folder).contains("is a directory"),
                        nothing -> assertThat(nothing).contains("is empty"),
                        three -> assertThat(three).contains("ends after 3 bytes"),
                        words -> assertThat(words).contains("starts with 0x6e6f2063"));
    }

    private static final class Broken extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("the cable was pulled");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read();
        }
    }

    @Test
    void a_stream_that_breaks_gives_what_came_before() {
        byte[] small = Fixtures.bytes("gen/small.pcap");

        Walk walk = Walk.of(
                ReaderLimits.DEFAULT,
                CaptureInput.stream(
                        "-", () -> new SequenceInputStream(new ByteArrayInputStream(small, 0, 5000), new Broken())));

        int packets = walk.packets().size();
        assertThat(packets).isGreaterThan(20);
        assertThat(walk.packets()).isEqualTo(Walk.of(small).packets().subList(0, packets));
        assertThat(walk.faults()).containsExactly(new CaptureFault("-", 5000, "reading failed: the cable was pulled"));
    }

    @Test
    void a_stream_that_cannot_be_opened_is_a_fault() {
        Walk walk = Walk.of(ReaderLimits.DEFAULT, CaptureInput.stream("-", () -> {
            throw new IOException("no input");
        }));

        assertThat(walk.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.what()).contains("no input"));
    }
}
