package io.stormglass.cli;

import io.stormglass.embedded.EmbeddedException;
import io.stormglass.publisher.PublishException;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.topics.TopicAdminException;
import io.stormglass.streams.ConsumerPauses;
import io.stormglass.streams.RunFailedException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code stormglass} command itself. */
@CommandLine.Command(
        name = "stormglass",
        description = "Congestion-control telemetry for lossless RoCEv2 fabrics.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Results go to standard output, everything else to standard error.",
            "Exit codes: 0 done, 1 the answer is no or it failed, 2 wrong usage or unreadable input, 130 Ctrl-C."
        })
final class Command implements Runnable {
    private static final List<Subcommand> SUBCOMMANDS = List.of(
            new Subcommand("demo", DemoCommand::new),
            new Subcommand("inspect", InspectCommand::new),
            new Subcommand("replay", terminal -> new ReplayCommand(terminal, ConsumerPauses.NONE)),
            new Subcommand("scenarios", ScenariosCommand::new),
            new Subcommand("emulate", EmulateCommand::new),
            new Subcommand("compare", CompareCommand::new),
            new Subcommand("tune", TuneCommand::new),
            new Subcommand("scoreboard", ScoreboardCommand::new),
            new Subcommand("run", RunCommand::new),
            new Subcommand("topics", TopicsCommand::line),
            new Subcommand("schemas", SchemasCommand::line),
            new Subcommand("inventory", InventoryCommand::line),
            new Subcommand("maintenance", MaintenanceCommand::line),
            new Subcommand("model", ModelCommand::line),
            new Subcommand("doctor", DoctorCommand::new));

    /** A subcommand that is made when it is needed. */
    private record Subcommand(String name, Function<Terminal, Object> make) {}

    @Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Option(
            names = "--verbose",
            scope = CommandLine.ScopeType.INHERIT,
            description = "More messages on standard error, and the whole trace of an error.")
    private boolean verbose;

    /** Runs the command that the arguments name; returns the exit code. */
    static int run(Terminal terminal, String... args) {
        return line(terminal, args).execute(args);
    }

    /** What reads the arguments; nothing has been run. */
    static CommandLine line(Terminal terminal, String... args) {
        Command root = new Command();
        CommandLine line = new CommandLine(root);
        wanted(args).forEach(each -> line.addSubcommand(each.name, each.make.apply(terminal)));
        line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                terminal.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        line.setUsageHelpAutoWidth(false);
        line.setExecutionStrategy(parsed -> {
            Logs.configure(root.verbose);
            return new CommandLine.RunLast().execute(parsed);
        });
        line.setExecutionExceptionHandler((error, failed, parsed) -> root.report(terminal, error));
        return line;
    }

    /** The one that is named, since reading the options of all delays every start; else all of them. */
    private static List<Subcommand> wanted(String... args) {
        List<Subcommand> named = SUBCOMMANDS.stream()
                .filter(each -> args.length > 0 && each.name.equals(args[0]))
                .toList();
        return named.isEmpty() ? SUBCOMMANDS : named;
    }

    @Override
    public void run() {
        CommandLine.Model.CommandSpec mine = spec;
        if (mine != null) {
            throw new ParameterException(mine.commandLine(), "which command? See 'stormglass --help'");
        }
    }

    /** These say what was wrong and what to do; everything else is a fault of the program and keeps its name. */
    private static boolean isMeantForPeople(Exception error) {
        return error instanceof CommandFailure
                || error instanceof TopicAdminException
                || error instanceof RegistryException
                || error instanceof RunFailedException
                || error instanceof PublishException
                || error instanceof EmbeddedException;
    }

    private int report(Terminal terminal, Exception error) {
        int code = error instanceof CommandFailure failure ? failure.exitCode() : ExitCodes.FAILED;
        String message = error.getMessage();
        terminal.say(message == null || !isMeantForPeople(error) ? error.toString() : message);
        if (verbose) {
            error.printStackTrace(terminal.err());
        }
        return code;
    }
}
