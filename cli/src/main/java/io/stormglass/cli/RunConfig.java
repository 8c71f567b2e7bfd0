package io.stormglass.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.stormglass.fabric.scenario.NearestWord;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.replay.LinkSpeed;
import io.stormglass.replay.YamlShape;
import io.stormglass.schemas.registry.RegistryAuth;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.Limits;
import io.stormglass.streams.advice.RecommenderSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of {@code run}. Unknown keys are refused.
 *
 * @param bootstrapServers Kafka brokers
 * @param schemaRegistry where the registry is and how to speak to it
 * @param prefix first part of every topic's name
 * @param threads stream threads
 * @param stateDir folder for the state stores of this instance
 * @param flows models beside flows
 * @param client further settings of Kafka clients
 * @param sinks who is told of storms; null: nobody
 * @param remoteWrite where samples go; null: nowhere
 * @param postgres where incidents and advice are kept; null: nowhere
 * @param advice ECN advice; null: as by default
 * @param http where metrics and the API are served; null: nowhere
 * @param pauses limits of the storm states of ports; null, as of the three after it: as by default
 * @param storms limits of incidents and their pages
 * @param quality limits of silence
 * @param findings limits of findings of configuration
 */
record RunConfig(
        String bootstrapServers,
        Registry schemaRegistry,
        String prefix,
        int threads,
        String stateDir,
        Flows flows,
        Map<String, String> client,
        @Nullable SinksConfig sinks,
        @Nullable RemoteWriteConfig remoteWrite,
        @Nullable PostgresConfig postgres,
        @Nullable AdviceConfig advice,
        @Nullable HttpConfig http,
        @Nullable LimitValues pauses,
        @Nullable LimitValues storms,
        @Nullable LimitValues quality,
        @Nullable LimitValues findings) {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final YamlShape SHAPE = YamlShape.keys(
                    "bootstrapServers",
                    "schemaRegistry",
                    "prefix",
                    "threads",
                    "stateDir",
                    "flows",
                    "client",
                    "sinks",
                    "remoteWrite",
                    "postgres",
                    "advice",
                    "http",
                    "pauses",
                    "storms",
                    "quality",
                    "findings")
            .with("sinks", SinksConfig.SHAPE)
            .with("remoteWrite", RemoteWriteConfig.SHAPE)
            .with("postgres", PostgresConfig.SHAPE)
            .with("advice", AdviceConfig.SHAPE)
            .with("http", HttpConfig.SHAPE)
            .with("pauses", LimitKey.Section.PAUSES.shape())
            .with("storms", LimitKey.Section.STORMS.shape())
            .with("quality", LimitKey.Section.QUALITY.shape())
            .with("findings", LimitKey.Section.FINDINGS.shape())
            .with(
                    "flows",
                    YamlShape.keys(
                            "reference",
                            "compare",
                            "assumedLine",
                            "reorderMillis",
                            "intervalSeconds",
                            "statesPerSecond",
                            "expirySeconds"))
            .with("schemaRegistry", YamlShape.keys("url", "user", "passwordFile", "tokenFile"));

    RunConfig {
        if (bootstrapServers == null || bootstrapServers.isBlank()) {
            throw new IllegalArgumentException("bootstrapServers is missing, such as kafka1:9092,kafka2:9092");
        }
        if (schemaRegistry == null) {
            throw new IllegalArgumentException("schemaRegistry is missing; it needs a url");
        }
        prefix = prefix == null ? TopicNaming.DEFAULT_PREFIX : prefix;
        threads = threads == 0 ? 1 : threads;
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ", at least 1 is needed");
        }
        stateDir = stateDir == null ? System.getProperty("java.io.tmpdir") + "/stormglass-state" : stateDir;
        flows = flows == null ? new Flows(null, null, null, null, null, null, null) : flows;
        client = client == null ? Map.of() : Map.copyOf(client);
    }

    /**
     * The registry. Secrets come from files or from the environment, never from the configuration itself.
     *
     * @param url one or more addresses, separated by commas
     * @param user user of basic authentication
     * @param passwordFile file that holds the password; without it STORMGLASS_REGISTRY_PASSWORD
     * @param tokenFile file that holds a bearer token, read again when it changes
     */
    record Registry(
            String url,
            @Nullable String user,
            @Nullable String passwordFile,
            @Nullable String tokenFile) {
        Registry {
            if (url == null || url.isBlank()) {
                throw new IllegalArgumentException("schemaRegistry.url is missing, such as http://registry:8081");
            }
            if (user != null && tokenFile != null) {
                throw new IllegalArgumentException("schemaRegistry has both user and tokenFile: give one");
            }
        }
    }

    /**
     * Models beside flows; what is left out is as {@link FlowSettings#defaults} has it.
     *
     * @param reference preset that flows are judged by; {@code none} runs no models
     * @param compare presets whose fit is kept
     * @param assumedLine rate of the sender's port where no observer knows it, such as {@code 100G}
     */
    record Flows(
            @Nullable String reference,
            @Nullable List<String> compare,
            @Nullable String assumedLine,
            @Nullable Long reorderMillis,
            @Nullable Long intervalSeconds,
            @Nullable Integer statesPerSecond,
            @Nullable Long expirySeconds) {
        private static final String NONE = "none";

        FlowSettings over(FlowSettings base) {
            DcqcnPreset judge =
                    NONE.equals(reference) ? null : reference == null ? base.reference() : DcqcnPreset.of(reference);
            return new FlowSettings(
                    judge,
                    compare == null
                            ? base.compared()
                            : compare.stream().map(DcqcnPreset::of).toList(),
                    assumedLine == null ? base.assumedLineBitsPerSecond() : LinkSpeed.parse(assumedLine),
                    reorderMillis == null ? base.reorder() : Duration.ofMillis(reorderMillis),
                    intervalSeconds == null ? base.interval() : Duration.ofSeconds(intervalSeconds),
                    statesPerSecond == null ? base.statesPerSecond() : statesPerSecond,
                    expirySeconds == null ? base.expiry() : Duration.ofSeconds(expirySeconds));
        }
    }

    static RunConfig read(Path file) {
        try {
            String yaml = Files.readString(file, StandardCharsets.UTF_8);
            Optional<YamlShape.Unknown> unknown = SHAPE.unknown(yaml);
            if (unknown.isPresent()) {
                YamlShape.Unknown key = unknown.get();
                throw CommandFailure.usage(file + ", " + key.words() + NearestWord.hint(key.key(), key.known()), null);
            }
            RunConfig config = YAML.readValue(yaml, RunConfig.class);
            config.limits();
            config.recommender();
            return config;
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(file + ": " + e.getMessage(), e);
        } catch (JsonProcessingException e) {
            throw CommandFailure.usage(file + line(e) + ": " + words(e), e);
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read configuration " + file + ": " + e.getMessage(), e);
        }
    }

    private static String line(JsonProcessingException e) {
        // The parser reads ahead: the token that it stands at is where the trouble is.
        JsonLocation location =
                e.getProcessor() instanceof JsonParser parser ? parser.currentTokenLocation() : e.getLocation();
        return location == null ? "" : ", line " + location.getLineNr();
    }

    private static String words(JsonProcessingException e) {
        return e.getCause() instanceof IllegalArgumentException wrong
                ? String.valueOf(wrong.getMessage())
                : e.getOriginalMessage();
    }

    /**
     * Limits of what finds storms.
     *
     * @throws IllegalArgumentException if two of them do not fit
     */
    Limits limits() {
        return LimitValues.of(Stream.of(pauses, storms, quality, findings)
                        .filter(Objects::nonNull)
                        .toList())
                .limits();
    }

    /**
     * How ECN advice is made; nothing where it is off.
     *
     * @throws IllegalArgumentException if a value is none that can be
     */
    Optional<RecommenderSettings> recommender() {
        return (advice == null ? AdviceConfig.DEFAULT : advice).settings();
    }

    /** How to speak to the registry. */
    RegistryConfig registry(Map<String, String> environment) {
        try {
            return RegistryConfig.parse(schemaRegistry.url()).withAuth(auth(environment));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private RegistryAuth auth(Map<String, String> environment) {
        if (schemaRegistry.tokenFile() != null) {
            return new RegistryAuth.BearerFile(Path.of(schemaRegistry.tokenFile()));
        }
        if (schemaRegistry.user() == null) {
            return ClusterOptions.auth(environment);
        }
        return new RegistryAuth.Basic(schemaRegistry.user(), password(environment));
    }

    private String password(Map<String, String> environment) {
        String file = schemaRegistry.passwordFile();
        if (file == null) {
            return environment.getOrDefault("STORMGLASS_REGISTRY_PASSWORD", "");
        }
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read the registry's password from " + file + ": " + e.getMessage(), e);
        }
    }
}
