package io.stormglass.cli;

import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicAdminException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.Schema;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what of a cluster and its registry would hurt. Changes nothing. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Checks brokers, topics and the schema registry against what Stormglass needs; changes nothing.",
            "Exit code 1: something was found, or something could not be asked."
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final Terminal terminal;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private TopicsCommand.Choice choice = new TopicsCommand.Choice();

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<String> findings = new ArrayList<>();
        try (Admin admin = ClusterOptions.admin(cluster.requireServers(), cluster.clientSettings(), TIMEOUT)) {
            Collection<Node> brokers = brokers(admin);
            terminal.out().println("brokers: " + brokers.size() + " at " + cluster.requireServers());
            if (brokers.size() < 3) {
                terminal.out()
                        .println("  note: exactly-once over the loss of a broker needs 3 brokers and replication 3");
            }
            findings.addAll(brokerFindings(admin, brokers));
            findings.addAll(new TopicAdmin(admin, TIMEOUT).audit(choice.definitions()));
        } catch (TopicAdminException e) {
            findings.add(String.valueOf(e.getMessage()));
        }
        findings.addAll(registryFindings());
        findings.forEach(finding -> terminal.out().println("finding: " + finding));
        terminal.out()
                .println(findings.isEmpty() ? "nothing found" : Words.plural(findings.size(), "finding", "findings"));
        return findings.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private Collection<Node> brokers(Admin admin) {
        try {
            return admin.describeCluster().nodes().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.interrupted(e);
        } catch (ExecutionException | TimeoutException e) {
            throw CommandFailure.failed("no broker answers at " + cluster.requireServers(), e);
        }
    }

    private static List<String> brokerFindings(Admin admin, Collection<Node> brokers) {
        List<ConfigResource> resources = brokers.stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                .toList();
        List<String> findings = new ArrayList<>();
        try {
            admin.describeConfigs(resources)
                    .all()
                    .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                    .forEach((resource, config) -> findings.addAll(brokerFindings(resource.name(), config)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.interrupted(e);
        } catch (ExecutionException | TimeoutException e) {
            findings.add("the brokers' settings cannot be read: " + e.getMessage());
        }
        return findings;
    }

    /** Internal topics of the streams application inherit these from the broker where they do not set them. */
    private static List<String> brokerFindings(String broker, Config config) {
        List<String> findings = new ArrayList<>();
        ConfigEntry type = config.get("log.message.timestamp.type");
        if (type != null && "LogAppendTime".equals(type.value())) {
            findings.add("broker " + broker + ": log.message.timestamp.type is LogAppendTime: topics that do not set"
                    + " message.timestamp.type lose event time");
        }
        ConfigEntry largest = config.get("message.max.bytes");
        if (largest != null && largest.value() != null && Long.parseLong(largest.value()) < 128 * 1024) {
            findings.add("broker " + broker + ": message.max.bytes is " + largest.value()
                    + ": batches of events need up to 131072");
        }
        return findings;
    }

    private List<String> registryFindings() {
        if (cluster.schemaRegistry == null) {
            terminal.out().println("schema registry: not asked (no --schema-registry)");
            return List.of();
        }
        List<String> findings = new ArrayList<>();
        try (SchemaRegistryClient registry = cluster.requireRegistry(terminal.environment())) {
            terminal.out()
                    .println("schema registry: " + registry.subjects().size() + " subjects, compatibility "
                            + registry.compatibility());
            for (Topic topic : Topic.withSchema()) {
                Schema schema = topic.schema();
                String subject = choice.naming().subject(topic);
                if (schema != null && registry.lookup(subject, schema).isEmpty()) {
                    findings.add("schema of " + subject + " is not registered: run 'stormglass schemas register'");
                }
            }
        } catch (RegistryException e) {
            findings.add(String.valueOf(e.getMessage()));
        }
        return findings;
    }
}
