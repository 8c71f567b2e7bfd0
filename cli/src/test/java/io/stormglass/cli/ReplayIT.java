package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.embedded.SharedStack;
import io.stormglass.streams.ConsumerPauses;
import io.stormglass.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A capture through the whole system, to the report. */
class ReplayIT {
    private static final long START = 1_760_000_000_000_000_000L;
    /** The first without pauses, the others with seeds of their own. */
    private static final int ROUNDS_OF_MATRIX = 3;

    private static final String BOUNDARY_SORT = "stormglass.internal.boundary-sort";

    @TempDir
    static Path folder;

    private static Path capture = Path.of("");
    private static Path links = Path.of("");
    private static String plain = "";

    @BeforeAll
    static void replayOnce() throws IOException {
        capture = StormCapture.oneHost().write(folder.resolve("storm.pcapng"), START);
        links = StormCapture.oneHost().writeLinks(folder.resolve("links.yaml"));
        plain = report(ConsumerPauses.NONE, "--threads", "1", "--partitions", "1");
    }

    @Test
    void aHostThatPausesForTwoSecondsIsOneIncidentWithItsOriginAndItsTimes() {
        JsonNode report = json(plain);

        assertThat(report.get("incidents")).hasSize(1);
        JsonNode incident = report.get("incidents").get(0);
        assertThat(incident.get("origin").toString())
                .isEqualTo("{\"entity\":\"h3\",\"device\":\"leaf1\",\"port\":\"" + StormCapture.port("leaf1", 3)
                        + "\",\"priorities\":[3]}");
        assertThat(incident.get("state").asText()).isEqualTo("resolved");
        long storm = START + StormCapture.STORM_AFTER_NANOS;
        assertThat(incident.get("openedNanos").asLong()).isBetween(storm, storm + 250 * StormCapture.MS);
        long end = storm + StormCapture.STORM_NANOS;
        assertThat(incident.get("resolvedNanos").asLong()).isBetween(end, end + 250 * StormCapture.MS);
        assertThat(report.get("records").get("deadLetters").asInt()).isZero();
        assertThat(report.get("observable").get("pfc").asBoolean()).isTrue();
    }

    @Test
    void whereThresholdsAreNotKnownAdviceSaysSo() {
        Path examples = Path.of(System.getProperty("stormglass.root", "."), "examples");
        JsonNode recommendations = json(reportOf(
                        examples.resolve("storm.pcapng.gz"), examples.resolve("links.yaml"), ConsumerPauses.NONE))
                .get("recommendations");
        assertThat(recommendations).isNotEmpty();
        for (JsonNode each : recommendations) {
            assertThat(each.get("status").asText()).isEqualTo("declined");
            assertThat(each.get("decline").get("reason").asText()).isEqualTo("no-thresholds");
            assertThat(each.fieldNames())
                    .toIterable()
                    .contains(
                            "object",
                            "queues",
                            "current",
                            "recommended",
                            "bounds",
                            "predicted",
                            "confidence",
                            "reasons",
                            "commands",
                            "rollback");
        }
        assertThat(recommendations.findValuesAsText("object")).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theReportHasTheKeysOfTheContract() {
        JsonNode report = json(plain);
        assertThat(report.fieldNames())
                .toIterable()
                .containsExactly(
                        "runId",
                        "records",
                        "events",
                        "flows",
                        "observable",
                        "incidents",
                        "recommendations",
                        "telemetry");
        assertThat(report.get("flows").get(0).fieldNames())
                .toIterable()
                .containsExactly(
                        "flow", "ce", "cnp", "class", "referenceRateBps", "observedRateBps", "rtPropNanos", "btlBwBps");
        assertThat(report.get("incidents").get(0).fieldNames())
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
                        "timeline");
        assertThat(report.get("flows").findValuesAsText("flow")).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aNameThatOnlyTheLinksFileOrOnlyTheCaptureKnowsIsAWarning() throws IOException {
        String given = Files.readString(links);
        String first = "leaf1:" + StormCapture.port("leaf1", 3);
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"),
                given.replace("interface: '" + first + "'", "interface: 'leaf1:EthernetX'"));
        CommandRun run = CommandRun.of(
                arguments("replay", capture.toString(), "--links", wrong.toString(), "--run-id", "wrong-names"));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains("warning: the links file places no interface '" + first + "'")
                .contains("warning: the links file's capture interface 'leaf1:EthernetX'");
        assertThat(run.out()).contains("  the links file places no interface '" + first + "'");
    }

    @Test
    void theReportIsTheSameWithOtherThreadsPartitionsSpeedsAndConsumerPauses() {
        assertThat(report(ConsumerPauses.NONE, "--threads", "4", "--partitions", "8", "--speed", "4"))
                .isEqualTo(plain);
        assertThat(report(seeded(Seeds.random("consumer pauses")), "--threads", "4", "--partitions", "8"))
                .isEqualTo(plain);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "the whole matrix takes minutes: bench/full runs it")
    void theReportIsTheSameOverTheWholeMatrix() throws IOException {
        Path two = StormCapture.twoHosts().write(folder.resolve("matrix.pcapng"), START);
        Path twoLinks = StormCapture.twoHosts().writeLinks(folder.resolve("matrix.yaml"));
        String expected = reportOf(two, twoLinks, ConsumerPauses.NONE, "--threads", "1", "--partitions", "1");
        SplittableRandom seeds = Seeds.random("matrix");
        int runs = 0;
        for (String threads : List.of("1", "4")) {
            for (String partitions : List.of("1", "3", "8")) {
                for (String speed : List.of("max", "4", "1")) {
                    String[] options = {"--threads", threads, "--partitions", partitions, "--speed", speed};
                    for (int round = 0; round < ROUNDS_OF_MATRIX; round++) {
                        ConsumerPauses pauses = round == 0 ? ConsumerPauses.NONE : seeded(seeds.split());
                        assertThat(reportOf(two, twoLinks, pauses, options))
                                .as("%s, round %d", List.of(options), round)
                                .isEqualTo(expected);
                        runs++;
                    }
                }
            }
        }
        System.out.println("full: storm matrix of " + runs + " runs gives one report");
    }

    /** Its small form, of a run on a broker: {@code StreamsRuntimeIT}. */
    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "half a minute: bench/full runs it")
    void onlyTheBoundarySortMakesTheReportIndependentOfWhoIsReadFirst() throws IOException {
        Path two = StormCapture.twoHosts().write(folder.resolve("two.pcapng"), START);
        Path twoLinks = StormCapture.twoHosts().writeLinks(folder.resolve("two.yaml"));
        String sorted = reportOf(two, twoLinks, ConsumerPauses.NONE, "--threads", "1", "--partitions", "1");
        JsonNode report = json(sorted);
        assertThat(report.get("incidents").findValuesAsText("entity")).containsExactlyInAnyOrder("h3", "h4");
        String topic = "stormglass." + report.get("runId").asText() + ".port-events.v1";
        long records = report.get("records").get("portEvents").asLong();
        String[] spread = {"--threads", "1", "--partitions", String.valueOf(StormCapture.PARTITIONS)};

        assertThat(reportOf(two, twoLinks, untilPublished(topic, records), spread))
                .isEqualTo(sorted);
        System.setProperty(BOUNDARY_SORT, "off");
        try {
            assertThat(reportOf(two, twoLinks, untilPublished(topic, records), spread))
                    .isNotEqualTo(sorted);
        } finally {
            System.clearProperty(BOUNDARY_SORT);
        }
    }

    @Test
    void aCaptureFromLastYearIsReplayedWhole() {
        long start = Instant.now().minus(Duration.ofDays(365)).getEpochSecond() * 1_000_000_000L;
        Path old = StormCapture.oneHost().write(folder.resolve("old.pcapng"), start);
        JsonNode report = json(reportOf(old, links, ConsumerPauses.NONE));

        JsonNode before = json(plain);
        assertThat(report.get("records")).isEqualTo(before.get("records"));
        assertThat(report.get("events")).isEqualTo(before.get("events"));
        assertThat(report.get("flows")).isEqualTo(before.get("flows"));
        assertThat(report.get("incidents").get(0).get("openedNanos").asLong() - start)
                .isEqualTo(before.get("incidents").get(0).get("openedNanos").asLong() - START);
    }

    @Test
    void aReplayOnTheUsersKafkaLeavesNothingBehindUnlessItIsKept() throws Exception {
        String small = CommandRun.fixture("gen/small.pcap").toString();
        CommandRun gone = CommandRun.of(arguments("replay", small, "--run-id", "gone", "--json"));
        CommandRun kept = CommandRun.of(arguments("replay", small, "--run-id", "kept", "--keep", "--json"));
        CommandRun again = CommandRun.of(arguments("replay", small, "--run-id", "kept", "--json"));

        assertThat(gone.code()).as(gone.err()).isZero();
        assertThat(kept.code()).as(kept.err()).isZero();
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("exist already").contains("--run-id");
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", SharedStack.endpoints().bootstrapServers()))) {
            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS))
                    .noneMatch(name -> name.contains("gone"))
                    .contains("stormglass.kept.flow-events.v1");
            assertThat(admin.listGroups().all().get(30, TimeUnit.SECONDS))
                    .noneMatch(group -> group.groupId().contains("gone"))
                    .anyMatch(group -> group.groupId().equals("stormglass-kept"));
        }
    }

    @Test
    void ofAFaultyFileTheGoodPacketsAreReplayedAndTheFaultIsNamed() {
        String file = CommandRun.fixture("gen/fatal/rec_data_cut.pcap").toString();
        CommandRun run = CommandRun.of(arguments("replay", file, "--json"));

        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.json().get("events").asInt()).isPositive();
        assertThat(run.err()).contains(file).contains("byte ");
    }

    @Test
    void aFileThatIsNoCaptureIsNamedWithoutStartingAnything() {
        String file = CommandRun.fixture("gen/fatal/bad_magic.pcap").toString();
        CommandRun run = CommandRun.of(arguments("replay", file, "--json"));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.json().get("events").asInt()).isZero();
        assertThat(run.err()).contains(file);
    }

    @Test
    void whatCannotBeReadBecomesADeadLetterWithItsReasonAndTheRecordsAroundItCount() throws Exception {
        JsonNode expected = json(plain);
        String runId = expected.get("runId").asText();
        Thread intruder = new Thread(
                () -> ForeignRecords.sendInto(runId, SharedStack.endpoints().bootstrapServers()));
        intruder.start();
        ObjectNode report = (ObjectNode) json(report(ConsumerPauses.NONE, "--speed", "2", "--keep"));
        intruder.join();

        assertThat(report.get("records").get("deadLetters").asInt()).isEqualTo(3);
        assertThat(ForeignRecords.reasonsIn(runId, SharedStack.endpoints().bootstrapServers()))
                .containsExactlyInAnyOrder("not-confluent-format", "unknown-schema-id", "impossible-time");
        report.set("records", expected.get("records"));
        assertThat(report).isEqualTo(expected);
        ForeignRecords.deleteTopics(runId, SharedStack.endpoints().bootstrapServers());
    }

    @Test
    void aRegistryThatIsAwayInMidStreamMakesNoDeadLetterAndLosesNothing() throws Exception {
        JsonNode expected = json(plain);
        String runId = expected.get("runId").asText();
        String servers = SharedStack.endpoints().bootstrapServers();
        Thread foreigner = new Thread(() -> ForeignRecords.sendForeignSchemaInto(runId, servers, START));
        foreigner.start();
        try (FlakyRegistry registry =
                FlakyRegistry.inFrontOf(SharedStack.endpoints().registryUrl(), 6)) {
            CommandRun run = CommandRun.of(
                    "replay",
                    capture.toString(),
                    "--json",
                    "--speed",
                    "2",
                    "--links",
                    links.toString(),
                    "--bootstrap-servers",
                    servers,
                    "--schema-registry",
                    registry.url());
            foreigner.join();

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(registry.refused()).isEqualTo(6);
            JsonNode report = run.json();
            assertThat(report.get("records").get("deadLetters").asInt()).isZero();
            assertThat(report.get("flows").findValuesAsText("flow"))
                    .containsAll(expected.get("flows").findValuesAsText("flow"))
                    .contains("pod1|10.0.0.1|10.0.0.2|7");
            assertThat(report.get("incidents")).isEqualTo(expected.get("incidents"));
        }
    }

    private static String report(ConsumerPauses pauses, String... options) {
        return reportOf(capture, links, pauses, options);
    }

    /** The report without the one field that depends on the wall clock. */
    private static String reportOf(Path file, Path linksFile, ConsumerPauses pauses, String... options) {
        List<String> arguments = new ArrayList<>(List.of(file.toString(), "--json", "--links", linksFile.toString()));
        arguments.addAll(List.of(options));
        CommandRun run = CommandRun.replay(pauses, arguments(arguments.toArray(String[]::new)));
        assertThat(run.code()).as(run.err()).isZero();
        ObjectNode json = (ObjectNode) run.json();
        assertThat(json.remove("eventsPerSecond").asDouble()).isPositive();
        return json.toString();
    }

    private static JsonNode json(String text) {
        return new CommandRun(0, text, "").json();
    }

    private static String[] arguments(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers(),
                "--schema-registry",
                SharedStack.endpoints().registryUrl()));
        return all.toArray(String[]::new);
    }

    /** Nobody reads before everything is published: then one partition is read after the other. */
    private static ConsumerPauses untilPublished(String topic, long records) {
        AtomicBoolean published = new AtomicBoolean();
        return client -> {
            while (!published.get() && written(topic) < records) {
                LockSupport.parkNanos(50_000_000L);
            }
            published.set(true);
        };
    }

    private static long written(String topic) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < StormCapture.PARTITIONS; partition++) {
            ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", SharedStack.endpoints().bootstrapServers()))) {
            return admin.listOffsets(ends).all().get(30, TimeUnit.SECONDS).values().stream()
                    .mapToLong(ListOffsetsResult.ListOffsetsResultInfo::offset)
                    .sum();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot learn how much of " + topic + " is written", e);
        }
    }

    private static ConsumerPauses seeded(SplittableRandom random) {
        return client -> {
            long nanos;
            synchronized (random) {
                nanos = random.nextInt(4) == 0 ? random.nextLong(200_000_000L) : 0;
            }
            LockSupport.parkNanos(nanos);
        };
    }
}
