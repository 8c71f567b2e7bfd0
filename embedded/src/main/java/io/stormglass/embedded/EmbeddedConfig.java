package io.stormglass.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an embedded stack is started with.
 *
 * @param dataDirectory directory that keeps topics and schemas between runs; {@code null} for a temporary one that is
 *     deleted on close
 * @param brokerPort port of the broker on 127.0.0.1, 0 to 65535; 0 takes a free one
 * @param registryPort port of the schema registry on 127.0.0.1, 0 to 65535; 0 takes a free one
 * @param brokerSettings Kafka broker settings that replace the embedded broker's own, by Kafka's names
 */
public record EmbeddedConfig(
        @Nullable Path dataDirectory, int brokerPort, int registryPort, Map<String, String> brokerSettings) {

    /**
     * Checks the ports and copies the settings.
     *
     * @throws IllegalArgumentException if a port is outside 0 to 65535
     */
    public EmbeddedConfig {
        requirePort("brokerPort", brokerPort);
        requirePort("registryPort", registryPort);
        brokerSettings = Map.copyOf(Objects.requireNonNull(brokerSettings, "brokerSettings"));
    }

    /** A stack on free ports whose data goes away when it is closed. */
    public static EmbeddedConfig temporary() {
        return new EmbeddedConfig(null, 0, 0, Map.of());
    }

    /** A stack on free ports that keeps its data in {@code directory}, created if it does not exist. */
    public static EmbeddedConfig keptIn(Path directory) {
        return new EmbeddedConfig(Objects.requireNonNull(directory, "directory"), 0, 0, Map.of());
    }

    /** The same on given ports; 0 takes a free one. */
    public EmbeddedConfig withPorts(int newBrokerPort, int newRegistryPort) {
        return new EmbeddedConfig(dataDirectory, newBrokerPort, newRegistryPort, brokerSettings);
    }

    /** The same with one more Kafka broker setting. */
    public EmbeddedConfig withBrokerSetting(String name, String value) {
        Map<String, String> settings = new LinkedHashMap<>(brokerSettings);
        settings.put(name, value);
        return new EmbeddedConfig(dataDirectory, brokerPort, registryPort, settings);
    }

    private static void requirePort(String name, int port) {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(name + " is " + port + ", must be 0 (a free port) to 65535");
        }
    }
}
