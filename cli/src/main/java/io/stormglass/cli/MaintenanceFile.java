package io.stormglass.cli;

import static io.stormglass.cli.PeoplesFile.text;

import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.replay.YamlShape;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Planned work in one fabric; the form of the file is described in {@code docs/alerts.md}. */
record MaintenanceFile(@Nullable String fabric, @Nullable List<Window> windows) {
    private static final YamlShape SHAPE = YamlShape.keys("fabric", "windows")
            .with("windows", YamlShape.keys("id", "device", "port", "host", "from", "to", "reason"));

    /**
     * A window.
     *
     * @param from ISO 8601 with offset
     * @param to likewise
     */
    record Window(
            @Nullable String id,
            @Nullable String device,
            @Nullable String port,
            @Nullable String host,
            @Nullable String from,
            @Nullable String to,
            @Nullable String reason) {}

    static MaintenanceFile read(Path file) {
        MaintenanceFile read = PeoplesFile.read(file, SHAPE, MaintenanceFile.class);
        if (read == null || text(read.fabric).isEmpty()) {
            throw CommandFailure.usage(file + ": fabric is missing: say in which fabric the work is", null);
        }
        return read;
    }

    /** The windows by key. */
    SortedMap<String, @Nullable MaintenanceWindow> byKey() {
        SortedMap<String, @Nullable MaintenanceWindow> all = new TreeMap<>();
        for (Window window : windows == null ? List.<Window>of() : windows) {
            MaintenanceWindow record = record(window);
            if (all.put(MaintenanceCommand.key(record.getFabric(), record.getWindowId()), record) != null) {
                throw CommandFailure.usage("window " + record.getWindowId() + " is in the file twice", null);
            }
        }
        return all;
    }

    private MaintenanceWindow record(Window window) {
        String id = text(window.id);
        MaintenanceWindow record = new MaintenanceWindow(
                text(fabric),
                id,
                text(window.device),
                text(window.port),
                text(window.host),
                moment("from", id, window.from),
                moment("to", id, window.to),
                text(window.reason),
                false);
        MaintenanceCommand.check(record);
        return record;
    }

    private static long moment(String what, String id, @Nullable String text) {
        if (text == null) {
            throw CommandFailure.usage("window '" + id + "' has no '" + what + "'", null);
        }
        return Moments.parseNanos(what + " of window " + id, text);
    }
}
