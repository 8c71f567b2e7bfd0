package io.stormglass.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The library of scenarios with what is wrong in each; of one, every setting. */
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Lists the scenarios of the library with their faults; of one, its settings.")
final class ScenariosCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..1",
            description = "name in the library, or a YAML file; without one, all of the library")
    private @Nullable String scenario;

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    ScenariosCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        String one = scenario;
        List<String> names = one == null ? ScenarioLibrary.all() : List.of(one);
        List<ScenarioFile> files = new ArrayList<>();
        names.forEach(name -> files.add(Scenarios.load(name, null, Map.of())));
        String text;
        if (json) {
            text = Json.text(json(files, one != null)) + "\n";
        } else if (one == null) {
            text = list(files);
        } else {
            text = details(files.getFirst());
        }
        terminal.out().print(text);
        terminal.out().flush();
        return ExitCodes.DONE;
    }

    private static List<FaultLabel> labels(ScenarioFile file) {
        return file.scenario().labels();
    }

    private static ObjectNode json(List<ScenarioFile> files, boolean withParams) {
        ObjectNode json = Json.object();
        ArrayNode all = json.putArray("scenarios");
        for (ScenarioFile file : files) {
            ObjectNode node = all.addObject();
            node.put("name", file.name());
            node.put("about", file.about());
            ArrayNode faults = node.putArray("faults");
            labels(file).forEach(label -> faults.add(fault(label)));
            if (withParams) {
                ObjectNode params = node.putObject("params");
                file.params().forEach((key, value) -> params.set(key, EmulateJson.value(value)));
            }
        }
        return json;
    }

    static ObjectNode fault(FaultLabel label) {
        ObjectNode node = Json.object();
        node.put("kind", label.kind());
        node.put("device", label.device());
        node.put("port", label.port());
        if (label.priority() < 0) {
            node.putNull("priority");
        } else {
            node.put("priority", label.priority());
        }
        node.put("fromMicros", label.fromMicros());
        node.put("toMicros", label.toMicros());
        if (!label.cycle().isEmpty()) {
            label.cycle().forEach(node.putArray("cycle")::add);
        }
        return node;
    }

    private static String list(List<ScenarioFile> files) {
        Table table = new Table("lll").row("scenario", "faults", "about");
        int healthy = 0;
        for (ScenarioFile file : files) {
            List<FaultLabel> labels = labels(file);
            healthy += labels.isEmpty() ? 1 : 0;
            String faults = labels.isEmpty()
                    ? "none"
                    : labels.stream().map(FaultLabel::kind).distinct().collect(Collectors.joining(", "));
            table.row(file.name(), faults, firstSentence(file.about()));
        }
        return table + "\n" + Words.plural(files.size(), "scenario", "scenarios") + ", " + healthy
                + " healthy. 'stormglass scenarios SCENARIO' shows one, 'stormglass emulate SCENARIO' runs it.\n";
    }

    private static String firstSentence(String about) {
        int end = about.indexOf(". ");
        return end < 0 ? about : about.substring(0, end + 1);
    }

    private static String details(ScenarioFile file) {
        StringBuilder text = new StringBuilder();
        text.append(file.name()).append('\n').append(file.about()).append("\n\n");
        List<FaultLabel> labels = labels(file);
        text.append("Faults\n");
        if (labels.isEmpty()) {
            text.append("  none\n");
        } else {
            Table table = new Table("lllrr").row("kind", "where", "priority", "from us", "to us");
            for (FaultLabel label : labels) {
                String port = label.port() == null ? "" : "/" + label.port();
                table.row(
                        label.kind(),
                        label.device() + port,
                        label.priority() < 0 ? "-" : String.valueOf(label.priority()),
                        Words.count(label.fromMicros()),
                        Words.count(label.toMicros()));
            }
            text.append(table);
        }
        Table table = new Table("lr");
        file.params().forEach(table::row);
        return text.append("\nSettings (--set KEY=VALUE)\n").append(table).toString();
    }
}
