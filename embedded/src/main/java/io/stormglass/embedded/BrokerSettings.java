package io.stormglass.embedded;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Kafka settings of the embedded broker. */
final class BrokerSettings {
    static final int NODE_ID = 1;
    static final String HOST = "127.0.0.1";
    static final String CLIENT_LISTENER = "PLAINTEXT";
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private BrokerSettings() {}

    /** All settings of one broker; the user's replace ours. */
    static Map<String, String> of(Map<String, String> replacements, Path logs, int clientPort, int controllerPort) {
        Map<String, String> settings = new TreeMap<>();
        network(settings, clientPort, controllerPort);
        singleNode(settings);
        time(settings);
        space(settings);
        settings.put("log.dirs", logs.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.putAll(replacements);
        return settings;
    }

    /** Settings of a start whose only purpose is that the session of a killed broker ends soon. */
    static Map<String, String> shortSession() {
        return Map.of("broker.session.timeout.ms", "1000", "broker.heartbeat.interval.ms", "200");
    }

    private static void network(Map<String, String> settings, int clientPort, int controllerPort) {
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("process.roles", "broker,controller");
        settings.put(
                "listeners",
                CLIENT_LISTENER + "://" + HOST + ":" + clientPort + "," + CONTROLLER_LISTENER + "://" + HOST + ":"
                        + controllerPort);
        settings.put(
                "listener.security.protocol.map", CLIENT_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.put("inter.broker.listener.name", CLIENT_LISTENER);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put("controller.quorum.voters", NODE_ID + "@" + HOST + ":" + controllerPort);
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
    }

    private static void singleNode(Map<String, String> settings) {
        settings.put("default.replication.factor", "1");
        settings.put("min.insync.replicas", "1");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "4");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", "4");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("share.coordinator.state.topic.num.partitions", "1");
    }

    private static void time(Map<String, String> settings) {
        // Record time is event time: a capture may come from any year, and no record may expire while it is read.
        settings.put("log.message.timestamp.type", "CreateTime");
        settings.put("log.message.timestamp.before.max.ms", Long.toString(Long.MAX_VALUE));
        settings.put("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
        settings.put("log.retention.ms", "-1");
        // Controller and broker live and die together: a session that ends early helps nobody.
        settings.put("broker.session.timeout.ms", "30000");
        settings.put("broker.heartbeat.interval.ms", "1000");
        settings.put("server.max.startup.time.ms", "60000");
        // A single process has nobody to wait for.
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    }

    private static void space(Map<String, String> settings) {
        // Topics are bounded by bytes, so the bound has to be looked at often and in small steps.
        settings.put("log.segment.bytes", Integer.toString(128 << 20));
        settings.put("log.retention.check.interval.ms", "10000");
        settings.put("log.segment.delete.delay.ms", "1000");
        // The default reserves 128 MiB of heap.
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(2 << 20));
    }
}
