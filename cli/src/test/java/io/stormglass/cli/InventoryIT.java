package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.stormglass.embedded.SharedStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that write what people know: inventory and maintenance. */
class InventoryIT {
    private final String prefix = SharedStack.uniqueName("people").toLowerCase(Locale.ROOT);

    @TempDir
    private Path folder;

    private CommandRun run(String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(
                "--prefix",
                prefix,
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers(),
                "--schema-registry",
                SharedStack.endpoints().registryUrl()));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private void topics() {
        CommandRun created = CommandRun.of(
                "topics",
                "apply",
                "--prefix",
                prefix,
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers());
        assertThat(created.code()).as(created.err()).isZero();
    }

    @Test
    void anInventoryIsAppliedListedAndTakenOut() throws IOException {
        topics();
        Path file = Files.writeString(
                folder.resolve("inventory.yaml"),
                "fabric: f\ncluster: east\ndevices:\n- {name: host-5, rack: r12}\njobs:\n- {id: train-7, hosts: [host-5]}\n");
        CommandRun first = run("inventory", "apply", file.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out().lines())
                .containsExactly(
                        "added f/device/host-5", "added f/fabric/f", "added f/job/train-7", "3 of 3 entities written");
        assertThat(run("inventory", "apply", file.toString()).out()).isEqualTo("0 of 3 entities written\n");

        Files.writeString(file, Files.readString(file).replace("r12", "r13"));
        assertThat(run("inventory", "apply", file.toString()).out()).contains("changed f/device/host-5");
        JsonNode listed = run("inventory", "list", "--json").json().get("entities");
        assertThat(listed.findValuesAsText("key")).containsExactly("f/device/host-5", "f/fabric/f", "f/job/train-7");
        assertThat(listed.get(0).get("rack").asText()).isEqualTo("r13");

        assertThat(run("inventory", "remove", "f/job/none", "f/job/train-7").code())
                .isEqualTo(1);
        assertThat(run("inventory", "remove", "f/job/train-7").out()).isEqualTo("removed f/job/train-7\n");
        assertThat(run("inventory", "list").out().lines()).containsExactly("f/device/host-5", "f/fabric/f");
    }

    @Test
    void windowsAreAddedListedAndEnded() {
        topics();
        CommandRun added = run(
                "maintenance",
                "add",
                "chg-17",
                "--fabric",
                "f",
                "--host",
                "host-5",
                "--for",
                "90min",
                "--reason",
                "new firmware");
        assertThat(added.code()).as(added.err()).isZero();
        assertThat(added.out()).startsWith("added f/chg-17: ");
        JsonNode window =
                run("maintenance", "list", "--json").json().get("windows").get(0);
        assertThat(window.get("host").asText()).isEqualTo("host-5");
        assertThat(window.get("toNanos").asLong() - window.get("fromNanos").asLong())
                .isEqualTo(5_400_000_000_000L);
        assertThat(run("maintenance", "list").out()).contains("f/chg-17: ").contains("host host-5, new firmware");

        assertThat(run("maintenance", "end", "chg-17", "--fabric", "f").out()).isEqualTo("ended f/chg-17\n");
        assertThat(run("maintenance", "list").out()).isEmpty();
        assertThat(run("maintenance", "list", "--all").out()).contains("(called off)");
        CommandRun again = run("maintenance", "end", "chg-17", "--fabric", "f");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("there is no window f/chg-17");
    }

    @Test
    void theExampleOfTheDocumentIsApplied() throws IOException {
        topics();
        String document = Files.readString(Path.of(System.getProperty("stormglass.root"), "docs", "alerts.md"));
        String example = document.substring(document.indexOf("```yaml\nfabric: pod1") + 8);
        Path file = Files.writeString(folder.resolve("windows.yaml"), example.substring(0, example.indexOf("```")));
        assertThat(run("maintenance", "apply", file.toString()).out())
                .isEqualTo("added pod1/chg-17\nadded pod1/chg-18\n2 of 2 windows written\n");
        Files.writeString(file, Files.readString(file).replace("new firmware", "new cable"));
        assertThat(run("maintenance", "apply", file.toString()).out())
                .isEqualTo("changed pod1/chg-17\n1 of 2 windows written\n");
        JsonNode windows = run("maintenance", "list", "--all", "--json").json().get("windows");
        assertThat(windows).hasSize(2);
        assertThat(windows.get(0).get("reason").asText()).isEqualTo("new cable");
        // 2026-03-02T07:00:00Z
        assertThat(windows.get(1).get("fromNanos").asLong()).isEqualTo(1_772_434_800_000_000_000L);
    }

    @Test
    void aFileOfWindowsThatCannotBeIsRefused() throws IOException {
        Map<String, String> wrong = Map.of(
                "windows: []", "fabric is missing",
                "fabric: f\nwindows: [{id: a, from: \"2026-03-01T10:00:00Z\"}]", "window 'a' has no 'to'",
                "fabric: f\nwindows: [{id: a, hosst: h}]", "hosst",
                "fabric: f\nwindows: [{id: a, port: p, from: \"2026-03-01T10:00:00Z\", to: \"2026-03-01T11:00:00Z\"}]",
                        "names port p but no device");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            Path file = Files.writeString(folder.resolve("wrong.yaml"), each.getKey());
            CommandRun refused = run("maintenance", "apply", file.toString());
            assertThat(refused.code()).as(each.getKey()).isEqualTo(2);
            assertThat(refused.err()).contains(each.getValue());
        }
    }

    @Test
    void aWindowThatCannotBeIsRefusedBeforeItIsWritten() {
        CommandRun both = run("maintenance", "add", "w", "--fabric", "f");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("give --to or --for");
        CommandRun port = run("maintenance", "add", "w", "--fabric", "f", "--port", "e1", "--for", "1s");
        assertThat(port.code()).isEqualTo(2);
        assertThat(port.err()).contains("names port e1 but no device");
    }

    @Test
    void withoutTopicsItSaysHowToMakeThem() {
        CommandRun listed = run("inventory", "list");
        assertThat(listed.code()).isEqualTo(1);
        assertThat(listed.err()).contains(prefix + ".inventory.v1");
    }
}
