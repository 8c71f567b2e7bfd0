package io.stormglass.streams.sink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.testkit.AlertmanagerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Alertmanager configuration that we ship, and what an Alertmanager with it has. */
final class Shipped {
    static final Path CONFIG = Path.of(System.getProperty("stormglass.root", "."), "docker", "alertmanager.yml");

    private Shipped() {}

    /** One that tells a receiver, and sooner than is shipped; not started. */
    static AlertmanagerProcess alertmanager(Path folder, URI receiver) throws IOException {
        String quick = Files.readString(CONFIG)
                .replace("http://127.0.0.1:9099", receiver.toString())
                .replace("group_wait: 5s", "group_wait: 100ms")
                .replace("group_interval: 1m", "group_interval: 300ms");
        if (quick.contains("9099") || quick.contains("5s") || quick.contains("group_interval: 1m")) {
            throw new IllegalStateException("the shipped configuration is not as this test expects");
        }
        return new AlertmanagerProcess(folder, quick);
    }

    /** Alerts that fire, without the one that says that somebody watches. */
    static List<JsonNode> alerts(AlertmanagerProcess alertmanager) throws IOException, InterruptedException {
        List<JsonNode> alerts = new ArrayList<>();
        for (JsonNode alert : JsonMapper.builder().build().readTree(alertmanager.get("/api/v2/alerts"))) {
            if (!alert.get("labels").get("alertname").asText().equals(Watching.NAME)) {
                alerts.add(alert);
            }
        }
        return alerts;
    }
}
