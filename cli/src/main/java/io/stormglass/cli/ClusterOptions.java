package io.stormglass.cli;

import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryAuth;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the user's own Kafka and schema registry are. */
final class ClusterOptions {
    private static final String API_TIMEOUT = "default.api.timeout.ms";
    private static final String REQUEST_TIMEOUT = "request.timeout.ms";

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "Kafka brokers, separated by commas.")
    @Nullable
    String bootstrapServers;

    @Option(
            names = "--schema-registry",
            paramLabel = "URL",
            description = {
                "Schema registry that speaks Confluent's REST protocol.",
                "Credentials: environment STORMGLASS_REGISTRY_USER and STORMGLASS_REGISTRY_PASSWORD, or"
                        + " STORMGLASS_REGISTRY_TOKEN."
            })
    @Nullable
    String schemaRegistry;

    @Option(
            names = "--client-properties",
            paramLabel = "FILE",
            description = "Settings for Kafka clients, such as security.protocol and sasl.jaas.config.")
    @Nullable
    Path clientProperties;

    /** Brokers, or a failure that says how to name them. */
    String requireServers() {
        if (bootstrapServers == null || bootstrapServers.isBlank()) {
            throw CommandFailure.usage("no brokers named: give --bootstrap-servers HOST:PORT", null);
        }
        return bootstrapServers;
    }

    /** A registry client, or a failure that says what is missing. */
    SchemaRegistryClient requireRegistry(Map<String, String> environment) {
        if (schemaRegistry == null || schemaRegistry.isBlank()) {
            throw CommandFailure.usage("no schema registry named: give --schema-registry URL", null);
        }
        return registry(schemaRegistry, environment);
    }

    static SchemaRegistryClient registry(String addresses, Map<String, String> environment) {
        try {
            return new HttpSchemaRegistryClient(RegistryConfig.parse(addresses).withAuth(auth(environment)));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    static RegistryAuth auth(Map<String, String> environment) {
        String token = environment.get("STORMGLASS_REGISTRY_TOKEN");
        if (token != null && !token.isEmpty()) {
            return new RegistryAuth.Bearer(token);
        }
        String user = environment.get("STORMGLASS_REGISTRY_USER");
        if (user != null && !user.isEmpty()) {
            return new RegistryAuth.Basic(user, environment.getOrDefault("STORMGLASS_REGISTRY_PASSWORD", ""));
        }
        return RegistryAuth.NONE;
    }

    /** Further settings of every Kafka client. */
    Map<String, String> clientSettings() {
        if (clientProperties == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(clientProperties, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw CommandFailure.usage("cannot read client properties " + clientProperties + ": " + e.getMessage(), e);
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }

    /**
     * An admin client. Closing it waits for calls under way, so they end when nobody waits for them any more.
     *
     * @param timeout of a call, where the client settings say nothing of it
     */
    static Admin admin(String servers, Map<String, String> clientSettings, Duration timeout) {
        Map<String, Object> settings = new HashMap<>(clientSettings);
        if (!settings.containsKey(API_TIMEOUT) && !settings.containsKey(REQUEST_TIMEOUT)) {
            settings.put(API_TIMEOUT, Math.toIntExact(timeout.toMillis()));
            settings.put(REQUEST_TIMEOUT, Math.toIntExact(timeout.toMillis()));
        }
        settings.put("bootstrap.servers", servers);
        settings.put("client.id", "stormglass-admin");
        try {
            return Admin.create(settings);
        } catch (RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw CommandFailure.usage("cannot use brokers '" + servers + "': " + cause.getMessage(), e);
        }
    }
}
