package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Prometheus's own check of what it is to read. */
final class Promtool {
    private static final Path[] PLACES = {Path.of("/usr/bin/promtool"), Path.of("/usr/local/bin/promtool")};

    private Promtool() {}

    /** Fails where it complains; says so where the tool is not installed. */
    static void check(String scrape) throws IOException, InterruptedException {
        for (Path tool : PLACES) {
            if (Files.isExecutable(tool)) {
                check(tool, scrape);
                return;
            }
        }
        System.err.println("skipped: promtool check metrics - promtool is not installed (Debian: prometheus)");
    }

    private static void check(Path tool, String scrape) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(tool.toString(), "check", "metrics")
                .redirectErrorStream(true)
                .start();
        try (var input = process.getOutputStream()) {
            input.write(scrape.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).isEmpty();
        assertThat(process.exitValue()).isZero();
    }
}
