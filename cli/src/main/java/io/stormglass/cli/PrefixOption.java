package io.stormglass.cli;

import io.stormglass.schemas.topics.TopicNaming;
import picocli.CommandLine.Option;

/** How the topics of the live application are called. */
final class PrefixOption {
    @Option(
            names = "--prefix",
            paramLabel = "NAME",
            description = "First part of every topic's name (default: ${DEFAULT-VALUE}).",
            defaultValue = TopicNaming.DEFAULT_PREFIX)
    private String prefix = TopicNaming.DEFAULT_PREFIX;

    /**
     * The names.
     *
     * @throws CommandFailure where the prefix cannot be part of a name
     */
    TopicNaming naming() {
        try {
            return new TopicNaming(prefix, TopicNaming.LIVE);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }
}
