package io.stormglass.streams.sink;

import static io.stormglass.streams.sink.Storms.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.embedded.SharedStack;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.sink.SinkCounters.Count;
import io.stormglass.testkit.AlertmanagerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Incidents of a real topic in a real Alertmanager that runs the configuration that we ship. */
class OnCallIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SinkTimes QUICK =
            SinkTimes.defaults().withResend(Duration.ofSeconds(1)).withHold(Duration.ofSeconds(2));

    @TempDir
    Path folder;

    private TopicNaming naming =
            new TopicNaming(SharedStack.uniqueName("oncall").toLowerCase(Locale.ROOT), TopicNaming.LIVE);
    private final String bootstrap = SharedStack.endpoints().bootstrapServers();
    private final SchemaRegistryClient registry = new HttpSchemaRegistryClient(
            RegistryConfig.parse(SharedStack.endpoints().registryUrl()));
    private final AvroSerializer<StormIncident> values = new AvroSerializer<>(
            StormIncident.class,
            registry.register(naming.subject(Topic.STORM_INCIDENTS), StormIncident.getClassSchema()));
    private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new ByteArraySerializer());
    private long opened = (System.currentTimeMillis() / 1000 - 30) * SECOND;
    /** Receives what Alertmanager notifies of. */
    private final Receiver staff = new Receiver();

    @BeforeAll
    static void needsAlertmanager() throws InterruptedException {
        assumeTrue(AlertmanagerProcess.isInstalled(), AlertmanagerProcess.MISSING);
    }

    @BeforeEach
    void createTopic() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            new TopicAdmin(admin, PATIENCE)
                    .createNew(List.of(TopicDefinition.of(Topic.STORM_INCIDENTS, naming, TopicOptions.DEFAULT)));
        }
    }

    @AfterEach
    void close() {
        producer.close();
        registry.close();
        staff.close();
    }

    private OnCallSinks sinks(URI... alertmanagers) {
        return sinks(QUICK, alertmanagers);
    }

    private OnCallSinks sinks(SinkTimes times, URI... alertmanagers) {
        SinkSettings settings = new SinkSettings(
                new SinkSettings.Alertmanagers(List.of(alertmanagers), SinkAuth.NONE),
                null,
                AlertLinks.NONE,
                times,
                "");
        return OnCallSinks.start(settings, streams(), registry, () -> true);
    }

    private StreamsSettings streams() {
        return naming.isLive()
                ? StreamsSettings.live(naming, bootstrap, folder)
                : StreamsSettings.replay(naming, bootstrap, folder);
    }

    private void publish(StormIncident incident, long changedSeconds) throws Exception {
        incident.setOpenedNanos(opened);
        incident.setChangedNanos(opened + changedSeconds * SECOND);
        if (incident.getResolvedNanos() != null) {
            incident.setResolvedNanos(opened + changedSeconds * SECOND);
        }
        byte[] key = incident.getIncidentId().getBytes(StandardCharsets.UTF_8);
        String topic = naming.topic(Topic.STORM_INCIDENTS);
        producer.send(new ProducerRecord<>(topic, key, values.serialize(topic, incident)))
                .get(30, TimeUnit.SECONDS);
    }

    private static void await(String what, Callable<Boolean> wanted) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.call()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(20_000_000L);
        }
    }

    /** What a team was notified of, such as {@code firing host-5}, in order. */
    private List<String> notified(String team) {
        List<String> texts = new ArrayList<>();
        for (Receiver.Request request : staff.requests()) {
            if (request.path().equals("/" + team)) {
                for (JsonNode alert : request.json().get("alerts")) {
                    texts.add(alert.get("status").asText() + " "
                            + alert.path("labels").path("host").asText());
                }
            }
        }
        return texts;
    }

    /** 0 also while the sinks have not got as far as to count. */
    private static long count(OnCallSinks sinks, URI alertmanager, Count count) {
        return sinks.counters().stream()
                .filter(counters -> counters.sink().contains(alertmanager.getAuthority()))
                .mapToLong(counters -> counters.get(count))
                .sum();
    }

    @Test
    void aStormIsOnePageWhoseLabelsStayWhileItsSeverityRisesAndThatResolves() throws Exception {
        try (AlertmanagerProcess alertmanager =
                        Shipped.alertmanager(folder, staff.url()).start();
                OnCallSinks sinks = sinks(alertmanager.url())) {
            publish(Storms.quiet("i1", "host-5", 1), 1);
            publish(Storms.open("i1", "host-5", 2), 2);
            await("it fires", () -> Shipped.alerts(alertmanager).size() == 1);
            JsonNode first = Shipped.alerts(alertmanager).getFirst();
            assertThat(first.get("annotations").get("severity").asText()).isEqualTo("critical");

            StormIncident worse = Storms.open("i1", "host-5", 5);
            worse.setSeverity(Severity.EMERGENCY);
            publish(worse, 5);
            await(
                    "it is worse",
                    () -> Shipped.alerts(alertmanager)
                            .getFirst()
                            .get("annotations")
                            .get("severity")
                            .asText()
                            .equals("emergency"));
            long sent = count(sinks, alertmanager.url(), Count.SENT);
            await("it is sent again", () -> count(sinks, alertmanager.url(), Count.SENT) >= sent + 4);
            assertThat(Shipped.alerts(alertmanager)).hasSize(1);
            JsonNode now = Shipped.alerts(alertmanager).getFirst();
            assertThat(now.get("labels")).isEqualTo(first.get("labels"));
            assertThat(now.get("fingerprint")).isEqualTo(first.get("fingerprint"));
            assertThat(now.get("startsAt")).isEqualTo(first.get("startsAt"));

            publish(Storms.resolved("i1", "host-5", 20), 20);
            await("it resolves", () -> Shipped.alerts(alertmanager).isEmpty());
            await("staff hears of the end", () -> notified("host-team").size() >= 2);
            assertThat(notified("host-team")).containsExactly("firing host-5", "resolved host-5");
            await("somebody watches", () -> !notified("dead-mans-switch").isEmpty());
        }
    }

    @Test
    void anAlertmanagerThatComesLateGetsThePageAndTheOtherDoesNotWaitForIt() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        try (AlertmanagerProcess early =
                        Shipped.alertmanager(folder, staff.url()).start();
                AlertmanagerProcess late = Shipped.alertmanager(other, staff.url());
                OnCallSinks sinks = sinks(late.url(), early.url())) {
            publish(Storms.open("i1", "host-5", 2), 2);
            await("the early one has it", () -> Shipped.alerts(early).size() == 1);
            await("the late one was tried", () -> count(sinks, late.url(), Count.RETRIED) >= 2);
            assertThat(count(sinks, late.url(), Count.SENT)).isZero();

            late.start();
            await("the late one has it", () -> Shipped.alerts(late).size() == 1);
            assertThat(sinks.awaitTold(PATIENCE)).isTrue();
        }
    }

    @Test
    void whatHappensWhileAlertmanagerIsDownIsToldOnceItIsBack() throws Exception {
        outage(Duration.ofSeconds(3), QUICK);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "five minutes of an outage: bench/full runs it")
    void anOutageOfFiveMinutesWithTheTimesThatWeShip() throws Exception {
        outage(Duration.ofMinutes(5), SinkTimes.defaults());
    }

    private void outage(Duration down, SinkTimes times) throws Exception {
        try (AlertmanagerProcess alertmanager =
                        Shipped.alertmanager(folder, staff.url()).start();
                OnCallSinks sinks = sinks(times, alertmanager.url())) {
            publish(Storms.open("i1", "host-5", 2), 2);
            await("staff is paged", () -> notified("host-team").contains("firing host-5"));
            alertmanager.awaitPutDown(staff.requests().size());
            alertmanager.stop();
            long upAt = System.nanoTime() + down.toNanos();
            publish(Storms.resolved("i1", "host-5", 9), 9);
            publish(Storms.open("i2", "host-6", 10), 10);
            publish(Storms.open("i3", "host-7", 10), 10);
            publish(Storms.resolved("i3", "host-7", 12), 12);
            long retried = count(sinks, alertmanager.url(), Count.RETRIED);
            while (System.nanoTime() < upAt) {
                LockSupport.parkNanos(20_000_000L);
            }
            assertThat(count(sinks, alertmanager.url(), Count.RETRIED)).isGreaterThan(retried + 1);
            assertThat(notified("host-team")).containsExactly("firing host-5");

            alertmanager.start();
            await("the page arrives", () -> notified("host-team").contains("firing host-6"));
            await(
                    "the end of what was told arrives",
                    () -> notified("host-team").contains("resolved host-5"));
            await("what is over is told as both", () -> notified("host-team").contains("resolved host-7"));
            assertThat(sinks.awaitTold(PATIENCE)).isTrue();
            assertThat(notified("host-team"))
                    .containsExactlyInAnyOrder(
                            "firing host-5", "firing host-6", "resolved host-5", "firing host-7", "resolved host-7");
            assertThat(count(sinks, alertmanager.url(), Count.REFUSED)).isZero();
            assertThat(Shipped.alerts(alertmanager)).hasSize(1);
        }
    }

    @Test
    void aRestartedSinkPagesNobodyTwiceAndTellsOfTheEndThatItMissed() throws Exception {
        try (AlertmanagerProcess alertmanager =
                Shipped.alertmanager(folder, staff.url()).start()) {
            try (OnCallSinks sinks = sinks(alertmanager.url())) {
                publish(Storms.open("i1", "host-5", 2), 2);
                publish(Storms.open("i2", "host-6", 2), 2);
                publish(Storms.resolved("i2", "host-6", 3), 3);
                await("both were told", () -> notified("host-team").contains("resolved host-6"));
                assertThat(sinks.awaitTold(PATIENCE)).isTrue();
            }
            try (OnCallSinks second = sinks(alertmanager.url())) {
                await("it is sent again", () -> count(second, alertmanager.url(), Count.SENT) >= 4);
                assertThat(Shipped.alerts(alertmanager)).hasSize(1);
            }
            publish(Storms.resolved("i1", "host-5", 9), 9);
            publish(Storms.open("i3", "host-7", 9), 9);
            publish(Storms.resolved("i3", "host-7", 10), 10);
            try (OnCallSinks third = sinks(alertmanager.url())) {
                await("ends are told", () -> notified("host-team").contains("resolved host-7"));
                await("ends are told", () -> notified("host-team").contains("resolved host-5"));
                assertThat(third.awaitTold(PATIENCE)).isTrue();
            }
            assertThat(notified("host-team"))
                    .containsExactlyInAnyOrder(
                            "firing host-5",
                            "firing host-6",
                            "resolved host-6",
                            "firing host-7",
                            "resolved host-7",
                            "resolved host-5");
        }
    }

    @Test
    void aReplayTellsAllThatItFoundHoweverOldAsWhatItIs() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret");
        opened = Storms.OPENED - 365 * 86_400 * SECOND;
        naming = new TopicNaming(naming.prefix(), "run-7");
        createTopic();
        publish(Storms.open("i1", "host-5", 2), 2);
        publish(Storms.resolved("i1", "host-5", 3), 3);
        publish(Storms.open("i2", "host-6", 4), 4);
        try (AlertmanagerProcess alertmanager =
                Shipped.alertmanager(folder, staff.url()).start()) {
            SinkSettings settings = new SinkSettings(
                    new SinkSettings.Alertmanagers(List.of(alertmanager.url()), SinkAuth.NONE),
                    new SinkSettings.Webhook(staff.url().resolve("/hook"), secret),
                    AlertLinks.NONE,
                    QUICK.withForget(Duration.ofDays(365_000)),
                    "run-7");
            try (OnCallSinks sinks = OnCallSinks.start(settings, streams(), registry, () -> true)) {
                assertThat(sinks.awaitTold(PATIENCE)).isTrue();
                await("staff heard", () -> notified("replays").size() >= 3);
                assertThat(count(sinks, alertmanager.url(), Count.REFUSED)).isZero();
            }
            assertThat(notified("replays"))
                    .containsExactlyInAnyOrder("firing host-5", "resolved host-5", "firing host-6");
            assertThat(notified("host-team")).isEmpty();
            assertThat(Shipped.alerts(alertmanager))
                    .extracting(alert -> alert.at("/labels/run").asText())
                    .containsExactly("run-7");
            assertThat(staff.requests().stream()
                            .filter(request -> request.path().equals("/hook"))
                            .map(request -> request.json().get("id").asText() + " "
                                    + request.json().get("state").asText()))
                    .containsExactly("i1 resolved", "i2 open");
        }
    }

    @Test
    void withoutThePositionsOfTheFirstASecondSinkPagesAgain() throws Exception {
        try (AlertmanagerProcess alertmanager =
                        Shipped.alertmanager(folder, staff.url()).start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            try (OnCallSinks sinks = sinks(alertmanager.url())) {
                publish(Storms.open("i2", "host-6", 2), 2);
                publish(Storms.resolved("i2", "host-6", 3), 3);
                await("it was told", () -> notified("host-team").contains("resolved host-6"));
                assertThat(sinks.awaitTold(PATIENCE)).isTrue();
            }
            admin.deleteConsumerGroups(List.of(naming.applicationId() + "-on-call"))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            OnCallSinks second = sinks(alertmanager.url());
            try (second) {
                await(
                        "it is told again",
                        () -> notified("host-team")
                                .equals(List.of(
                                        "firing host-6", "resolved host-6", "firing host-6", "resolved host-6")));
            }
        }
    }

    @Test
    void aStormSilencesWhatItExplainsAndNothingElse() throws Exception {
        try (AlertmanagerProcess alertmanager =
                        Shipped.alertmanager(folder, staff.url()).start();
                OnCallSinks sinks = sinks(alertmanager.url())) {
            publish(Storms.open("i1", "host-5", 2), 2);
            await("it fires", () -> Shipped.alerts(alertmanager).size() == 1);
            alertmanager.post("/api/v2/alerts", """
                    [{"labels":{"alertname":"LinkDown","fabric":"f","device":"leaf-1","port":"Ethernet4"}},
                     {"labels":{"alertname":"LinkDown","fabric":"f","device":"leaf-1","port":"Ethernet8"}},
                     {"labels":{"alertname":"NicErrors","fabric":"f","host":"host-5","owner":"host"}},
                     {"labels":{"alertname":"NicErrors","fabric":"f","host":"host-6","owner":"host"}},
                     {"labels":{"alertname":"JobStalled","fabric":"f","inhibit_by":"pfc-storm"}},
                     {"labels":{"alertname":"JobStalled","fabric":"g","inhibit_by":"pfc-storm"}}]
                    """);
            await("all are there", () -> Shipped.alerts(alertmanager).size() == 7);
            await("three are silenced", () -> silenced(alertmanager).size() >= 3);

            assertThat(silenced(alertmanager))
                    .containsExactlyInAnyOrder("LinkDown Ethernet4", "NicErrors host-5", "JobStalled f");
            assertThat(count(sinks, alertmanager.url(), Count.REFUSED)).isZero();
        }
    }

    private static List<String> silenced(AlertmanagerProcess alertmanager) throws IOException, InterruptedException {
        List<String> texts = new ArrayList<>();
        for (JsonNode alert : Shipped.alerts(alertmanager)) {
            if (!alert.get("status").get("inhibitedBy").isEmpty()) {
                JsonNode labels = alert.get("labels");
                String where = labels.path("port")
                        .asText(labels.path("host").asText(labels.path("fabric").asText()));
                texts.add(labels.get("alertname").asText() + " " + where);
            }
        }
        return texts;
    }
}
