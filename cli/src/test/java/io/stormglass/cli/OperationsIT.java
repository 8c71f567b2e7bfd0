package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.embedded.SharedStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look after topics and schemas. */
class OperationsIT {
    private final String prefix = SharedStack.uniqueName("ops").toLowerCase(Locale.ROOT);

    @Test
    void topicsAreCreatedOnceCorrectedAndDescribed() throws Exception {
        CommandRun missing = topics("describe");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.out()).contains(prefix + ".flow-events.v1 (missing)");

        CommandRun created = topics("apply");
        assertThat(created.code()).as(created.err()).isZero();
        assertThat(created.out()).contains("created " + prefix + ".flow-events.v1");

        setting(prefix + ".flow-events.v1", "retention.ms", "1000");
        assertThat(topics("describe").code()).isEqualTo(1);
        assertThat(doctor().out()).contains("finding: topic " + prefix + ".flow-events.v1: retention.ms is 1000");
        assertThat(topics("apply").out()).contains("corrected " + prefix + ".flow-events.v1");
        assertThat(topics("apply").out()).contains("topics are as they should be");
        assertThat(topics("describe").code()).isZero();
    }

    @Test
    void aNumberOfPartitionsIsNeverChangedAndTheMigrationIsNamed() {
        topics("apply", "--partitions", "2");
        CommandRun more = topics("apply", "--partitions", "3");

        assertThat(more.code()).isEqualTo(1);
        assertThat(more.out())
                .contains("not changed: topic " + prefix + ".flow-events.v1 has 2 partitions, should have 3")
                .contains("migration");
    }

    @Test
    void schemasAreCheckedAndRegistered() {
        CommandRun before = schemas("check");
        assertThat(before.code()).as(before.err()).isZero();
        assertThat(before.out()).contains(prefix + ".flow-events.v1-value: new");
        assertThat(schemas("register").out()).contains(prefix + ".flow-events.v1-value: id ");
        assertThat(schemas("check").out()).contains(prefix + ".flow-events.v1-value: registered");
    }

    @Test
    void theDoctorFindsNothingWhereEverythingIsApplied() {
        topics("apply");
        schemas("register");
        CommandRun doctor = doctor();

        assertThat(doctor.code()).as(doctor.out() + doctor.err()).isZero();
        assertThat(doctor.out()).contains("nothing found");
    }

    @Test
    void brokersThatDoNotAnswerAreNamedAsSoonAsTheUserWantsToKnow(@TempDir Path folder) throws Exception {
        Path client =
                Files.writeString(folder.resolve("client"), "default.api.timeout.ms=1000\nrequest.timeout.ms=1000\n");
        String[] nobody = {"--bootstrap-servers", "127.0.0.1:1", "--client-properties", client.toString()};
        long begin = System.nanoTime();
        CommandRun doctor = CommandRun.of(
                Stream.concat(Stream.of("doctor"), Stream.of(nobody)).toArray(String[]::new));
        CommandRun topics = CommandRun.of(
                Stream.concat(Stream.of("topics", "apply"), Stream.of(nobody)).toArray(String[]::new));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(12));
        assertThat(doctor.code()).isEqualTo(1);
        assertThat(doctor.err()).contains("no broker answers at 127.0.0.1:1");
        assertThat(topics.code()).isEqualTo(1);
        assertThat(topics.err()).contains("are the bootstrap servers right?");
    }

    private CommandRun topics(String command, String... more) {
        return run(List.of("topics", command), List.of(more), false);
    }

    private CommandRun schemas(String command) {
        return run(List.of("schemas", command), List.of(), true);
    }

    private CommandRun doctor() {
        return CommandRun.of(
                "doctor",
                "--prefix",
                prefix,
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers(),
                "--schema-registry",
                SharedStack.endpoints().registryUrl());
    }

    private CommandRun run(List<String> command, List<String> more, boolean registry) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--prefix", prefix));
        arguments.addAll(more);
        arguments.addAll(
                registry
                        ? List.of("--schema-registry", SharedStack.endpoints().registryUrl())
                        : List.of("--bootstrap-servers", SharedStack.endpoints().bootstrapServers()));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static void setting(String topic, String name, String value) throws Exception {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", SharedStack.endpoints().bootstrapServers()))) {
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            ConfigEntry entry = new ConfigEntry(name, value);
            admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            // The broker hears of it a moment after the controller has it.
            while (!value.equals(valueOf(admin, resource, name))) {
                LockSupport.parkNanos(10_000_000L);
            }
        }
    }

    private static String valueOf(Admin admin, ConfigResource resource, String name) throws Exception {
        Config config = admin.describeConfigs(List.of(resource))
                .all()
                .get(30, TimeUnit.SECONDS)
                .get(resource);
        ConfigEntry entry = config == null ? null : config.get(name);
        return entry == null ? "" : String.valueOf(entry.value());
    }
}
