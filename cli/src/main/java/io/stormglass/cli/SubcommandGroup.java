package io.stormglass.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing itself: without one of its subcommands it names them. */
abstract class SubcommandGroup implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public final void run() {
        List<String> names = new ArrayList<>(spec.commandLine().getSubcommands().keySet());
        String last = names.removeLast();
        throw new ParameterException(spec.commandLine(), "which? " + String.join(", ", names) + " or " + last);
    }
}
