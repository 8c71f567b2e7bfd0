package io.stormglass.capture;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stormglass.capture.file.CaptureFiles;
import io.stormglass.capture.file.CaptureInput;
import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.ReaderLimits;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.testkit.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens the fixtures and what the independent oracle says of them. */
final class CaptureFixtures {
    /** The generated captures that hold packets. */
    static final List<String> GENERATED = List.of(
            "small.pcap", "medium.pcapng", "medium_snap96_ns_le.pcap", "mirrors.pcap", "nasty.pcap", "nasty.pcapng");

    private CaptureFixtures() {}

    /** Every interface is a port of one device, of which nothing else is known. */
    static CapturePoint unplaced(CaptureInterface captureInterface) {
        return CapturePoint.unplaced(
                new PortKey("default", "device", captureInterface.name()), LinkFacts.speedOnly(100_000_000_000L, true));
    }

    static PacketCursor open(String generated) {
        boolean packed = CaptureFixtures.class.getResource("/captures/gen/" + generated) == null;
        String resource = "/captures/gen/" + generated + (packed ? ".gz" : "");
        return CaptureFiles.open(List.of(CaptureInput.stream(generated, () -> stream(resource))), ReaderLimits.DEFAULT);
    }

    static byte[] bytes(String generated) {
        try (InputStream in = stream("/captures/gen/" + generated)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PacketCursor open(Path file) {
        return CaptureFiles.open(List.of(CaptureInput.file(file)), ReaderLimits.DEFAULT);
    }

    static PacketCursor open(byte[] file) {
        return CaptureFiles.open(
                List.of(CaptureInput.stream("bytes", () -> new java.io.ByteArrayInputStream(file))),
                ReaderLimits.DEFAULT);
    }

    static Inspection inspect(PacketCursor cursor) {
        try (cursor) {
            return CaptureInspector.inspect(cursor, CaptureFixtures::unplaced);
        }
    }

    /** Captures that may not be distributed; without them the test is skipped and says so. */
    static Path real() {
        Optional<Path> real = SharedData.path("captures/real");
        assumeTrue(real.isPresent(), SharedData.howToProvide());
        return real.orElseThrow();
    }

    /** The rows of an oracle table by file, each a map from column to text. */
    static Map<String, Map<String, String>> oracle(String table) {
        List<String> lines = text("/captures/oracle/" + table).lines().toList();
        String[] columns = lines.getFirst().split("\t", -1);
        Map<String, Map<String, String>> rows = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < Math.min(columns.length, cells.length); i++) {
                row.put(columns[i], cells[i]);
            }
            rows.put(cells[0].substring(cells[0].indexOf('/') + 1), row);
        }
        return rows;
    }

    static String text(String resource) {
        try (InputStream in = stream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream stream(String resource) {
        InputStream in = CaptureFixtures.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalArgumentException("no test resource " + resource);
        }
        return in;
    }

    /** The counts of an inspection that the oracle has columns for, in words that a failure can show. */
    static List<String> counts(PacketCounts counts) {
        return List.of(
                "packets " + counts.packets(),
                "rocev2 " + counts.rocev2(),
                "rocev1 " + counts.rocev1(),
                "ce " + counts.ce(),
                "cnp " + counts.cnp(),
                "ack " + counts.ack(),
                "nak " + counts.nak(),
                "rnr " + counts.rnr(),
                "pfc " + counts.pfc(),
                "pause " + counts.pause(),
                "truncated " + counts.truncated());
    }

    /** The same from a row of the oracle. */
    static List<String> counts(Map<String, String> row) {
        List<String> all = new ArrayList<>();
        for (String column :
                List.of("packets", "rocev2", "rocev1", "ce", "cnp", "ack", "nak", "rnr", "pfc", "pause", "truncated")) {
            all.add(column + " " + row.get(column));
        }
        return all;
    }
}
