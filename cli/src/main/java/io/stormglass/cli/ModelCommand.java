package io.stormglass.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Reference models over given inputs, so that others can check them. Each model is a subcommand of its own. */
final class ModelCommand {
    private ModelCommand() {}

    static CommandLine line(Terminal terminal) {
        return new CommandLine(new Group())
                .addSubcommand(new ModelDcqcnCommand(terminal))
                .addSubcommand(new ModelMarkingCommand(terminal))
                .addSubcommand(new ModelFluidCommand(terminal))
                .addSubcommand(new ModelBbrCommand(terminal));
    }

    /** Names them. */
    @Command(
            name = "model",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "MODEL",
            description = "Runs a reference model over an input series and prints CSV.")
    private static final class Group implements Runnable {
        @CommandLine.Spec
        private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

        @Override
        public void run() {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "which model? "
                            + String.join(
                                    ", ", spec.commandLine().getSubcommands().keySet()));
        }
    }
}
