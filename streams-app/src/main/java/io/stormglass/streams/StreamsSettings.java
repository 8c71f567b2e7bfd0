package io.stormglass.streams;

import io.stormglass.schemas.topics.TopicNaming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What one instance of the streams application needs to know.
 *
 * @param naming prefix and run; names of topics and of the application follow from it
 * @param stateDir directory of the instance's own
 * @param threads stream threads, at least 1; LIVE: as many for flows and as many for storms
 * @param flows models beside flows, and when flow states leave
 * @param limits when something is a storm, an incident, a page, a finding
 * @param maxWait LIVE: how long a record may be late
 * @param clientProperties further settings of Kafka clients, such as security; they win over ours
 * @param pauses holds up consumers in tests
 */
public record StreamsSettings(
        TopicNaming naming,
        StreamsMode mode,
        String bootstrapServers,
        Path stateDir,
        int threads,
        FlowSettings flows,
        Limits limits,
        Duration maxWait,
        Map<String, String> clientProperties,
        ConsumerPauses pauses) {
    /** A flow that is silent for as long is gone; queue pairs of a training job are busy every few seconds. */
    private static final Duration LIVE_EXPIRY = Duration.ofMinutes(10);

    public StreamsSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads is " + threads + ", at least 1 is needed");
        }
        if (bootstrapServers.isBlank()) {
            throw new IllegalArgumentException("no bootstrap servers given, such as localhost:9092");
        }
        if (maxWait.isNegative()) {
            throw new IllegalArgumentException("longest wait is " + maxWait + ", it must not be negative");
        }
        clientProperties = Map.copyOf(clientProperties);
    }

    /** A live application: 100 ms wait, one thread. */
    public static StreamsSettings live(TopicNaming naming, String bootstrapServers, Path stateDir) {
        return of(naming, StreamsMode.LIVE, bootstrapServers, stateDir);
    }

    /** A replay, one thread. */
    public static StreamsSettings replay(TopicNaming naming, String bootstrapServers, Path stateDir) {
        return of(naming, StreamsMode.REPLAY, bootstrapServers, stateDir);
    }

    private static StreamsSettings of(TopicNaming naming, StreamsMode mode, String bootstrapServers, Path stateDir) {
        return new StreamsSettings(
                naming,
                mode,
                bootstrapServers,
                stateDir,
                1,
                mode == StreamsMode.LIVE ? FlowSettings.defaults().withExpiry(LIVE_EXPIRY) : FlowSettings.defaults(),
                Limits.defaults(),
                Duration.ofMillis(100),
                Map.of(),
                ConsumerPauses.NONE);
    }

    /** The same with another number of threads. */
    public StreamsSettings withThreads(int number) {
        return new StreamsSettings(
                naming, mode, bootstrapServers, stateDir, number, flows, limits, maxWait, clientProperties, pauses);
    }

    /** The same with other settings of flows. */
    public StreamsSettings withFlows(FlowSettings others) {
        return new StreamsSettings(
                naming, mode, bootstrapServers, stateDir, threads, others, limits, maxWait, clientProperties, pauses);
    }

    /** The same with other limits. */
    public StreamsSettings withLimits(Limits others) {
        return new StreamsSettings(
                naming, mode, bootstrapServers, stateDir, threads, flows, others, maxWait, clientProperties, pauses);
    }

    /** The same with another clear time, ns. */
    public StreamsSettings withClearNanos(long nanos) {
        return withLimits(limits.withClearNanos(nanos));
    }

    /** The same with another wait for late records. */
    public StreamsSettings withMaxWait(Duration wait) {
        return new StreamsSettings(
                naming, mode, bootstrapServers, stateDir, threads, flows, limits, wait, clientProperties, pauses);
    }

    /** The same with further settings of Kafka clients. */
    public StreamsSettings withClientProperties(Map<String, String> properties) {
        return new StreamsSettings(
                naming, mode, bootstrapServers, stateDir, threads, flows, limits, maxWait, properties, pauses);
    }

    /** The same with consumers that are held up. */
    public StreamsSettings withConsumerPauses(ConsumerPauses held) {
        return new StreamsSettings(
                naming, mode, bootstrapServers, stateDir, threads, flows, limits, maxWait, clientProperties, held);
    }

    /** Application id: one run shares it with no other. LIVE: of what follows flows. */
    public String applicationId() {
        return naming.applicationId();
    }

    /** LIVE: application id of what finds storms. No run can have it: names of runs are joined with a dash. */
    public String stormsApplicationId() {
        return naming.applicationId() + ".storms";
    }
}
