package io.stormglass.cli;

import io.stormglass.schemas.registry.CompatibilityVerdict;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The schemas of the topics in a registry. */
final class SchemasCommand {
    private SchemasCommand() {}

    static CommandLine line(Terminal terminal) {
        return new CommandLine(new Group()).addSubcommand(new Check(terminal)).addSubcommand(new Register(terminal));
    }

    /** Names the two. */
    @Command(
            name = "schemas",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "COMMAND",
            description = "Checks and registers the schemas of the topics.")
    private static final class Group extends SubcommandGroup {}

    /** Which registry, which names. */
    static final class Choice {
        @Mixin
        private ClusterOptions cluster = new ClusterOptions();

        @Mixin
        private PrefixOption prefix = new PrefixOption();

        String subject(Topic topic) {
            return prefix.naming().subject(topic);
        }
    }

    /** Would the registry take them? */
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Asks the registry whether it would take every schema; changes nothing. Exit code 1: it would not.")
    private static final class Check implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private Choice choice = new Choice();

        Check(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            boolean refused = false;
            try (SchemaRegistryClient registry = choice.cluster.requireRegistry(terminal.environment())) {
                for (Topic topic : Topic.withSchema()) {
                    refused |= refuses(registry, choice.subject(topic), Objects.requireNonNull(topic.schema()));
                }
            } catch (RegistryException e) {
                throw CommandFailure.failed(String.valueOf(e.getMessage()), e);
            }
            return refused ? ExitCodes.FAILED : ExitCodes.DONE;
        }

        private boolean refuses(SchemaRegistryClient registry, String subject, Schema schema) {
            if (registry.lookup(subject, schema).isPresent()) {
                terminal.out().println(subject + ": registered");
                return false;
            }
            if (!registry.subjects().contains(subject)) {
                terminal.out().println(subject + ": new");
                return false;
            }
            CompatibilityVerdict verdict = registry.check(subject, schema);
            terminal.out()
                    .println(subject
                            + (verdict.compatible()
                                    ? ": compatible, not registered"
                                    : ": NOT compatible: " + String.join("; ", verdict.messages())));
            return !verdict.compatible();
        }
    }

    /** Registers them. */
    @Command(
            name = "register",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Registers every schema under <topic>-value and prints the ids.")
    private static final class Register implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private Choice choice = new Choice();

        Register(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            try (SchemaRegistryClient registry = choice.cluster.requireRegistry(terminal.environment())) {
                for (Topic topic : Topic.withSchema()) {
                    String subject = choice.subject(topic);
                    terminal.out()
                            .println(subject + ": id "
                                    + registry.register(subject, Objects.requireNonNull(topic.schema())));
                }
            } catch (RegistryException e) {
                throw CommandFailure.failed(String.valueOf(e.getMessage()), e);
            }
            return ExitCodes.DONE;
        }
    }
}
