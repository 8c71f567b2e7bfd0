package io.stormglass.embedded;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A Kafka broker with its KRaft controller inside this JVM, reachable on 127.0.0.1 only. Any number can run at once,
 * each on a data directory of its own.
 *
 * <p>Kafka's calls to exit or halt the JVM are turned into exceptions, for the whole JVM: a broker that fails is reported
 * by {@link #failure()}.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);

    private final DataDirectory directory;
    private final Listeners listeners;
    private final Faults faults;
    private final Node node;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The two halves of the node; the controller starts first and stops last. */
    private record Node(ControllerServer controller, BrokerServer broker) {
        void startUp() {
            controller.startup();
            broker.startup();
        }

        void shutDown() {
            try {
                broker.shutdown();
            } finally {
                controller.shutdown();
            }
        }
    }

    private EmbeddedKafka(DataDirectory directory, Listeners listeners, Faults faults, Node node) {
        this.directory = directory;
        this.listeners = listeners;
        this.faults = faults;
        this.node = node;
    }

    /**
     * Starts a broker and returns when it serves.
     *
     * @throws EmbeddedException if the data directory is in use or cannot be written, if the port is taken, or if the
     *     broker does not start; nothing is left running or locked then
     */
    public static EmbeddedKafka start(EmbeddedConfig config) {
        Faults.keepProcessAlive();
        DataDirectory directory = DataDirectory.open(config.dataDirectory());
        try {
            return start(config, directory);
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    private static EmbeddedKafka start(EmbeddedConfig config, DataDirectory directory) {
        Listeners listeners = Listeners.bind(config.brokerPort());
        try {
            if (directory.stoppedHard()) {
                endOldSession(config, directory);
            }
            Faults faults = new Faults();
            Node node = assemble(config.brokerSettings(), directory, listeners, faults);
            startUp(node, directory);
            return new EmbeddedKafka(directory, listeners, faults, node);
        } catch (RuntimeException | Error e) {
            listeners.close();
            throw e;
        }
    }

    /**
     * Starts and stops a broker with a short session. The controller admits a broker only once the session of its killed
     * predecessor is over, and the session that counts is that of the new settings. A short one for the whole run is not
     * the way: on a busy machine it ends while the broker is alive, and every partition loses its leader.
     */
    private static void endOldSession(EmbeddedConfig config, DataDirectory directory) {
        Map<String, String> settings = new HashMap<>(config.brokerSettings());
        settings.putAll(BrokerSettings.shortSession());
        try (Listeners listeners = Listeners.bind(0)) {
            Node node = assemble(settings, directory, listeners, new Faults());
            startUp(node, directory);
            node.shutDown();
        }
    }

    private static Node assemble(
            Map<String, String> replacements, DataDirectory directory, Listeners listeners, Faults faults) {
        Map<String, String> settings =
                BrokerSettings.of(replacements, directory.logs(), listeners.clientPort(), listeners.controllerPort());
        try {
            KafkaConfig kafkaConfig = new KafkaConfig(settings, false);
            formatOnce(directory);
            return assemble(kafkaConfig, listeners, faults);
        } catch (Exception e) {
            throw notStarted(directory, e);
        }
    }

    private static Node assemble(KafkaConfig config, Listeners listeners, Faults faults) {
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> stored =
                KafkaRaftServer.initializeLogDirs(config, LOG, "[embedded] ");
        String clusterId = stored._1().clusterId().orElseThrow();
        QuorumConfig quorum = config.quorumConfig();
        SharedServer shared = new SharedServer(
                config,
                stored._1(),
                Time.SYSTEM,
                Server.initializeMetrics(config, Time.SYSTEM, clusterId),
                CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
                QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
                faults,
                listeners);
        return new Node(
                new ControllerServer(shared, KafkaRaftServer.configSchema(), stored._2()), new BrokerServer(shared));
    }

    /** Formats beside the final place and moves it there, so that a kill in the middle leaves no half-formatted broker. */
    private static void formatOnce(DataDirectory directory) throws Exception {
        Path logs = directory.logs();
        if (Files.exists(logs)) {
            return;
        }
        Path fresh = logs.resolveSibling(logs.getFileName() + ".new");
        if (Files.exists(fresh)) {
            DataDirectory.delete(fresh);
        }
        Files.createDirectories(fresh);
        try (PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(silent)
                    .setNodeId(BrokerSettings.NODE_ID)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setDirectories(List.of(fresh.toString()))
                    .setMetadataLogDirectory(fresh.toString())
                    .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
                    .run();
        }
        Files.move(fresh, logs, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void startUp(Node node, DataDirectory directory) {
        try {
            node.startUp();
        } catch (Exception | Error e) {
            // Kafka is written in Scala: checked exceptions come undeclared.
            try {
                node.shutDown();
            } catch (Exception | Error again) {
                e.addSuppressed(again);
            }
            throw notStarted(directory, e);
        }
    }

    private static EmbeddedException notStarted(DataDirectory directory, Throwable cause) {
        return new EmbeddedException(
                "the embedded Kafka broker did not start on " + directory.path() + ": " + cause.getMessage(), cause);
    }

    /** Address for Kafka clients, {@code 127.0.0.1:port}. */
    public String bootstrapServers() {
        return BrokerSettings.HOST + ":" + listeners.clientPort();
    }

    /** Directory with the broker's data. */
    public Path dataDirectory() {
        return directory.path();
    }

    /** The fault after which the broker could not go on, if there was one. */
    public Optional<Throwable> failure() {
        return faults.fatal();
    }

    /** Stops the broker and waits until it has stopped; a temporary data directory is deleted. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (directory;
                listeners) {
            node.shutDown();
        }
    }
}
