package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CaptureCountsTest {
    @TempDir
    private Path directory;

    static Stream<String> generatedHere() throws IOException {
        // Two encodings of the same traffic are in the table but not among the resources.
        return Fixtures.oracle("gen.tsv").keySet().stream().filter(f -> !f.matches(".*medium_(us_le|ns_be)\\.pcap"));
    }

    static Stream<String> real() throws IOException {
        return Fixtures.oracle("real.tsv").keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("generatedHere")
    void generated_captures_have_the_packets_of_the_oracle(String file) throws IOException {
        Map<String, String> expected = Fixtures.oracle("gen.tsv", file);

        Walk walk = Walk.of(Fixtures.generated(file.substring("gen/".length()), directory));

        assertThat(walk.faults()).isEmpty();
        assertCounts(walk, expected);
    }

    @ParameterizedTest
    @MethodSource("real")
    void real_captures_have_the_packets_of_the_oracle(String file) throws IOException {
        Map<String, String> expected = Fixtures.oracle("real.tsv", file);

        Walk walk = Walk.of(Fixtures.real().resolve(file.substring("real/".length())));

        if (file.equals("real/infiniband_erf.pcap")) {
            assertThat(walk.packets()).isEmpty();
            assertThat(walk.faults()).singleElement().satisfies(fault -> {
                assertThat(fault.offsetBytes()).isEqualTo(20);
                assertThat(fault.what()).contains("link type 197 (ERF) is not supported");
            });
            return;
        }
        assertThat(walk.faults().isEmpty()).as("%s", walk.faults()).isEqualTo("0".equals(expected.get("rc")));
        assertCounts(walk, expected);
    }

    private static void assertCounts(Walk walk, Map<String, String> expected) {
        assertThat(walk.packets()).hasSize(Integer.parseInt(expected.get("packets")));
        assertThat(walk.packets().stream().filter(p -> p.capturedLength() < p.originalLength()))
                .hasSize(Integer.parseInt(expected.get("truncated")));
    }

    @ParameterizedTest
    @CsvSource({"001,4", "010,4", "202,11"})
    void both_byte_orders_of_the_pcapng_suite_say_the_same(String number, int packets) {
        Walk little = Walk.of(Fixtures.real().resolve("pcapng_le_test" + number + ".pcapng"));
        Walk big = Walk.of(Fixtures.real().resolve("pcapng_be_test" + number + ".pcapng"));

        assertThat(little.packets()).hasSize(packets);
        assertThat(withoutPrivateBytes(big)).isEqualTo(withoutPrivateBytes(little));
    }

    /** The options inside a custom block are in the byte order of its section, which only its owner can tell. */
    private static Walk withoutPrivateBytes(Walk walk) {
        return new Walk(
                walk.packets().stream()
                        .map(p -> walk.interfaces().get(p.interfaceIndex()).linkTypeNumber() >= 0 ? p : p.withHex(""))
                        .toList(),
                walk.unnamed().interfaces(),
                walk.drops(),
                walk.unnamed().faults(),
                walk.unnamed().notices());
    }

    @Test
    void fractions_of_a_second_and_more_are_carried() {
        Walk walk = Walk.of(Fixtures.real().resolve("tcpdump_timestamp_invalid_micro.pcap"));

        assertThat(walk.packets()).extracting(Walk.Packet::linkType).containsOnly(LinkType.LINUX_SLL);
        assertThat(walk.times().subList(0, 2)).containsExactly(1_418_145_369_999_999_000L, 1_418_145_371_000_000_000L);
    }

    @Test
    void many_interfaces_keep_their_names() {
        Walk walk = Walk.of(Fixtures.real().resolve("wireshark_many_interfaces.pcapng.1"));

        assertThat(walk.interfaces())
                .extracting(CaptureInterface::name)
                .containsExactly(
                        "en0",
                        "awdl0",
                        "bridge0",
                        "vboxnet0",
                        "utun0",
                        "en1",
                        "vboxnet1",
                        "en2",
                        "p2p0",
                        "vboxnet2",
                        "lo0");
    }
}
