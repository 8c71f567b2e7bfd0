package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.streams.postgres.PostgresSettings;
import io.stormglass.streams.remotewrite.RemoteWriteSettings;
import io.stormglass.streams.sink.SinkAuth;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where things are kept, as the configuration of {@code run} says it. */
class StorageConfigTest {
    @TempDir
    private Path folder;

    private Path secret = Path.of("");

    @BeforeEach
    void writeSecret() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "open sesame\n");
    }

    private RunConfig config(String section) throws IOException {
        return RunConfig.read(Files.writeString(
                folder.resolve("run.yaml"),
                "bootstrapServers: localhost:9092\nschemaRegistry:\n  url: http://localhost:8081\n"
                        + section.replace("SECRET", secret.toString()) + "\n"));
    }

    @Test
    void everySettingOfRemoteWriteIsTaken() throws IOException {
        assertThat(Objects.requireNonNull(config("remoteWrite: {url: 'https://v/api/v1/write', tokenFile: SECRET,"
                                        + " bufferSamples: 5000, batchSamples: 50, flushMillis: 100, maxSeries: 700,"
                                        + " topFlows: 7}")
                                .remoteWrite())
                        .settings())
                .isEqualTo(RemoteWriteSettings.to(URI.create("https://v/api/v1/write"))
                        .withBounds(5000, 50, 700, 7)
                        .withFlushMillis(100)
                        .withAuth(new SinkAuth.BearerFile(secret)));
    }

    @Test
    void thePasswordComesFromItsFileElseFromTheEnvironment() throws IOException {
        PostgresSettings fromFile = Objects.requireNonNull(
                        config("postgres: {url: 'jdbc:postgresql://db/x', passwordFile: SECRET}")
                                .postgres())
                .settings(Map.of());
        assertThat(fromFile.password().read()).isEqualTo("open sesame");
        assertThat(fromFile.user()).isEqualTo("stormglass");
        assertThat(fromFile.toString()).doesNotContain("sesame");
        PostgresSettings fromEnvironment = Objects.requireNonNull(
                        config("postgres: {url: 'jdbc:postgresql://db/x', user: me, schema: s}")
                                .postgres())
                .settings(Map.of("STORMGLASS_POSTGRES_PASSWORD", "mellon"));
        assertThat(fromEnvironment.password().read()).isEqualTo("mellon");
        assertThat(fromEnvironment.schema()).isEqualTo("s");
        assertThat(fromEnvironment.toString()).doesNotContain("mellon");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "remoteWrite: {} | remoteWrite.url is missing",
                "remoteWrite: {url: 'http://v/w', buffer: 3} | unknown key 'buffer'",
                "remoteWrite: {url: 'http://v/w', user: me} | user and passwordFile belong together",
                "remoteWrite: {url: 'ftp://v/w'} | must begin with http://",
                "remoteWrite: {url: 'http://me:pw@v/w'} | holds credentials",
                "remoteWrite: {url: 'http://v/w', bufferSamples: 10} | bufferSamples is 10; give 1000 to 100000000",
                "remoteWrite: {url: 'http://v/w', tokenFile: nowhere} | does not exist",
                "postgres: {user: me} | postgres.url is missing",
                "postgres: {url: 'jdbc:postgresql://db/x'} | no password",
                "postgres: {url: 'jdbc:postgresql://db/x', password: x} | unknown key 'password'",
                "postgres: {url: 'jdbc:postgresql://db/x?password=pw', passwordFile: SECRET} | holds credentials",
                "postgres: {url: 'jdbc:postgresql://db/x', schema: 'a b', passwordFile: SECRET} | schema is 'a b'",
            })
    void whatCannotBeIsRefusedInWords(String section, String why) {
        assertThatThrownBy(() -> {
                    RunConfig config = config(section);
                    if (config.remoteWrite() != null) {
                        RemoteWriteSettings unused = config.remoteWrite().settings();
                    }
                    if (config.postgres() != null) {
                        PostgresSettings unused = config.postgres().settings(Map.of());
                    }
                })
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("pw");
    }
}
