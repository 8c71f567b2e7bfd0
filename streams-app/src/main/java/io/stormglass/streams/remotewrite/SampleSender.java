package io.stormglass.streams.remotewrite;

import io.stormglass.streams.sink.Answer;
import io.stormglass.streams.sink.Backoff;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what waits in a buffer, one request at a time. What fails (no answer, 5xx, 429) is tried again with growing waits; what is
 * refused (4xx) is counted and dropped. A receiver may refuse a whole request for one sample, so a refused request is halved until
 * what is at fault stands alone, but not for ever.
 */
final class SampleSender {
    private static final Logger LOG = LoggerFactory.getLogger(SampleSender.class);
    /** Requests that may be spent on finding what is at fault in one batch. */
    private static final int SPLITS = 64;

    private static final long SAY_AGAIN_MILLIS = 60_000L;

    private final SampleBuffer buffer;
    private final RemoteWriteSettings settings;
    private final Backoff backoff;
    private final Post post;
    private final SinkCounters counters;
    private final ArrayDeque<Samples> parts = new ArrayDeque<>();
    private int splits;
    private long waitsSinceMillis = -1;
    private long saidMillis = Long.MIN_VALUE;

    /** Posts a body. */
    @FunctionalInterface
    interface Post {
        /** The answer. */
        Answer send(byte[] body) throws IOException, InterruptedException;
    }

    SampleSender(SampleBuffer buffer, RemoteWriteSettings settings, Post post, SinkCounters counters) {
        this.buffer = buffer;
        this.settings = settings;
        this.post = post;
        this.counters = counters;
        backoff = new Backoff(settings.times());
    }

    /**
     * Sends what is due, with one request at most.
     *
     * @return when to come again, ms since 1970
     */
    long step(long nowMillis) throws InterruptedException {
        counters.add(Count.LOST, buffer.takeLost());
        if (nowMillis < backoff.untilMillis()) {
            return backoff.untilMillis();
        }
        if (parts.isEmpty() && !takeBatch(nowMillis)) {
            return nowMillis + Math.max(1, settings.flushMillis() / 10);
        }
        send(parts.getFirst(), nowMillis);
        if (parts.isEmpty()) {
            buffer.finished();
        }
        return Math.max(nowMillis, backoff.untilMillis());
    }

    /** True while the receiver does not answer as it should. */
    boolean troubled() {
        return backoff.active();
    }

    private boolean takeBatch(long nowMillis) {
        int waiting = buffer.waiting();
        if (waiting == 0) {
            waitsSinceMillis = -1;
            return false;
        }
        if (waitsSinceMillis < 0) {
            waitsSinceMillis = nowMillis;
        }
        if (waiting < settings.batchSamples() && nowMillis - waitsSinceMillis < settings.flushMillis()) {
            return false;
        }
        List<Samples.Sample> taken = buffer.take(settings.batchSamples());
        Samples batch = Samples.of(taken);
        counters.add(Count.SUPERSEDED, taken.size() - batch.size());
        parts.add(batch);
        splits = 0;
        waitsSinceMillis = -1;
        return true;
    }

    private void send(Samples part, long nowMillis) throws InterruptedException {
        if (backoff.active()) {
            counters.add(Count.RETRIED, 1);
        }
        Answer answer;
        try {
            answer = post.send(WriteRequest.body(part));
        } catch (IOException e) {
            failed(nowMillis, String.valueOf(e.getMessage()));
            return;
        }
        if (answer.accepted()) {
            if (backoff.active()) {
                LOG.info("{}: answers again", counters.sink());
            }
            parts.removeFirst();
            counters.accepted(part.size(), nowMillis);
            backoff.succeeded();
        } else if (answer.refused()) {
            parts.removeFirst();
            backoff.succeeded();
            refused(part, answer, nowMillis);
        } else {
            failed(nowMillis, answer.status() + " " + answer.body());
        }
    }

    private void refused(Samples part, Answer answer, long nowMillis) {
        if (answer.refusesTheBody() && part.size() > 1 && splits < SPLITS) {
            splits++;
            int half = part.size() / 2;
            parts.addFirst(part.part(half, part.size()));
            parts.addFirst(part.part(0, half));
            return;
        }
        counters.add(Count.REFUSED, part.size());
        if (saidMillis == Long.MIN_VALUE || nowMillis - saidMillis > SAY_AGAIN_MILLIS) {
            saidMillis = nowMillis;
            LOG.warn(
                    "{}: {} samples were refused and are lost: {} {}",
                    counters.sink(),
                    part.size(),
                    answer.status(),
                    answer.body());
        }
    }

    private void failed(long nowMillis, String why) {
        if (!backoff.active()) {
            LOG.warn("{}: {}; trying again, {} samples can wait", counters.sink(), why, settings.bufferSamples());
        }
        counters.add(Count.FAILED, 1);
        backoff.failed(nowMillis);
    }
}
