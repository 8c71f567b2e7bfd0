package io.stormglass.streams.sink;

import static io.stormglass.streams.sink.Storms.OPENED;
import static io.stormglass.streams.sink.Storms.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one Alertmanager is sent, on a clock of the test's own. */
class AlertmanagerTargetTest extends TargetFixture {
    private static final SinkTimes TIMES = SinkTimes.defaults();

    private boolean watched;
    private AlertmanagerTarget target = target(TIMES, "", SinkAuth.NONE, Map.of());

    @Override
    Target target() {
        return target;
    }

    private AlertmanagerTarget target(SinkTimes times, String run, SinkAuth auth, Map<Integer, Long> toldBefore) {
        SinkSettings settings = new SinkSettings(
                new SinkSettings.Alertmanagers(List.of(receiver.url()), auth),
                null,
                new AlertLinks("https://docs.example/runbooks", "https://g.example/d/storm?from={from}&to={to}"),
                times,
                run);
        return new AlertmanagerTarget(receiver.url(), settings, auth, toldBefore, () -> watched);
    }

    private void begun(StormIncident... incidents) throws InterruptedException {
        give(incidents);
        target.begin();
        step();
    }

    private List<JsonNode> alerts() {
        List<JsonNode> alerts = new ArrayList<>();
        receiver.taken().forEach(request -> request.json().forEach(alerts::add));
        return alerts;
    }

    private static Instant at(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private static Instant time(JsonNode alert, String field) {
        return Instant.parse(alert.get(field).asText());
    }

    private boolean firing(JsonNode alert) {
        return time(alert, "endsAt").isAfter(Instant.ofEpochMilli(now));
    }

    @Test
    void anIncidentWithoutAPageIsNotSent() throws InterruptedException {
        begun(Storms.quiet("i1", "host-5", 1));
        later(5 * MINUTE);

        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void aPageFiresWithTheLabelsOfThePageAndWhatMayChangeInAnnotations() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));

        assertThat(receiver.requests()).extracting(Receiver.Request::path).containsExactly("/api/v2/alerts");
        JsonNode alert = alerts().getFirst();
        assertThat(alert.get("labels").toString())
                .isEqualTo("{\"alertname\":\"StormglassPfcStorm\",\"device\":\"leaf-1\",\"fabric\":\"f\","
                        + "\"host\":\"host-5\",\"owner\":\"host\",\"port\":\"Ethernet4\"}");
        assertThat(time(alert, "startsAt")).isEqualTo(at(OPENED));
        assertThat(time(alert, "endsAt")).isEqualTo(Instant.ofEpochMilli(now + 5 * MINUTE));
        JsonNode annotations = alert.get("annotations");
        assertThat(annotations.get("severity").asText()).isEqualTo("critical");
        assertThat(annotations.get("priorities").asText()).isEqualTo("3, 4");
        assertThat(annotations.get("summary").asText())
                .isEqualTo(
                        "PFC storm in f: host-5 pauses leaf-1 Ethernet4 (priority 3, 4); nic-pause-storm; hurt: 1 job, 8 hosts, 40 flows, 2 ports");
        assertThat(annotations.get("victims").asText()).isEqualTo("51");
        assertThat(annotations.get("jobs").asText()).isEqualTo("train-7: 8 hosts wait");
        assertThat(annotations.get("origin_inventory").asText())
                .isEqualTo("host-5 is in the inventory: rack r12, owner gpu-hosts");
        assertThat(annotations.get("description").asText())
                .contains("Cause: nic-pause-storm (confidence 0.90, rule sustained)")
                .contains("Paged because: critical for 2 s")
                .contains("spine-0/Ethernet4/3 > leaf-1/Ethernet4/3")
                .contains("Hurt: 1 job, 8 hosts, 40 flows, 2 ports; 31 of the flows do not use the origin")
                .contains("job train-7 (does not use the origin) and 50 more")
                .contains("sustained: leaf-1 Ethernet4 priority 3 paused 99 %");
        assertThat(annotations.get("runbook_url").asText())
                .isEqualTo("https://docs.example/runbooks/nic-pause-storm.md");
        String dashboard = "https://g.example/d/storm?from=" + (OPENED / 1_000_000L - 5 * MINUTE) + "&to=now";
        assertThat(annotations.get("dashboard_url").asText()).isEqualTo(dashboard);
        assertThat(alert.get("generatorURL").asText()).isEqualTo(dashboard);
    }

    @Test
    void aFiringAlertIsSentAgainEachIntervalSoThatADeadSinkResolvesByItself() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        alerts();
        later(MINUTE - 1);
        assertThat(alerts()).isEmpty();

        later(1);

        List<JsonNode> again = alerts();
        assertThat(again).hasSize(1);
        assertThat(time(again.getFirst(), "endsAt")).isEqualTo(Instant.ofEpochMilli(now + 5 * MINUTE));
        assertThat(time(again.getFirst(), "startsAt")).isEqualTo(at(OPENED));
    }

    @Test
    void aChangeIsSentAtOnceAndNeverInLabels() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        JsonNode first = alerts().getFirst();
        StormIncident worse = Storms.open("i1", "host-5", 4);
        worse.setSeverity(Severity.EMERGENCY);
        worse.setOriginPriorities(List.of(5));
        give(worse);
        step();

        JsonNode second = alerts().getFirst();
        assertThat(second.get("labels")).isEqualTo(first.get("labels"));
        assertThat(second.get("annotations").get("severity").asText()).isEqualTo("emergency");
    }

    @Test
    void aResolvedIncidentEndsWhenItResolvedAndIsNotSentAgain() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        JsonNode first = alerts().getFirst();
        now += MINUTE / 2;
        give(Storms.resolved("i1", "host-5", 20));
        step();

        JsonNode end = alerts().getFirst();
        assertThat(time(end, "endsAt")).isEqualTo(at(OPENED + 20 * SECOND));
        assertThat(end.get("labels")).isEqualTo(first.get("labels"));
        later(10 * MINUTE);
        assertThat(alerts()).isEmpty();
        assertThat(target.idle()).isTrue();
    }

    @Test
    void anEndBeforeTheBeginningIsSentAsTheBeginning() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        alerts();
        now += MINUTE;
        give(Storms.resolved("i1", "host-5", -5));
        step();

        assertThat(alerts().getLast().get("endsAt").asText())
                .isEqualTo(at(OPENED).toString());
    }

    @Test
    void aMergedIncidentEndsWhenItWasMerged() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        alerts();
        now += MINUTE / 2;
        StormIncident merged = Storms.open("i1", "host-5", 9);
        merged.setState(IncidentState.MERGED_INTO);
        merged.setMergedInto("i0");
        give(merged);
        step();

        assertThat(time(alerts().getFirst(), "endsAt")).isEqualTo(at(OPENED + 9 * SECOND));
    }

    /** The older one takes over the page, with its labels; whichever version comes first. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPageThatMovesGoesOnAndEndsWithTheIncidentThatTookIt(boolean olderFirst) throws InterruptedException {
        begun(Storms.open("younger", "host-5", 2));
        assertThat(alerts()).hasSize(1).allMatch(this::firing);
        StormIncident younger = Storms.open("younger", "host-5", 9);
        younger.setState(IncidentState.MERGED_INTO);
        younger.setMergedInto("older");
        younger.setPage(null);
        StormIncident older = Storms.open("older", "host-5", 9);
        give(olderFirst ? older : younger);
        later(MINUTE);
        give(olderFirst ? younger : older);
        later(MINUTE);
        assertThat(receiver.taken())
                .allSatisfy(request -> assertThat(request.json()).hasSize(1).allMatch(this::firing));

        give(Storms.resolved("older", "host-5", 100));
        later(MINUTE);
        assertThat(alerts()).hasSize(1).noneMatch(this::firing);
        later(60 * MINUTE);
        assertThat(receiver.taken()).isEmpty();
    }

    @Test
    void aSuppressedIncidentIsNotSentAndOneThatFiresEnds() throws InterruptedException {
        StormIncident suppressed = Storms.open("i1", "host-5", 2);
        suppressed.setState(IncidentState.SUPPRESSED);
        begun(suppressed);
        later(5 * MINUTE);
        assertThat(alerts()).isEmpty();

        give(Storms.open("i1", "host-5", 400));
        later(MINUTE);
        assertThat(alerts()).hasSize(1).allMatch(this::firing);
        StormIncident again = Storms.open("i1", "host-5", 420);
        again.setState(IncidentState.SUPPRESSED);
        give(again);
        later(MINUTE);
        assertThat(time(alerts().getFirst(), "endsAt")).isEqualTo(at(OPENED + 420 * SECOND));
    }

    @Test
    void whatOpenedAndResolvedWhileTheSinkWasAwayIsSentAsBothAndHeldForTheReceiversGrouping()
            throws InterruptedException {
        now += 10 * MINUTE;
        begun(Storms.open("i1", "host-5", 2), Storms.resolved("i1", "host-5", 20));

        assertThat(alerts()).hasSize(1).allMatch(this::firing);
        later(TIMES.hold().toMillis() - 1);
        assertThat(alerts()).isEmpty();
        assertThat(target.idle()).isFalse();
        later(1);
        List<JsonNode> end = alerts();
        assertThat(end).hasSize(1);
        assertThat(time(end.getFirst(), "endsAt")).isEqualTo(at(OPENED + 20 * SECOND));
        assertThat(target.idle()).isTrue();
    }

    @Test
    void whatResolvedLongerAgoThanTheLimitIsNotSentButCounted() throws InterruptedException {
        now = OPENED / 1_000_000L + 20_000 + 60 * MINUTE + 1;
        begun(Storms.open("i1", "host-5", 2), Storms.resolved("i1", "host-5", 20));

        assertThat(alerts()).isEmpty();
        assertThat(target.counters().get(Count.EXPIRED)).isEqualTo(1);
    }

    @Test
    void afterARestartNothingThatWasToldFiresASecondTime() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2), Storms.resolved("i1", "host-5", 3));
        later(MINUTE);
        alerts();
        long position = target.dealtWithBefore(0, offset);
        assertThat(position).isEqualTo(offset);
        restart(position);
        begun(Storms.open("i1", "host-5", 2), Storms.resolved("i1", "host-5", 3));
        later(2 * MINUTE);

        assertThat(alerts()).isEmpty();
    }

    @Test
    void afterARestartWhatResolvedMeanwhileIsResolvedWithoutFiringASecondTime() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        alerts();
        restart(target.dealtWithBefore(0, offset));
        begun(Storms.open("i1", "host-5", 2), Storms.resolved("i1", "host-5", 3));
        later(2 * MINUTE);

        List<JsonNode> sent = alerts();
        assertThat(sent).hasSize(1).noneMatch(this::firing);
    }

    @Test
    void thePositionStaysBeforeWhatHasNotBeenToldAlsoWhereANewerVersionCame() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        receiver.answering(503, "");
        give(Storms.open("i2", "host-6", 2));
        step();
        give(Storms.open("i2", "host-6", 3), Storms.open("i3", "host-7", 3));

        assertThat(target.dealtWithBefore(0, offset)).isEqualTo(1);
        receiver.answering(200, "");
        later(MINUTE);
        assertThat(target.dealtWithBefore(0, offset)).isEqualTo(offset);
    }

    private void restart(long position) {
        target.close();
        target = target(TIMES, "", SinkAuth.NONE, Map.of(0, position));
        offset = 0;
    }

    @Test
    void whatAReceiverThatIsAwayMissedArrivesWhenItIsBackWithTheNewestVersion() throws InterruptedException {
        receiver.answering(503, "no leader");
        begun(Storms.open("i1", "host-5", 2));
        StormIncident worse = Storms.open("i1", "host-5", 8);
        worse.setSeverity(Severity.EMERGENCY);
        give(worse, Storms.open("i2", "host-6", 8));
        long requests = 0;
        for (long away = 0; away < 5 * MINUTE; away += 250) {
            later(250);
            requests += receiver.taken().size();
        }
        // 0.5, 1, 2, 4, 8, 16 s apart, then 30 s.
        assertThat(requests).isBetween(12L, 17L);
        assertThat(target.counters().get(Count.SENT)).isZero();

        receiver.answering(200, "");
        later(TIMES.longestBackoff().toMillis());

        List<JsonNode> sent = alerts();
        assertThat(sent).hasSize(2).allMatch(this::firing);
        assertThat(sent.getFirst().get("annotations").get("severity").asText()).isEqualTo("emergency");
        assertThat(target.counters().get(Count.SENT)).isEqualTo(2);
        assertThat(target.counters().get(Count.FAILED)).isEqualTo(requests);
        assertThat(target.counters().get(Count.RETRIED)).isEqualTo(requests);
        assertThat(target.counters().newestSuccessMillis()).isEqualTo(now);
    }

    @Test
    void aRefusalIsCountedAndLoggedOnceWithItsBodyAndNotTriedForEver() throws InterruptedException {
        receiver.answering(400, "label name \"x y\"\nis not valid");
        try (LogLines log = new LogLines()) {
            begun(Storms.open("i1", "host-5", 2));
            assertThat(receiver.taken()).hasSize(1);
            later(MINUTE - 1);
            assertThat(receiver.taken()).isEmpty();
            int tries = 0;
            for (int minute = 0; minute < 180; minute++) {
                later(MINUTE);
                tries += receiver.taken().size();
            }
            assertThat(tries).isBetween(55, 61);
            assertThat(target.counters().get(Count.REFUSED)).isEqualTo(tries + 1);
            assertThat(log.lines().stream().filter(line -> line.contains("refused")))
                    .containsExactly(target.name()
                            + " refused the alert of incident i1 with 400: label name \"x y\" is not valid");
            assertThat(target.idle()).isTrue();

            receiver.answering(200, "");
            give(Storms.open("i1", "host-5", 9));
            step();
            assertThat(alerts()).hasSize(1);
        }
    }

    @Test
    void oneAlertThatIsRefusedDoesNotHoldUpTheOthersOfItsRequest() throws InterruptedException {
        receiver.answering(request -> new Receiver.Reply(request.body().contains("host-6") ? 400 : 200, "bad"));
        begun(Storms.open("i1", "host-5", 2), Storms.open("i2", "host-6", 2), Storms.open("i3", "host-7", 2));

        assertThat(target.counters().get(Count.SENT)).isEqualTo(2);
        assertThat(target.counters().get(Count.REFUSED)).isEqualTo(1);
    }

    @Test
    void manyAlertsGoInRequestsOfBoundedSize() throws InterruptedException {
        begun(IntStream.range(0, 120)
                .mapToObj(i -> Storms.open("i" + i, "host-" + i, 2))
                .toArray(StormIncident[]::new));

        assertThat(receiver.taken())
                .extracting(request -> request.json().size())
                .containsExactly(50, 50, 20);
    }

    @Test
    void incidentsWithTheSameLabelsAreOneAlertThatFiresWhileOneOfThemIsOpen() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        alerts();
        StormIncident next = Storms.open("i2", "host-5", 30);
        next.setOpenedNanos(OPENED + 30 * SECOND);
        now += 40_000;
        give(Storms.resolved("i1", "host-5", 20), next);
        step();
        assertThat(alerts()).hasSize(1).allMatch(this::firing);
        assertThat(target.dealtWithBefore(0, offset)).isEqualTo(offset);

        now += MINUTE;
        StormIncident over = Storms.resolved("i2", "host-5", 50);
        over.setOpenedNanos(OPENED + 30 * SECOND);
        give(over);
        step();
        List<JsonNode> end = alerts();
        assertThat(end).hasSize(1);
        assertThat(time(end.getFirst(), "endsAt")).isEqualTo(at(OPENED + 50 * SECOND));
        assertThat(target.dealtWithBefore(0, offset)).isEqualTo(offset);
    }

    @Test
    void whatIsOverStaysOverWhateverElseIsSaidOfIt() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        now += MINUTE;
        give(Storms.resolved("i1", "host-5", 20));
        step();
        alerts();
        StormIncident later = Storms.resolved("i1", "host-5", 20);
        later.setChangedNanos(OPENED + 200 * SECOND);
        give(later);
        later(MINUTE);

        assertThat(alerts()).isEmpty();
    }

    @Test
    void whatReopensFiresAgain() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        now += MINUTE;
        give(Storms.resolved("i1", "host-5", 20));
        step();
        alerts();
        give(Storms.open("i1", "host-5", 300));
        step();
        assertThat(alerts()).hasSize(1).allMatch(this::firing);
        now += MINUTE;
        give(Storms.resolved("i1", "host-5", 310));
        step();
        assertThat(time(alerts().getFirst(), "endsAt")).isEqualTo(at(OPENED + 310 * SECOND));
    }

    @Test
    void whatReopensAndResolvesUnseenIsSentAsBothAgain() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        now += MINUTE;
        give(Storms.resolved("i1", "host-5", 20));
        step();
        alerts();
        now += 5 * MINUTE;
        give(Storms.open("i1", "host-5", 300), Storms.resolved("i1", "host-5", 310));
        step();
        assertThat(alerts()).hasSize(1).allMatch(this::firing);
        later(MINUTE);
        assertThat(alerts()).hasSize(1).noneMatch(this::firing);
    }

    @Test
    void whatIsOverIsForgotten() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            give(Storms.open("i" + i, "host-" + i, 2));
        }
        begun();
        now += MINUTE;
        for (int i = 0; i < 100; i++) {
            give(Storms.resolved("i" + i, "host-" + i, 20));
        }
        step();
        assertThat(target.alertsKept()).isEqualTo(100);
        later(61 * MINUTE);
        assertThat(target.alertsKept()).isZero();
        assertThat(target.counters().get(Count.EXPIRED)).isZero();
    }

    @Test
    void aReceiverThatNeverAnswersIsNotWaitedForLongerThanTheTimeout() throws InterruptedException {
        SinkTimes quick = TIMES.withRequestTimeout(Duration.ofMillis(200));
        for (int status : List.of(0, -1)) {
            target.close();
            target = target(quick, "", SinkAuth.NONE, Map.of());
            receiver.answering(status, "");
            give(Storms.open("i1", "host-5", 2));
            target.begin();
            long begin = System.nanoTime();
            target.step(now);

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
            assertThat(target.counters().get(Count.FAILED))
                    .as("status %s", status)
                    .isEqualTo(1);
        }
    }

    @Test
    void secretsComeFromFilesAreReadAgainAndStandInNoLog(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "first-secret\n");
        target.close();
        target = target(TIMES, "", new SinkAuth.BearerFile(file), Map.of());
        receiver.answering(request -> new Receiver.Reply(401, "bad " + request.header("authorization")));
        try (LogLines log = new LogLines()) {
            begun(Storms.open("i1", "host-5", 2));
            assertThat(receiver.taken().getFirst().header("authorization")).isEqualTo("Bearer first-secret");
            receiver.answering(request -> new Receiver.Reply(503, "bad " + request.header("authorization")));
            later(MINUTE);
            Files.writeString(file, "second-secret");
            later(MINUTE);

            assertThat(receiver.taken().getLast().header("authorization")).isEqualTo("Bearer second-secret");
            assertThat(log.lines()).anyMatch(line -> line.contains("bad Bearer ***"));
            assertThat(log.lines()).noneMatch(line -> line.contains("-secret"));
        }
    }

    @Test
    void aUserAndItsPasswordAreBasicAuthentication(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "open sesame\n");
        target.close();
        target = target(TIMES, "", new SinkAuth.Basic("aladdin", file), Map.of());
        begun(Storms.open("i1", "host-5", 2));

        assertThat(receiver.taken().getFirst().header("authorization")).isEqualTo("Basic YWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    }

    @Test
    void aSecretThatIsMissingIsAFailureThatNamesTheFile(@TempDir Path folder) throws InterruptedException, IOException {
        Path file = folder.resolve("token");
        target.close();
        target = target(TIMES, "", new SinkAuth.BearerFile(file), Map.of());
        try (LogLines log = new LogLines()) {
            begun(Storms.open("i1", "host-5", 2));
            assertThat(log.lines()).anyMatch(line -> line.contains(file + " does not exist"));
        }
        Files.writeString(file, "now");
        later(MINUTE);
        assertThat(receiver.taken()).hasSize(1);
    }

    @Test
    void somebodyWatchesOnlyWhileTheyDo() throws InterruptedException {
        watched = true;
        target.begin();
        step();
        JsonNode alert = alerts().getFirst();
        assertThat(alert.get("labels").toString()).isEqualTo("{\"alertname\":\"StormglassWatching\"}");
        assertThat(time(alert, "endsAt")).isEqualTo(Instant.ofEpochMilli(now + 5 * MINUTE));
        later(MINUTE);
        assertThat(alerts()).hasSize(1);

        watched = false;
        for (int second = 0; second < 300; second++) {
            later(1000);
        }
        assertThat(alerts()).isEmpty();
        watched = true;
        later(1000);
        assertThat(alerts()).hasSize(1);
    }

    @Test
    void aReplayWatchesNothingAndItsAlertsAreNeverTakenForLiveOnes() throws InterruptedException {
        watched = true;
        target.close();
        target = target(TIMES, "run-7", SinkAuth.NONE, Map.of());
        begun(Storms.open("i1", "host-5", 2));
        later(MINUTE / 2);

        List<JsonNode> sent = alerts();
        assertThat(sent).hasSize(1);
        assertThat(sent.getFirst().get("labels").get("run").asText()).isEqualTo("run-7");
    }

    @Test
    void theAlertOfADeletedRecordIsNotSentAgain() throws InterruptedException {
        begun(Storms.open("i1", "host-5", 2));
        alerts();
        target.forget("i1");
        later(2 * MINUTE);

        assertThat(alerts()).isEmpty();
    }
}
