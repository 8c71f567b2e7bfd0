package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docker-compose.yml} holds against the checks of an installed docker-compose, which carries the specification's schema. */
final class ComposeFileIT {
    private static final Path ROOT = Path.of(System.getProperty("stormglass.root", "."));

    private record Answer(int code, String text) {}

    @Test
    void theComposeFileIsValid() throws Exception {
        Answer answer = config(ROOT.resolve("docker-compose.yml"));

        assertThat(answer.code()).as(answer.text()).isZero();
        assertThat(answer.text()).contains("streams-app", "schema-registry", "kafka");
    }

    @Test
    void aComposeFileWithAMisspeltKeyIsRefused(@TempDir Path folder) throws Exception {
        String wrong = Files.readString(ROOT.resolve("docker-compose.yml")).replace("healthcheck:", "healthchek:");
        Path file = Files.writeString(folder.resolve("docker-compose.yml"), wrong);

        assertThat(config(file).code()).isNotZero();
    }

    private static Answer config(Path file) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("docker-compose", "-f", file.toString(), "config")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "docker-compose is not installed (Debian package docker-compose): not checked");
            throw e;
        }
        String text = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Answer(process.exitValue(), text);
    }
}
