package io.stormglass.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that brings a compacted topic to what a file of people says; subclasses say which. */
abstract class ApplyFile implements Callable<Integer> {
    @Mixin
    private CompactedTopic.Where where = new CompactedTopic.Where();

    @Parameters(paramLabel = "FILE", description = "YAML file.")
    private Path file = Path.of("");

    @Override
    public final Integer call() {
        apply(where, file);
        return ExitCodes.DONE;
    }

    /** Reads the file and writes what differs from what is there. */
    abstract void apply(CompactedTopic.Where to, Path read);
}
