package io.stormglass.streams.remotewrite;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.output.DeadLetterWriter;
import io.stormglass.streams.output.OutputReader;
import io.stormglass.streams.sink.HttpSender;
import io.stormglass.streams.sink.SinkCounters;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what the output topics of a run say as samples of event time by Prometheus remote write 1.0. Two threads of its own: one
 * reads into a bounded buffer, one sends from it.
 */
public final class RemoteWriteSink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteWriteSink.class);
    private static final List<Topic> TOPICS = List.of(
            Topic.PORT_STATES,
            Topic.QUEUE_LOADS,
            Topic.FLOW_STATES,
            Topic.STORM_INCIDENTS,
            Topic.CC_MODES,
            Topic.ECN_RECOMMENDATIONS);
    private static final Map<String, String> HEADERS =
            Map.of("Content-Encoding", "snappy", "X-Prometheus-Remote-Write-Version", "0.1.0");
    private static final String TYPE = "application/x-protobuf";
    private static final long AFTER_A_DEFECT_MILLIS = 10_000L;
    private static final long STOP_MILLIS = 10_000L;

    private final HttpSender http;
    private final SinkCounters counters;
    private final SampleSender sender;
    private final IgnoredRows ignored;
    private final DeadLetterWriter letters;
    private final OutputReader reader;
    private final Thread readerThread;
    private final Thread senderThread;

    private RemoteWriteSink(RemoteWriteSettings settings, StreamsSettings streams, SchemaRegistryClient registry) {
        URI url = settings.url();
        counters = new SinkCounters("remote-write " + url.getAuthority());
        http = new HttpSender(settings.auth(), settings.times());
        SampleBuffer buffer = new SampleBuffer(settings.bufferSamples());
        sender = new SampleSender(buffer, settings, body -> http.post(url, TYPE, HEADERS, body), counters);
        ignored = new IgnoredRows(() -> http.get(IgnoredRows.address(url)).body(), counters);
        letters = new DeadLetterWriter(streams, "remote-write");
        reader = new OutputReader(
                new OutputReader.Plan(streams, "remote-write", TOPICS, Set.of(Topic.STORM_INCIDENTS)),
                registry,
                new SampleHandler(buffer, settings, counters, streams.naming().isLive()),
                letters,
                InstantSource.system());
        readerThread = new Thread(reader, "stormglass-remote-write-reader");
        senderThread = new Thread(this::send, "stormglass-remote-write");
        readerThread.setDaemon(true);
        senderThread.setDaemon(true);
    }

    /** Starts to read and to send. */
    public static RemoteWriteSink start(
            RemoteWriteSettings settings, StreamsSettings streams, SchemaRegistryClient registry) {
        RemoteWriteSink sink = new RemoteWriteSink(settings, streams, registry);
        sink.readerThread.start();
        sink.senderThread.start();
        return sink;
    }

    private void send() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long again = step();
                long wait = again - System.currentTimeMillis();
                if (wait > 0) {
                    Thread.sleep(wait);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("{} was stopped", counters.sink());
        }
    }

    private long step() throws InterruptedException {
        long now = System.currentTimeMillis();
        try {
            if (!sender.troubled()) {
                ignored.step(now);
            }
            return sender.step(now);
        } catch (RuntimeException e) {
            LOG.error("{}: a defect of ours; going on in {} s", counters.sink(), AFTER_A_DEFECT_MILLIS / 1000, e);
            return now + AFTER_A_DEFECT_MILLIS;
        }
    }

    /**
     * Waits until all that the topics hold by now has been sent, refused or lost; false where that takes longer.
     *
     * @param timeout longest wait
     */
    public boolean awaitSent(Duration timeout) throws InterruptedException {
        boolean isSent = reader.awaitSettled(timeout);
        ignored.lookAtLast();
        return isSent;
    }

    /** What it counted: samples, but requests where they failed and records where they cannot be read. */
    public SinkCounters counters() {
        return counters;
    }

    /** Stops; live, what has not been sent is sent after the next start. */
    @Override
    public void close() {
        reader.close();
        senderThread.interrupt();
        try {
            readerThread.join(STOP_MILLIS);
            senderThread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        readerThread.interrupt();
        letters.close();
        http.close();
    }
}
