package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.streams.http.HttpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConfigTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private Path folder;

    private HttpSettings settings(String section, Map<String, String> environment) throws IOException {
        Path file = Files.writeString(
                folder.resolve("run.yaml"),
                "bootstrapServers: localhost:9092\nschemaRegistry:\n  url: http://localhost:8081\nhttp: " + section);
        return Objects.requireNonNull(RunConfig.read(file).http()).settings(environment);
    }

    @Test
    void anEmptySectionIsALoopbackServerOfDefaults() throws IOException {
        assertThat(settings("{}", Map.of())).isEqualTo(HttpSettings.loopback(8080));
    }

    @Test
    void everySettingIsTaken() throws IOException {
        HttpSettings settings = settings("{address: \"[::1]:9\", connections: 20, streams: 5}", Map.of());
        assertThat(settings.host()).isEqualTo("[::1]");
        assertThat(settings.port()).isEqualTo(9);
        assertThat(settings.connections()).isEqualTo(20);
        assertThat(settings.streams()).isEqualTo(5);
    }

    @Test
    void otherAddressesTakeATokenFromAFileOrTheEnvironment() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        assertThat(settings("{address: \"0.0.0.0:80\", tokenFile: " + token + "}", Map.of())
                        .token())
                .isNotNull();
        assertThat(settings("{address: \"0.0.0.0:80\"}", Map.of("STORMGLASS_HTTP_TOKEN", TOKEN))
                        .token())
                .isNotNull();
        assertThatThrownBy(() -> settings("{address: \"0.0.0.0:80\"}", Map.of()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("STORMGLASS_HTTP_TOKEN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{address: localhost}",
                "{address: \"localhost:80/path\"}",
                "{address: \"localhost:99999\"}",
                "{tokenFile: nowhere}",
                "{connections: 1}",
                "{streams: 256}",
                "{historyMegabytes: 0}",
                "{colour: red}"
            })
    void whatCannotBeIsRefused(String section) {
        assertThatThrownBy(() -> settings(section, Map.of())).isInstanceOf(CommandFailure.class);
    }
}
