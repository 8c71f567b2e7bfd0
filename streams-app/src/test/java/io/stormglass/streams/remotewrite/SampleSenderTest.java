package io.stormglass.streams.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.streams.sink.Answer;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is sent, tried again, dropped and counted, on a clock of the test's own. */
class SampleSenderTest {
    private static final long START = 1_790_000_000_000L;
    private static final boolean FULL = Boolean.getBoolean("stormglass.full");

    private final SinkCounters counters = new SinkCounters("remote-write test");
    private final SeriesTable table = new SeriesTable(1000);
    private final List<Integer> requests = new ArrayList<>();
    private final Map<String, Long> newest = new HashMap<>();
    private long received;
    private Receiver receiver = samples -> 204;

    /** Answers a request with a status; 0 is no answer. */
    private interface Receiver {
        int answer(Decoded samples);
    }

    private SampleSender sender(SampleBuffer buffer, int bufferSamples, int batchSamples) {
        RemoteWriteSettings settings = RemoteWriteSettings.to(URI.create("http://127.0.0.1:1/api/v1/write"))
                .withBounds(bufferSamples, batchSamples, 1000, 10);
        return new SampleSender(buffer, settings, this::post, counters);
    }

    private Answer post(byte[] body) throws IOException {
        Decoded samples = Decoded.of(body);
        requests.add(samples.samples());
        int status = receiver.answer(samples);
        if (status == 0) {
            throw new IOException("connection refused");
        }
        if (status == 204) {
            received += samples.samples();
            for (Decoded.Series series : samples.series()) {
                long before = newest.getOrDefault(series.labels().toString(), Long.MIN_VALUE);
                assertThat(series.samples().getFirst().millis()).isGreaterThan(before);
                newest.put(
                        series.labels().toString(), series.samples().getLast().millis());
            }
        }
        return new Answer(status, "because");
    }

    private Series series(int number) {
        Series series = table.find(
                SampleMetric.PORT_LINK_BITS_PER_SECOND, List.of("f", "live", "leaf-1", "Ethernet" + number), START);
        if (series == null) {
            throw new AssertionError("no series " + number);
        }
        return series;
    }

    /** Two minutes without a receiver, then as long as it takes; a step of the clock is 50 ms. */
    private void outage(SampleBuffer buffer, SampleSender sender, int samplesPerSecond) throws InterruptedException {
        int portion = samplesPerSecond / 20;
        receiver = samples -> 503;
        long next = START;
        long now = START;
        for (; now < START + 130_000 || buffer.waiting() > 0; now += 50) {
            if (now < START + 130_000) {
                for (int i = 0; i < portion; i++) {
                    buffer.add(series(i % 500), now + i / 500, i);
                }
            }
            if (now >= START + 120_000) {
                receiver = samples -> 204;
            }
            while (next <= now) {
                next = Math.max(sender.step(now), next);
                if (next == now && buffer.waiting() == 0) {
                    break;
                }
            }
        }
        for (int i = 0; i < 100; i++) {
            now += 50;
            sender.step(now);
        }
    }

    @Test
    void aReceiverThatIsAwayForTwoMinutesLosesNothingThatFitsIntoTheBuffer() throws InterruptedException {
        int rate = FULL ? 50_000 : 2_000;
        int capacity = 160 * rate;
        SampleBuffer buffer = new SampleBuffer(capacity);

        outage(buffer, sender(buffer, capacity, rate / 5), rate);

        assertThat(received).isEqualTo(130L * rate);
        assertThat(counters.get(Count.SENT)).isEqualTo(received);
        assertThat(counters.get(Count.LOST)).isZero();
        // Waits double up to half a minute: a handful of requests, not thousands.
        assertThat(counters.get(Count.FAILED)).isBetween(5L, 15L);
    }

    @Test
    void whatDoesNotFitIsCountedToTheLastSampleAndTheNewestAreKept() throws InterruptedException {
        int rate = FULL ? 50_000 : 2_000;
        int capacity = 60 * rate;
        SampleBuffer buffer = new SampleBuffer(capacity);

        outage(buffer, sender(buffer, capacity, rate / 5), rate);

        assertThat(counters.get(Count.LOST)).isGreaterThan(50L * rate);
        assertThat(received + counters.get(Count.LOST)).isEqualTo(130L * rate);
    }

    @Test
    void oneSampleThatIsRefusedDoesNotTakeTheOthersAlong() throws InterruptedException {
        SampleBuffer buffer = new SampleBuffer(1000);
        SampleSender sender = sender(buffer, 1000, 100);
        for (int i = 0; i < 100; i++) {
            buffer.add(series(i), START, i);
        }
        receiver = samples -> samples.series().stream()
                        .anyMatch(one -> one.samples().getFirst().value() == 37)
                ? 400
                : 204;

        for (int i = 0; i < 40; i++) {
            sender.step(START + 2000 + i);
        }

        assertThat(received).isEqualTo(99);
        assertThat(counters.get(Count.REFUSED)).isEqualTo(1);
        assertThat(buffer.settled()).isEqualTo(100);
    }

    @Test
    void aReceiverThatRefusesEverythingIsNotAskedForEver() throws InterruptedException {
        SampleBuffer buffer = new SampleBuffer(2000);
        SampleSender sender = sender(buffer, 2000, 1000);
        for (int i = 0; i < 1000; i++) {
            buffer.add(series(i), START, i);
        }
        receiver = samples -> 400;

        for (int i = 0; i < 500; i++) {
            sender.step(START + 2000 + i);
        }

        assertThat(counters.get(Count.REFUSED)).isEqualTo(1000);
        assertThat(requests).hasSizeLessThan(150);
        assertThat(buffer.settled()).isEqualTo(1000);
    }

    @Test
    void aRefusalThatIsNotTheSamplesFaultIsNotAskedAgain() throws InterruptedException {
        SampleBuffer buffer = new SampleBuffer(1000);
        SampleSender sender = sender(buffer, 1000, 10);
        for (int i = 0; i < 10; i++) {
            buffer.add(series(i), START, i);
        }
        receiver = samples -> 404;

        sender.step(START);
        sender.step(START + 1);

        assertThat(requests).containsExactly(10);
        assertThat(counters.get(Count.REFUSED)).isEqualTo(10);
    }

    @Test
    void whatFailsIsTriedAgainAndIsNotSettledUntilItIsAccepted() throws InterruptedException {
        for (int status : new int[] {0, 429, 500, 503}) {
            SampleBuffer buffer = new SampleBuffer(1000);
            SampleSender sender = sender(buffer, 1000, 10);
            for (int i = 0; i < 10; i++) {
                buffer.add(series(i), START + status, i);
            }
            receiver = samples -> status;
            long again = sender.step(START);
            assertThat(again).isEqualTo(START + 500);
            assertThat(sender.step(START + 100)).isEqualTo(START + 500);
            assertThat(sender.step(again)).isEqualTo(again + 1000);
            assertThat(buffer.settled()).isZero();

            receiver = samples -> 204;
            sender.step(again + 1000);
            assertThat(buffer.settled()).isEqualTo(10);
        }
        assertThat(counters.get(Count.FAILED)).isEqualTo(8);
        assertThat(counters.get(Count.RETRIED)).isEqualTo(8);
        assertThat(received).isEqualTo(40);
    }

    @Test
    void aBatchThatDoesNotFillLeavesAfterASecond() throws InterruptedException {
        SampleBuffer buffer = new SampleBuffer(1000);
        SampleSender sender = sender(buffer, 1000, 10);
        buffer.add(series(0), START, 1);

        sender.step(START);
        sender.step(START + 999);
        assertThat(requests).isEmpty();
        sender.step(START + 1000);
        assertThat(requests).containsExactly(1);
    }

    @Test
    void whatIsInFlightIsNeitherLostNorSettledWhileTheBufferOverflows() {
        SampleBuffer buffer = new SampleBuffer(10);
        for (int i = 0; i < 10; i++) {
            buffer.add(series(i), START, i);
        }
        List<Samples.Sample> taken = buffer.take(4);
        for (int i = 10; i < 30; i++) {
            buffer.add(series(i), START, i);
        }

        assertThat(taken).extracting(Samples.Sample::value).containsExactly(0.0, 1.0, 2.0, 3.0);
        assertThat(buffer.settled()).isZero();
        assertThat(buffer.takeLost()).isEqualTo(16);
        buffer.finished();
        assertThat(buffer.settled()).isEqualTo(20);
        assertThat(buffer.take(1)).extracting(Samples.Sample::value).containsExactly(20.0);
    }
}
