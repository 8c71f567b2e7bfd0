package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.streams.sink.AlertLinks;
import io.stormglass.streams.sink.SinkAuth;
import io.stormglass.streams.sink.SinkSettings;
import io.stormglass.streams.sink.SinkTimes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is told of storms, as the configuration of {@code run} and the options of {@code replay} say it. */
class SinksConfigTest {
    @TempDir
    private Path folder;

    private Path secret = Path.of("");

    @BeforeEach
    void writeSecret() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "open sesame");
    }

    private SinkSettings sinks(String section) throws IOException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(
                file,
                "bootstrapServers: localhost:9092\nschemaRegistry:\n  url: http://localhost:8081\nsinks:\n  "
                        + section.replace("SECRET", secret.toString()) + "\n");
        SinksConfig sinks = RunConfig.read(file).sinks();
        if (sinks == null) {
            throw new AssertionError("no sinks were read");
        }
        return sinks.settings();
    }

    @Test
    void everySettingIsTaken() throws IOException {
        assertThat(sinks("alertmanager: {urls: ['http://a:9093', 'https://b/am'], user: me, passwordFile: SECRET,"
                        + " resendSeconds: 30, runbookBaseUrl: 'https://d/r', dashboardUrl: 'https://g/?f={from}'}\n"
                        + "  webhook: {url: 'https://h/x', secretFile: SECRET}"))
                .isEqualTo(new SinkSettings(
                        new SinkSettings.Alertmanagers(
                                List.of(URI.create("http://a:9093"), URI.create("https://b/am")),
                                new SinkAuth.Basic("me", secret)),
                        new SinkSettings.Webhook(URI.create("https://h/x"), secret),
                        new AlertLinks("https://d/r", "https://g/?f={from}"),
                        SinkTimes.defaults().withResend(Duration.ofSeconds(30)),
                        ""));
    }

    @Test
    void whatIsLeftOutIsAsByDefault() throws IOException {
        assertThat(sinks("alertmanager: {urls: ['http://a:9093'], tokenFile: SECRET}"))
                .isEqualTo(new SinkSettings(
                        new SinkSettings.Alertmanagers(
                                List.of(URI.create("http://a:9093")), new SinkAuth.BearerFile(secret)),
                        null,
                        AlertLinks.NONE,
                        SinkTimes.defaults(),
                        ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alertmanager: {url: x} | unknown key 'url'",
                "pager: {url: x} | unknown key 'pager'",
                "{} | sinks is empty",
                "alertmanager: {urls: []} | urls is missing",
                "alertmanager: {urls: ['a:9093']} | must begin with http",
                "alertmanager: {urls: ['http://u:hidden@a']} | holds credentials",
                "alertmanager: {urls: ['http://a', 'http://a']} | named twice",
                "alertmanager: {urls: ['http://a'], user: me} | belong together",
                "alertmanager: {urls: ['http://a'], passwordFile: SECRET} | belong together",
                "alertmanager: {urls: ['http://a'], user: me, passwordFile: SECRET, tokenFile: SECRET} | give one",
                "alertmanager: {urls: ['http://a'], tokenFile: /no/such} | does not exist",
                "alertmanager: {urls: ['http://a'], resendSeconds: 0} | 1 s to 1 hour",
                "alertmanager: {urls: ['http://a'], dashboardUrl: 'https://g/{host}'} | unknown place {host}",
                "webhook: {url: 'http://h'} | needs url and secretFile",
                "webhook: {url: 'http://h', secretFile: /no/such} | does not exist",
            })
    void whatCannotBeIsRefusedWithItsReason(String section, String reason) {
        assertThatThrownBy(() -> sinks(section))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("hidden");
    }

    private CommandRun replay(String... options) throws IOException {
        // Without packets nothing is started: what is said of the options is all there is.
        Path empty = folder.resolve("empty.pcap");
        Files.write(empty, new byte[] {
            (byte) 0xd4,
            (byte) 0xc3,
            (byte) 0xb2,
            (byte) 0xa1,
            2,
            0,
            4,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            4,
            0,
            1,
            0,
            0,
            0
        });
        String[] arguments = new String[options.length + 2];
        arguments[0] = "replay";
        arguments[1] = empty.toString();
        System.arraycopy(options, 0, arguments, 2, options.length);
        return CommandRun.of(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--page | --page needs --sinks",
                "--page --sinks pager=http://a | takes alertmanager=URL",
                "--sinks alertmanager=a:9093 | must begin with http",
                "--page --sinks webhook=http://a | needs --webhook-secret",
                "--page --sinks webhook=http://a --webhook-secret /no/such | does not exist",
                "--page --sinks alertmanager=http://u:hidden@a | holds credentials",
            })
    void aReplayRefusesSinksThatCannotBe(String options, String reason) throws IOException {
        CommandRun run = replay(options.split(" ", -1));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(reason).doesNotContain("hidden");
    }

    @Test
    void aReplayThatMayNotPageSaysSo() throws IOException {
        CommandRun silent = replay("--sinks", "alertmanager=http://127.0.0.1:9");
        assertThat(silent.code()).as(silent.err()).isZero();
        assertThat(silent.err()).contains("the sinks get nothing: a replay pages nobody without --page");

        CommandRun paging = replay("--page", "--sinks", "alertmanager=http://127.0.0.1:9");
        assertThat(paging.code()).as(paging.err()).isZero();
        assertThat(paging.err()).doesNotContain("get nothing");
    }
}
