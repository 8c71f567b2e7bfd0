package io.stormglass.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.schemas.codec.MaintenanceCodec;
import io.stormglass.schemas.topics.Topic;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Planned work: what starts inside is recorded, and pages only if it outlives the window. */
final class MaintenanceCommand {
    private MaintenanceCommand() {}

    static CommandLine line(Terminal terminal) {
        return new CommandLine(new Group())
                .addSubcommand(new Add(terminal))
                .addSubcommand(new Apply(terminal))
                .addSubcommand(new End(terminal))
                .addSubcommand(new Listing(terminal));
    }

    private static CompactedTopic<MaintenanceWindow> topic(CompactedTopic.Where where, Terminal terminal) {
        return new CompactedTopic<>(where, Topic.MAINTENANCE, MaintenanceWindow.class, terminal);
    }

    static String key(String fabric, String id) {
        return fabric + "/" + id;
    }

    /** Refuses a window that cannot be. */
    static void check(MaintenanceWindow window) {
        try {
            MaintenanceCodec.toNeutral(window);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    /** Names the four. */
    @Command(
            name = "maintenance",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "COMMAND",
            description = "Adds, applies, ends and lists maintenance windows.")
    private static final class Group extends SubcommandGroup {}

    /** Adds a window, or replaces it. */
    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Adds a window, or replaces the one with the same id.",
                "Without --device and --host it is one of the whole fabric."
            })
    private static final class Add implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private CompactedTopic.Where where = new CompactedTopic.Where();

        @Parameters(paramLabel = "ID", description = "Id of the window in its fabric, such as the number of a change.")
        private String id = "";

        @Option(names = "--fabric", required = true, paramLabel = "NAME", description = "Fabric.")
        private String fabric = "";

        @Option(names = "--device", paramLabel = "NAME", description = "Switch that is worked on.")
        private String device = "";

        @Option(names = "--port", paramLabel = "NAME", description = "Port of the device (default: all).")
        private String port = "";

        @Option(names = "--host", paramLabel = "NAME", description = "Host that is worked on.")
        private String host = "";

        @Option(
                names = "--from",
                paramLabel = "TIME",
                description = "Start, such as 2026-03-01T10:00:00Z (default: now).")
        private @Nullable String from;

        @Option(names = "--to", paramLabel = "TIME", description = "End; or give --for.")
        private @Nullable String to;

        @Option(names = "--for", paramLabel = "DURATION", description = "How long, such as 90min; a day at most.")
        private @Nullable String length;

        @Option(names = "--reason", paramLabel = "TEXT", description = "For people.")
        private String reason = "";

        Add(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            long fromNanos = from == null ? Moments.nanos(Instant.now()) : Moments.parseNanos("--from", from);
            MaintenanceWindow window =
                    new MaintenanceWindow(fabric, id, device, port, host, fromNanos, toNanos(fromNanos), reason, false);
            check(window);
            topic(where, terminal).write(key(fabric, id), window);
            terminal.out()
                    .println("added " + key(fabric, id) + ": " + Words.time(fromNanos) + " to "
                            + Words.time(window.getToNanos()));
            return ExitCodes.DONE;
        }

        private long toNanos(long fromNanos) {
            if ((to == null) == (length == null)) {
                throw CommandFailure.usage("when does it end? give --to or --for, one of them", null);
            }
            return to == null
                    ? fromNanos + Durations.parseNanos("--for", String.valueOf(length))
                    : Moments.parseNanos("--to", to);
        }
    }

    /** Writes a file's windows. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Writes the windows of a YAML file (docs/alerts.md) that are new or differ from what is there.",
                "What is there and not in the file stays; 'maintenance end' calls it off."
            })
    private static final class Apply extends ApplyFile {
        private final Terminal terminal;

        Apply(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        void apply(CompactedTopic.Where to, Path read) {
            topic(to, terminal).apply(MaintenanceFile.read(read).byKey(), "window", "windows");
        }
    }

    /** Ends a window early. */
    @Command(
            name = "end",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Ends a window early, or calls it off. Exit code 1 where there is none with the id.")
    private static final class End implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private CompactedTopic.Where where = new CompactedTopic.Where();

        @Parameters(paramLabel = "ID", description = "Id of the window.")
        private String id = "";

        @Option(names = "--fabric", required = true, paramLabel = "NAME", description = "Fabric.")
        private String fabric = "";

        End(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            CompactedTopic<MaintenanceWindow> topic = topic(where, terminal);
            MaintenanceWindow window = topic.read().get(key(fabric, id));
            if (window == null || window.getCancelled()) {
                throw CommandFailure.failed(
                        "there is no window " + key(fabric, id) + ": 'maintenance list' prints what there is", null);
            }
            window.setCancelled(true);
            topic.write(key(fabric, id), window);
            terminal.out().println("ended " + key(fabric, id));
            return ExitCodes.DONE;
        }
    }

    /** What is planned. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Prints the windows that are not over, with --all also those that are or were called off.")
    private static final class Listing implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private CompactedTopic.Where where = new CompactedTopic.Where();

        @Option(names = "--all", description = "Also what is over or called off.")
        private boolean all;

        @Option(names = "--json", description = "One JSON object.")
        private boolean json;

        Listing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            long now = Moments.nanos(Instant.now());
            SortedMap<String, MaintenanceWindow> windows =
                    topic(where, terminal).read();
            windows.values().removeIf(each -> !all && (each.getCancelled() || each.getToNanos() <= now));
            if (json) {
                ObjectNode object = Json.object();
                ArrayNode array = object.putArray("windows");
                windows.values().forEach(each -> array.add(json(each)));
                terminal.out().println(Json.text(object));
            } else {
                windows.forEach((key, each) -> terminal.out().println(key + ": " + words(each)));
            }
            return ExitCodes.DONE;
        }

        private static String words(MaintenanceWindow window) {
            StringBuilder text = new StringBuilder();
            text.append(Words.time(window.getFromNanos())).append(" to ").append(Words.time(window.getToNanos()));
            text.append(window.getDevice().isEmpty() ? "" : ", device " + window.getDevice());
            text.append(window.getPort().isEmpty() ? "" : " port " + window.getPort());
            text.append(window.getHost().isEmpty() ? "" : ", host " + window.getHost());
            text.append(window.getDevice().isEmpty() && window.getHost().isEmpty() ? ", the whole fabric" : "");
            text.append(window.getReason().isEmpty() ? "" : ", " + window.getReason());
            return text.append(window.getCancelled() ? " (called off)" : "").toString();
        }

        private static ObjectNode json(MaintenanceWindow window) {
            ObjectNode json = Json.object();
            json.put("fabric", window.getFabric());
            json.put("id", window.getWindowId());
            json.put("device", window.getDevice());
            json.put("port", window.getPort());
            json.put("host", window.getHost());
            json.put("fromNanos", window.getFromNanos());
            json.put("toNanos", window.getToNanos());
            json.put("reason", window.getReason());
            json.put("cancelled", window.getCancelled());
            return json;
        }
    }
}
