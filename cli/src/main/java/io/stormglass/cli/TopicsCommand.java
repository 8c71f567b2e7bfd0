package io.stormglass.cli;

import io.stormglass.schemas.topics.ActualTopic;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAction;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The topics of the live application on a cluster. */
final class TopicsCommand {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private TopicsCommand() {}

    static CommandLine line(Terminal terminal) {
        return new CommandLine(new Group()).addSubcommand(new Apply(terminal)).addSubcommand(new Describe(terminal));
    }

    /** Names the two. */
    @Command(
            name = "topics",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "COMMAND",
            description = "Creates, corrects and describes the topics.")
    private static final class Group extends SubcommandGroup {}

    /** What a site chooses. */
    static final class Choice {
        @Mixin
        private PrefixOption prefix = new PrefixOption();

        @Option(
                names = "--partitions",
                paramLabel = "N",
                description = "Partitions of the event topics and the states by key (default: the catalogue's).")
        private int partitions;

        @Option(
                names = "--replication",
                paramLabel = "N",
                description = "Copies of each partition; -1 takes the cluster's default (default: ${DEFAULT-VALUE}).",
                defaultValue = "-1")
        private short replication = -1;

        TopicNaming naming() {
            return prefix.naming();
        }

        List<TopicDefinition> definitions() {
            try {
                return TopicDefinition.all(naming(), new TopicOptions(partitions, replication, 0));
            } catch (IllegalArgumentException e) {
                throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** Creates what is missing and corrects settings. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Creates the topics that are missing and corrects settings.",
                "Never changes a number of partitions: keys would move away from their state. Exit code 1 then, and the"
                        + " steps of the migration are printed."
            })
    private static final class Apply implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private ClusterOptions cluster = new ClusterOptions();

        @Mixin
        private Choice choice = new Choice();

        Apply(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            List<TopicDefinition> wanted = choice.definitions();
            try (Admin admin = ClusterOptions.admin(cluster.requireServers(), cluster.clientSettings(), TIMEOUT)) {
                List<TopicAction> actions = new TopicAdmin(admin, TIMEOUT).apply(wanted);
                boolean open = false;
                for (TopicAction action : actions) {
                    open |= report(action);
                }
                if (actions.isEmpty()) {
                    terminal.out().println("all " + wanted.size() + " topics are as they should be");
                }
                return open ? ExitCodes.FAILED : ExitCodes.DONE;
            }
        }

        /** True where somebody has to do something. */
        private boolean report(TopicAction action) {
            return switch (action) {
                case TopicAction.Create create -> {
                    terminal.out().println("created " + create.topic());
                    yield false;
                }
                case TopicAction.ChangeSettings change -> {
                    terminal.out().println("corrected " + change.topic() + ": " + change.wanted());
                    yield false;
                }
                case TopicAction.Migrate migrate -> {
                    terminal.out().println("not changed: " + migrate.words());
                    yield true;
                }
                case TopicAction.Reassign reassign -> {
                    terminal.out().println("not changed: " + reassign.words());
                    yield true;
                }
            };
        }
    }

    /** What the topics should be, and are. */
    @Command(
            name = "describe",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Prints the topics and their settings; with --bootstrap-servers also what the cluster has.",
                "Exit code 1: the cluster differs."
            })
    private static final class Describe implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private ClusterOptions cluster = new ClusterOptions();

        @Mixin
        private Choice choice = new Choice();

        Describe(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            List<TopicDefinition> wanted = choice.definitions();
            if (cluster.bootstrapServers == null) {
                wanted.forEach(definition -> print(definition, "", Map.of()));
                return ExitCodes.DONE;
            }
            try (Admin admin = ClusterOptions.admin(cluster.requireServers(), cluster.clientSettings(), TIMEOUT)) {
                TopicAdmin topics = new TopicAdmin(admin, TIMEOUT);
                Map<String, ActualTopic> actual = topics.describe(wanted);
                wanted.forEach(definition ->
                        print(definition, actual.containsKey(definition.name()) ? " (exists)" : " (missing)", actual));
                List<String> differences = topics.audit(wanted);
                differences.forEach(difference -> terminal.out().println(difference));
                return differences.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
            }
        }

        private void print(TopicDefinition definition, String state, Map<String, ActualTopic> actual) {
            ActualTopic found = actual.get(definition.name());
            terminal.out()
                    .println(definition.name() + state + ": " + about(definition.name()) + "\n  partitions "
                            + definition.partitions()
                            + (found == null || found.partitions() == definition.partitions()
                                    ? ""
                                    : " (has " + found.partitions() + ")")
                            + ", " + definition.settings());
        }

        private String about(String name) {
            TopicNaming naming = choice.naming();
            for (Topic topic : Topic.values()) {
                if (naming.topic(topic).equals(name)) {
                    return topic.about();
                }
            }
            return "";
        }
    }
}
