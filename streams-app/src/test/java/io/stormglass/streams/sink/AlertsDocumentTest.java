package io.stormglass.streams.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.avro.CauseClass;
import io.stormglass.avro.StormIncident;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written of alerts and runbooks, held against what is sent. */
class AlertsDocumentTest {
    private static final Path DOCS = Path.of(System.getProperty("stormglass.root", "."), "docs");
    private static final Path RUNBOOKS = DOCS.resolve("runbooks");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern JSON_BLOCK = Pattern.compile("(?s)```json\n(.*?)```");

    @TempDir
    private Path folder;

    private static List<JsonNode> examples() throws IOException {
        List<JsonNode> examples = new ArrayList<>();
        for (MatchResult block : JSON_BLOCK
                .matcher(Files.readString(DOCS.resolve("alerts.md")))
                .results()
                .toList()) {
            examples.add(JsonMapper.builder().build().readTree(block.group(1)));
        }
        return examples;
    }

    private static SinkSettings settings(URI url, Path secret) {
        return new SinkSettings(
                new SinkSettings.Alertmanagers(List.of(url), SinkAuth.NONE),
                new SinkSettings.Webhook(url, secret),
                new AlertLinks(
                        "https://git.example/stormglass/docs/runbooks",
                        "https://grafana.example/d/storm?from={from}&to={to}&var-fabric={fabric}&var-device={device}"),
                SinkTimes.defaults(),
                "");
    }

    @Test
    void theExamplesAreWhatIsSent() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        StormIncident incident = Storms.open("7f3a9c1e52d04b68", "host-5", 2);
        long now = Storms.OPENED / 1_000_000L + 2_150;
        try (Receiver receiver = new Receiver()) {
            SinkSettings settings = settings(receiver.url(), secret);
            for (Target target : List.of(
                    new AlertmanagerTarget(receiver.url(), settings, SinkAuth.NONE, Map.of(), () -> false),
                    new WebhookTarget(settings, new SinkSettings.Webhook(receiver.url(), secret), Map.of()))) {
                target.take(new Version(incident, 0, 0));
                target.begin();
                target.step(now);
                target.close();
            }
            List<String> sent = receiver.taken().stream()
                    .map(request -> request.json().toPrettyString())
                    .toList();

            assertThat(examples().stream().map(JsonNode::toPrettyString)).containsExactlyElementsOf(sent);
        }
    }

    @ParameterizedTest
    @EnumSource(CauseClass.class)
    void everyCauseClassHasItsRunbook(CauseClass cause) throws IOException {
        String name = cause.name().toLowerCase(Locale.ROOT).replace('_', '-');
        String page = Files.readString(RUNBOOKS.resolve(name + ".md"));

        assertThat(page).startsWith("# " + name + "\n").containsPattern("[Oo]wner: the (host.s|network) team");
        assertThat(HEADING.matcher(page).results().map(heading -> heading.group(1)))
                .containsExactly(
                        name, "What it means", "Look", "Confirm", "Mitigate", "What persists", "When it is over");
        assertThat(page)
                .contains("SONiC", "Arista EOS", "Cisco NX-OS", "Cumulus", "Onyx", "mlx5", "bnxt", "ethtool -S");
        assertThat(Files.readString(RUNBOOKS.resolve("README.md"))).contains("(" + name + ".md)");
    }

    @Test
    void everyLinkOfThePagesLeadsSomewhere() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(DOCS.resolve("alerts.md")));
        try (Stream<Path> runbooks = Files.list(RUNBOOKS)) {
            runbooks.sorted().forEach(pages::add);
        }
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages) {
            for (MatchResult link :
                    LINK.matcher(Files.readString(page)).results().toList()) {
                links++;
                if (!leadsSomewhere(page, link.group(1))) {
                    broken.add(page.getFileName() + ": " + link.group(1));
                }
            }
        }
        assertThat(links).isGreaterThan(30);
        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", -1);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
        if (!Files.exists(file)) {
            return false;
        }
        return parts.length == 1
                || HEADING.matcher(Files.readString(file))
                        .results()
                        .map(heading -> heading.group(1)
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^a-z0-9 -]", "")
                                .replace(' ', '-'))
                        .anyMatch(parts[1]::equals);
    }
}
