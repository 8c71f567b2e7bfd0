package io.stormglass.streams;

import io.stormglass.schemas.topics.Topic;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;

/** Settings of Kafka Streams that follow from ours. */
final class StreamsProperties {
    /** How long a poll may take; a question to the registry gets half of it. */
    static final int MAX_POLL_INTERVAL_MILLIS = 300_000;

    /** Longer than a busy machine keeps a thread waiting, and half of what a restart may take. */
    private static final int SESSION_MILLIS = 10_000;

    private static final long CACHE_BYTES = 64L << 20;
    private static final long STORMS_CACHE_BYTES = 16L << 20;

    /** Under exactly-once every hop waits for a commit. */
    private static final int COMMIT_MILLIS = 50;

    /** A commit waits for the broker, some 50 ms of a thread's time where that is busy: of twice as many pages come later. */
    private static final int STORMS_COMMIT_MILLIS = 100;

    /** No page waits for the states of flows. */
    private static final int FLOWS_COMMIT_MILLIS = 200;

    private StreamsProperties() {}

    /** LIVE: of the application that follows flows. */
    static Properties ofFlows(StreamsSettings settings) {
        Properties properties = of(settings);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, FLOWS_COMMIT_MILLIS);
        properties.putAll(settings.clientProperties());
        return properties;
    }

    /** LIVE: of the application that finds storms. */
    static Properties ofStorms(StreamsSettings settings) {
        Properties properties = of(settings);
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.stormsApplicationId());
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, STORMS_CACHE_BYTES);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, STORMS_COMMIT_MILLIS);
        properties.putAll(settings.clientProperties());
        return properties;
    }

    /** Of one application that does everything. */
    static Properties of(StreamsSettings settings) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDir().toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_MILLIS);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 5);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 0);
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, -1);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
        properties.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        properties.put(
                StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG), MAX_POLL_INTERVAL_MILLIS);
        // The net for our own bugs: what is refused on purpose never gets this far.
        properties.put(
                StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndContinueExceptionHandler.class);
        properties.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        // Without it Kafka warns once per configuration object; its constant is already deprecated.
        properties.put("processing.exception.handler.global.enabled", true);
        properties.put(
                StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG,
                settings.naming().topic(Topic.DEAD_LETTERS));
        output(properties);
        switch (settings.mode()) {
            case REPLAY -> properties.put(StreamsConfig.topicPrefix("retention.ms"), "-1");
            case LIVE -> restart(properties);
        }
        properties.putAll(settings.clientProperties());
        return properties;
    }

    /** States and changelogs repeat much of what their neighbours say. */
    private static void output(Properties properties) {
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 64 << 10);
    }

    /**
     * What the next instance waits for after one was killed: until the group has given up its member, and the broker its
     * transaction. Then it reads the changelogs, which is done in large pieces.
     */
    private static void restart(Properties properties) {
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MILLIS);
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), SESSION_MILLIS / 4);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), SESSION_MILLIS);
        properties.put(StreamsConfig.restoreConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 10_000);
        properties.put(StreamsConfig.restoreConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 8 << 20);
    }
}
