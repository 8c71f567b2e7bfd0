package io.stormglass.streams.remotewrite;

import io.stormglass.streams.sink.SinkAuth;
import io.stormglass.streams.sink.SinkTimes;
import java.net.URI;

/**
 * Where samples go, and how many at most.
 *
 * @param url whole address, such as {@code http://victoria:8428/api/v1/write}
 * @param bufferSamples samples that wait while the receiver is away, 20 bytes each
 * @param batchSamples most samples of one request
 * @param flushMillis longest wait for a batch to fill
 * @param maxSeries most series at once
 * @param topFlows most flows of a fabric
 * @param times time-outs and waits of requests
 */
public record RemoteWriteSettings(
        URI url,
        SinkAuth auth,
        int bufferSamples,
        int batchSamples,
        int flushMillis,
        int maxSeries,
        int topFlows,
        SinkTimes times) {
    public RemoteWriteSettings {
        inRange("bufferSamples", bufferSamples, 1_000, 100_000_000);
        inRange("batchSamples", batchSamples, 1, 100_000);
        inRange("flushMillis", flushMillis, 10, 60_000);
        inRange("maxSeries", maxSeries, 100, 10_000_000);
        inRange("topFlows", topFlows, 0, 10_000);
        if (batchSamples > bufferSamples) {
            throw new IllegalArgumentException(
                    "batchSamples is " + batchSamples + ", more than bufferSamples " + bufferSamples);
        }
    }

    /** Two million samples wait at most, 10,000 a request, half a million series, 100 flows a fabric. */
    public static RemoteWriteSettings to(URI url) {
        return new RemoteWriteSettings(url, SinkAuth.NONE, 2_000_000, 10_000, 1000, 500_000, 100, SinkTimes.defaults());
    }

    /** The same with credentials. */
    public RemoteWriteSettings withAuth(SinkAuth other) {
        return new RemoteWriteSettings(
                url, other, bufferSamples, batchSamples, flushMillis, maxSeries, topFlows, times);
    }

    /** The same with other bounds. */
    public RemoteWriteSettings withBounds(int buffer, int batch, int series, int flows) {
        return new RemoteWriteSettings(url, auth, buffer, batch, flushMillis, series, flows, times);
    }

    /** The same with another wait for a batch to fill. */
    public RemoteWriteSettings withFlushMillis(int millis) {
        return new RemoteWriteSettings(url, auth, bufferSamples, batchSamples, millis, maxSeries, topFlows, times);
    }

    private static void inRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + "; give " + least + " to " + most);
        }
    }
}
