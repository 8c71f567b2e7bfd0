package io.stormglass.streams.sink;

import static io.stormglass.streams.sink.Storms.OPENED;
import static io.stormglass.streams.sink.Storms.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a webhook is posted, on a clock of the test's own. */
class WebhookTargetTest extends TargetFixture {
    @TempDir
    Path folder;

    private Path secret = Path.of("");
    private WebhookTarget target = new WebhookTarget(settings("", secret), webhook(secret), Map.of());

    @BeforeEach
    void start() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), "s3cret\n");
        target = target("", Map.of(), 1000);
    }

    @Override
    Target target() {
        return target;
    }

    private SinkSettings settings(String run, Path secretFile) {
        return new SinkSettings(
                null, webhook(secretFile), new AlertLinks("https://d.example", ""), SinkTimes.defaults(), run);
    }

    private SinkSettings.Webhook webhook(Path secretFile) {
        return new SinkSettings.Webhook(URI.create(receiver.url() + "/hooks/very-private?key=hidden"), secretFile);
    }

    private WebhookTarget target(String run, Map<Integer, Long> toldBefore, int most) {
        target.close();
        return new WebhookTarget(settings(run, secret), webhook(secret), toldBefore, most);
    }

    /** Id and seconds since the opening of each version that was posted. */
    private List<String> posted() {
        return receiver.taken().stream()
                .map(Receiver.Request::json)
                .map(json -> json.get("id").asText() + "+"
                        + (json.get("changedNanos").asLong() - OPENED) / SECOND)
                .toList();
    }

    @Test
    void theSignatureIsThatOfAnIndependentProgram() {
        // printf '%s' '1700000000.{"id":"i1"}' | openssl dgst -sha256 -hmac s3cret
        assertThat(Signature.of("s3cret", 1_700_000_000L, "{\"id\":\"i1\"}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("t=1700000000,v1=3059cc1bd089dac738ee251a09fae04c29e43a1c92c016ca0c090be5269cb183");
    }

    @Test
    void eachChangeOfAPagingIncidentIsPostedSignedAndInOrder() throws InterruptedException {
        target.begin();
        give(Storms.quiet("i0", "host-1", 1), Storms.open("i1", "host-5", 2), Storms.open("i2", "host-6", 2));
        give(Storms.open("i1", "host-5", 3), Storms.resolved("i1", "host-5", 20));
        step();

        List<Receiver.Request> requests = receiver.requests();
        assertThat(requests).extracting(Receiver.Request::path).containsOnly("/hooks/very-private");
        for (Receiver.Request request : requests) {
            assertThat(request.header("Stormglass-Signature"))
                    .isEqualTo(Signature.of("s3cret", now / 1000, request.body().getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(requests.getFirst().header("Stormglass-Delivery")).isEqualTo("i1:" + (OPENED + 2 * SECOND));
        assertThat(posted()).containsExactly("i1+2", "i2+2", "i1+3", "i1+80");
        assertThat(target.counters().get(Count.SENT)).isEqualTo(4);
    }

    @Test
    void thatAnIncidentWhosePageMovedIsOverIsPosted() throws InterruptedException {
        StormIncident merged = Storms.open("i1", "host-5", 9);
        merged.setState(IncidentState.MERGED_INTO);
        merged.setMergedInto("i0");
        merged.setPage(null);
        StormIncident neverPaged = Storms.open("i2", "host-6", 9);
        neverPaged.setState(IncidentState.MERGED_INTO);
        neverPaged.setPage(null);
        target.begin();
        give(Storms.open("i1", "host-5", 2), Storms.quiet("i2", "host-6", 3), merged, neverPaged, merged);
        step();
        assertThat(posted()).containsExactly("i1+2", "i1+9");
    }

    @Test
    void theBodyIsTheWholeIncident() throws InterruptedException {
        target.begin();
        give(Storms.resolved("i1", "host-5", 20));
        step();

        JsonNode json = receiver.taken().getFirst().json();
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "runId",
                        "cluster",
                        "fabric",
                        "state",
                        "severity",
                        "origin",
                        "otherOrigins",
                        "cycle",
                        "rule",
                        "cause",
                        "confidence",
                        "openedNanos",
                        "resolvedNanos",
                        "changedNanos",
                        "mergedInto",
                        "path",
                        "fullPorts",
                        "ports",
                        "victims",
                        "victimCount",
                        "victimTotals",
                        "page",
                        "evidence",
                        "timeline",
                        "runbookUrl",
                        "dashboardUrl");
        assertThat(json.get("state").asText()).isEqualTo("resolved");
        assertThat(json.get("cause").asText()).isEqualTo("nic-pause-storm");
        assertThat(json.get("resolvedNanos").asLong()).isEqualTo(OPENED + 20 * SECOND);
        assertThat(json.get("origin").toString())
                .isEqualTo("{\"entity\":\"host-5\",\"device\":\"leaf-1\",\"port\":\"Ethernet4\",\"priorities\":[3,4]}");
        assertThat(json.get("page").get("labels").get("owner").asText()).isEqualTo("host");
        assertThat(json.get("runbookUrl").asText()).isEqualTo("https://d.example/nic-pause-storm.md");
    }

    @Test
    void whileTheReceiverIsAwayNothingIsLostNorChangesPlaces() throws InterruptedException {
        target.begin();
        receiver.answering(502, "");
        give(Storms.open("i1", "host-5", 2));
        step();
        for (long second = 3; second < 300; second++) {
            if (second % 100 == 0) {
                give(Storms.open("i1", "host-5", second));
            }
            later(1000);
        }
        long tries = receiver.taken().size();
        assertThat(tries).isBetween(10L, 20L);
        assertThat(target.dealtWithBefore(0, offset)).isZero();
        receiver.answering(204, "");
        later(30_000);

        assertThat(posted()).containsExactly("i1+2", "i1+100", "i1+200");
        assertThat(target.counters().get(Count.FAILED)).isEqualTo(tries);
        assertThat(target.counters().get(Count.RETRIED)).isEqualTo(tries);
        assertThat(target.dealtWithBefore(0, offset)).isEqualTo(offset);
    }

    @Test
    void aBodyThatIsRefusedIsNotTriedAgainAndDoesNotHoldUpWhatFollows() throws InterruptedException {
        receiver.answering(
                request -> new Receiver.Reply(request.body().contains("host-5") ? 422 : 200, "no such field"));
        target.begin();
        try (LogLines log = new LogLines()) {
            give(Storms.open("i1", "host-5", 2), Storms.open("i2", "host-6", 2));
            step();

            assertThat(log.lines()).anyMatch(line -> line.contains("refused incident i1 with 422 no such field"));
            assertThat(log.lines()).noneMatch(line -> line.contains("private") || line.contains("hidden"));
        }
        assertThat(posted()).containsExactly("i1+2", "i2+2");
        assertThat(target.counters().get(Count.REFUSED)).isEqualTo(1);
        assertThat(target.counters().get(Count.SENT)).isEqualTo(1);
    }

    @Test
    void aReceiverThatIsSetUpWrongIsGivenAnHour() throws InterruptedException {
        receiver.answering(401, "who are you");
        target.begin();
        give(Storms.open("i1", "host-5", 2));
        step();
        later(30 * MINUTE);
        assertThat(target.counters().get(Count.REFUSED)).isZero();
        later(31 * MINUTE);
        assertThat(target.counters().get(Count.REFUSED)).isEqualTo(1);
        assertThat(target.idle()).isTrue();
    }

    @Test
    void atTheStartTheNewestVersionOfWhatIsNotOverIsPosted() throws InterruptedException {
        give(Storms.open("i1", "host-5", 2), Storms.open("i2", "host-6", 3), Storms.open("i1", "host-5", 4));
        give(Storms.resolved("i3", "host-7", 5));
        step();
        assertThat(receiver.requests()).isEmpty();
        target.begin();
        step();

        assertThat(posted()).containsExactly("i2+3", "i1+4");
    }

    @Test
    void whatResolvedSinceThePositionIsPostedAfterARestart() throws InterruptedException {
        target = target("", Map.of(0, 2L), 1000);
        give(Storms.open("i1", "host-5", 2), Storms.resolved("i2", "host-6", 3), Storms.resolved("i1", "host-5", 4));
        target.begin();
        step();

        assertThat(posted()).containsExactly("i1+64");
    }

    @Test
    void aReplayPostsWhatItFoundAlsoWhereItIsOver() throws InterruptedException {
        target = target("run-7", Map.of(), 1000);
        give(Storms.resolved("i1", "host-5", 4));
        target.begin();
        step();

        assertThat(posted()).containsExactly("i1+64");
    }

    @Test
    void whereTooManyWaitThoseGoThatANewerOneReplaces() throws InterruptedException {
        target = target("", Map.of(), 3);
        receiver.answering(503, "");
        target.begin();
        step();
        give(Storms.open("i1", "h1", 1), Storms.open("i1", "h1", 2), Storms.open("i2", "h2", 3));
        give(Storms.open("i1", "h1", 4));
        assertThat(target.counters().get(Count.SUPERSEDED)).isEqualTo(2);
        assertThat(target.counters().get(Count.LOST)).isZero();
        give(Storms.open("i3", "h3", 5), Storms.open("i4", "h4", 6));
        assertThat(target.counters().get(Count.LOST)).isEqualTo(1);
        receiver.answering(200, "");
        later(MINUTE);

        assertThat(posted()).containsExactly("i1+4", "i3+5", "i4+6");
    }

    @Test
    void aSuppressedIncidentThatPagedIsTold() throws InterruptedException {
        target.begin();
        StormIncident suppressed = Storms.open("i1", "host-5", 9);
        suppressed.setState(IncidentState.SUPPRESSED);
        give(Storms.open("i1", "host-5", 2), suppressed);
        step();

        assertThat(posted()).containsExactly("i1+2", "i1+9");
    }

    @Test
    void theSecretIsReadAgain() throws InterruptedException, IOException {
        target.begin();
        give(Storms.open("i1", "host-5", 2));
        step();
        Files.writeString(secret, "other");
        give(Storms.open("i1", "host-5", 3));
        step();

        Receiver.Request last = receiver.taken().getLast();
        assertThat(last.header("Stormglass-Signature"))
                .isEqualTo(Signature.of("other", now / 1000, last.body().getBytes(StandardCharsets.UTF_8)));
    }
}
