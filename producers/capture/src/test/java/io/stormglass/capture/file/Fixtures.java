package io.stormglass.capture.file;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stormglass.testkit.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Where the captures are. */
final class Fixtures {
    private Fixtures() {}

    static Path resource(String name) {
        var url = Fixtures.class.getResource("/captures/" + name);
        if (url == null) {
            throw new IllegalArgumentException("no test resource captures/" + name);
        }
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] bytes(String name) {
        try {
            return Files.readAllBytes(resource(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A generated capture; those kept compressed are unpacked into the directory. */
    static Path generated(String name, Path directory) throws IOException {
        if (Fixtures.class.getResource("/captures/gen/" + name) != null) {
            return resource("gen/" + name);
        }
        Path unpacked = directory.resolve(name);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(resource("gen/" + name + ".gz")));
                OutputStream out = Files.newOutputStream(unpacked)) {
            in.transferTo(out);
        }
        return unpacked;
    }

    /** Captures that may not be distributed; the test is skipped where they are not there. */
    static Path real() {
        var real = SharedData.path("captures/real");
        assumeTrue(real.isPresent(), SharedData.howToProvide());
        return real.orElseThrow();
    }

    /** Rows of an oracle table by its first column, each by column name. */
    static Map<String, Map<String, String>> oracle(String table) throws IOException {
        List<String> lines = Files.readAllLines(resource("oracle/" + table));
        String[] columns = lines.getFirst().split("\t", -1);
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split("\t", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < cells.length; i++) {
                row.put(columns[i], cells[i]);
            }
            rows.put(cells[0], row);
        }
        return rows;
    }

    static Map<String, String> oracle(String table, String file) throws IOException {
        return Objects.requireNonNull(oracle(table).get(file), file);
    }

    /** Every container that is in the resources, small ones only. */
    static List<byte[]> smallContainers() throws IOException {
        List<byte[]> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(resource("gen"))) {
            for (Path file : files.filter(f -> f.toString().matches(".*\\.pcap(ng)?"))
                    .sorted()
                    .toList()) {
                if (Files.size(file) < 100_000) {
                    all.add(Files.readAllBytes(file));
                }
            }
        }
        return all;
    }
}
