package io.stormglass.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.schemas.topics.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What people know of fabrics, devices, ports and jobs. */
final class InventoryCommand {
    private InventoryCommand() {}

    static CommandLine line(Terminal terminal) {
        return new CommandLine(new Group())
                .addSubcommand(new Apply(terminal))
                .addSubcommand(new Listing(terminal))
                .addSubcommand(new Remove(terminal));
    }

    private static CompactedTopic<InventoryEntity> topic(CompactedTopic.Where where, Terminal terminal) {
        return new CompactedTopic<>(where, Topic.INVENTORY, InventoryEntity.class, terminal);
    }

    /** Names the three. */
    @Command(
            name = "inventory",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            synopsisSubcommandLabel = "COMMAND",
            description = "Writes and lists what people know of fabrics, devices, ports and jobs.")
    private static final class Group extends SubcommandGroup {}

    /** Writes a file's entities. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Writes the entities of a YAML file (docs/inventory.md) that are new or differ from what is there.",
                "What is there and not in the file stays; 'inventory remove' takes it out."
            })
    private static final class Apply extends ApplyFile {
        private final Terminal terminal;

        Apply(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        void apply(CompactedTopic.Where to, Path read) {
            topic(to, terminal).apply(InventoryFile.read(read).entities(), "entity", "entities");
        }
    }

    /** What is there. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Prints the keys of all entities, with --json whole ones.")
    private static final class Listing implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private CompactedTopic.Where where = new CompactedTopic.Where();

        @Option(names = "--json", description = "One JSON object.")
        private boolean json;

        Listing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            SortedMap<String, InventoryEntity> there = topic(where, terminal).read();
            if (json) {
                ObjectNode all = Json.object();
                ArrayNode entities = all.putArray("entities");
                there.forEach((key, entity) -> entities.add(json(key, entity)));
                terminal.out().println(Json.text(all));
            } else {
                there.keySet().forEach(terminal.out()::println);
            }
            return ExitCodes.DONE;
        }

        private static ObjectNode json(String key, InventoryEntity entity) {
            ObjectNode json = Json.object();
            json.put("key", key);
            json.put("fabric", entity.getFabric());
            json.put("kind", Json.word(entity.getKind()));
            json.put("entity", entity.getEntity());
            json.put("role", Json.word(entity.getRole()));
            json.put("host", entity.getHost());
            json.put("tier", entity.getTier());
            json.put("rack", entity.getRack());
            json.put("rail", entity.getRail());
            json.put("plane", entity.getPlane());
            json.put("cluster", entity.getCluster());
            json.put("owner", entity.getOwner());
            json.put("tenant", entity.getTenant());
            json.put("breakoutParent", entity.getBreakoutParent());
            json.put("lag", entity.getLag());
            ArrayNode hosts = json.putArray("hosts");
            entity.getHosts().forEach(hosts::add);
            json.put("fromNanos", entity.getFromNanos());
            json.set("toNanos", Json.orNull(entity.getToNanos()));
            return json;
        }
    }

    /** Takes entities out. */
    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Takes entities out. Exit code 1 where one is not there; then none is taken out.")
    private static final class Remove implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private CompactedTopic.Where where = new CompactedTopic.Where();

        @Parameters(paramLabel = "KEY", arity = "1..*", description = "Keys as 'inventory list' prints them.")
        private List<String> keys = List.of();

        Remove(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            CompactedTopic<InventoryEntity> topic = topic(where, terminal);
            SortedMap<String, InventoryEntity> there = topic.read();
            SortedMap<String, @Nullable InventoryEntity> gone = new TreeMap<>();
            for (String key : keys) {
                if (!there.containsKey(key)) {
                    throw CommandFailure.failed(
                            key + " is not in the inventory: 'inventory list' prints what is", null);
                }
                gone.put(key, null);
            }
            topic.write(gone);
            gone.keySet().forEach(key -> terminal.out().println("removed " + key));
            return ExitCodes.DONE;
        }
    }
}
