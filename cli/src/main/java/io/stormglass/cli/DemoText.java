package io.stormglass.cli;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricProgress;
import io.stormglass.streams.results.RunResults;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The frame around what {@link DemoStory} tells. */
final class DemoText {
    private static final double NANOS_PER_SECOND = 1e9;

    private DemoText() {}

    static String head(Scenario scenario, double speed) {
        return String.format(
                Locale.ROOT,
                "Scenario %s: %s%n%s, %s; %s of event time in a second on the clock, if the machine can.%n",
                scenario.name(),
                scenario.about(),
                Words.plural(scenario.topology().hosts(), "host", "hosts"),
                Words.plural(scenario.topology().switches(), "switch", "switches"),
                Words.duration(speed * NANOS_PER_SECOND));
    }

    /** How far the fabric is. */
    static String status(FabricProgress progress, DemoStory story, long startNanos) {
        return String.format(
                Locale.ROOT,
                "%7s  %-8s  %s x wall time%s, %,.0f events/s, %s; flows: %s",
                story.clock(startNanos + progress.eventNanos()),
                "status",
                String.format(Locale.ROOT, "%.1f", progress.achievedScale()),
                progress.behindNanos() > NANOS_PER_SECOND
                        ? " (the machine is " + Words.duration((double) progress.behindNanos()) + " behind)"
                        : "",
                progress.events() / (progress.wallNanos() / NANOS_PER_SECOND),
                Words.plural(story.open(), "storm", "storms") + " open",
                counts(story.flowClasses(), "none"));
    }

    static String end(FabricProgress end, DemoStory story, RunResults results) {
        long open = story.open();
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%nThe end: %s of event time in %s (%.1f x), %s in %s, %s.%n",
                Words.duration((double) end.eventNanos()),
                Words.duration((double) end.wallNanos()),
                end.achievedScale(),
                Words.plural(end.events(), "event", "events"),
                Words.plural(end.records(), "record", "records"),
                Words.plural(results.deadLetterCount(), "dead letter", "dead letters")));
        text.append(String.format(
                Locale.ROOT,
                "  storms  %s, %d of them over%n",
                Words.plural(story.opened(), "storm", "storms"),
                story.opened() - open));
        text.append("  queues  ")
                .append(counts(story.worstQueues(), "none past Kmax"))
                .append(" (the worst of each)\n");
        return text.append("  flows   ")
                .append(counts(story.flowClasses(), "none"))
                .append('\n')
                .toString();
    }

    private static String counts(Map<String, Long> classes, String none) {
        return classes.isEmpty()
                ? none
                : classes.entrySet().stream()
                        .map(each -> Words.count(each.getValue()) + " " + each.getKey())
                        .collect(Collectors.joining(", "));
    }
}
