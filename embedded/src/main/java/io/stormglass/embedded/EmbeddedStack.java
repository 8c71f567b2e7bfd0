package io.stormglass.embedded;

import io.stormglass.embedded.registry.RegistryServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Broker and schema registry of one run, started together and closed together. */
public final class EmbeddedStack implements AutoCloseable {
    private final EmbeddedKafka kafka;
    private final RegistryServer registry;

    /**
     * Where a stack is reached.
     *
     * @param bootstrapServers address for Kafka clients, {@code host:port}
     * @param registryUrl address of the schema registry, {@code http://host:port}
     */
    public record Endpoints(String bootstrapServers, String registryUrl) {}

    private EmbeddedStack(EmbeddedKafka kafka, RegistryServer registry) {
        this.kafka = kafka;
        this.registry = registry;
    }

    /**
     * Starts both and returns when both serve.
     *
     * @throws EmbeddedException if one of them does not start; nothing is left running then
     */
    public static EmbeddedStack start(EmbeddedConfig config) {
        EmbeddedKafka kafka = EmbeddedKafka.start(config);
        try {
            return new EmbeddedStack(kafka, RegistryServer.start(kafka.bootstrapServers(), config.registryPort()));
        } catch (IOException e) {
            kafka.close();
            throw new EmbeddedException("the embedded schema registry did not start: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            kafka.close();
            throw e;
        }
    }

    /** Both addresses. */
    public Endpoints endpoints() {
        return new Endpoints(kafka.bootstrapServers(), registry.url());
    }

    /** Address for Kafka clients, {@code 127.0.0.1:port}. */
    public String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    /** Address of the schema registry, {@code http://127.0.0.1:port}. */
    public String registryUrl() {
        return registry.url();
    }

    /** Directory with the stack's data. */
    public Path dataDirectory() {
        return kafka.dataDirectory();
    }

    /** The fault after which the stack could not go on, if there was one. */
    public Optional<Throwable> failure() {
        return kafka.failure();
    }

    /** Stops the registry, then the broker. */
    @Override
    public void close() {
        try (kafka) {
            registry.close();
        }
    }
}
