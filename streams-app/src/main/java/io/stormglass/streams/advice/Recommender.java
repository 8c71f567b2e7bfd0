package io.stormglass.streams.advice;

import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.advice.Advisor;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.streams.StreamsSettings;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes ECN advice: reads what queues went through, outside the stream threads, and publishes advice for each object that switches keep. Of several instances one works, the others
 * stand by. Nothing of it is in the way of the streams application.
 */
public final class Recommender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recommender.class);
    private static final long STOP_MILLIS = 10_000L;

    private final AdviceCounters counters = new AdviceCounters();
    private final RecommenderLoop loop;
    private final Thread thread;

    private Recommender(RecommenderSettings settings, RecommenderLoop.Io io, WhatIf whatIf) {
        loop = new RecommenderLoop(
                io,
                settings,
                () -> new AdviceRounds(new Advisor(settings.advice(), whatIf), settings.advice(), settings.limits()),
                counters,
                new Defects(System::nanoTime, Defects.PAUSE_MILLIS));
        thread = new Thread(loop, "stormglass-advice");
        thread.setDaemon(true);
    }

    /**
     * Starts to advise.
     *
     * @param streams the run whose queues are advised
     * @param whatIf says what thresholds would do; is asked on a thread of its own
     */
    public static Recommender start(
            RecommenderSettings settings, StreamsSettings streams, SchemaRegistryClient registry, WhatIf whatIf) {
        Recommender recommender = new Recommender(settings, new KafkaIo(streams, registry), whatIf);
        recommender.thread.start();
        return recommender;
    }

    /** True while this instance is the one that works. */
    public boolean isActive() {
        return loop.isActive();
    }

    /** Completes exceptionally when it gave up by itself, normally when it is closed. */
    public CompletableFuture<Void> failure() {
        return loop.failure();
    }

    /** What it counted. */
    public AdviceCounters counters() {
        return counters;
    }

    /** Stops; the next start goes on behind the newest round that was published. */
    @Override
    public void close() {
        loop.close();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        LOG.info("ECN advice ends: {}", counters);
    }
}
