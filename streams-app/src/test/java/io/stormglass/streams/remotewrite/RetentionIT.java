package io.stormglass.streams.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stormglass.streams.sink.HttpSender;
import io.stormglass.streams.sink.SinkAuth;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import io.stormglass.streams.sink.SinkTimes;
import io.stormglass.testkit.LocalServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A VictoriaMetrics that keeps a month answers 204 to what is a year old, and throws it away. */
final class RetentionIT {
    @TempDir
    private Path folder;

    @Test
    void whatIsAcceptedAndThrownAwayIsNoticed() throws Exception {
        assumeTrue(LocalServer.isInstalled("victoria-metrics"), "victoria-metrics is not installed (Debian package)");
        SinkCounters counters = new SinkCounters("remote-write test");
        try (LocalServer victoria = LocalServer.victoriaMetrics(folder, "1").start();
                HttpSender http = new HttpSender(SinkAuth.NONE, SinkTimes.defaults())) {
            URI url = URI.create(victoria.url() + "/api/v1/write");
            IgnoredRows ignored =
                    new IgnoredRows(() -> http.get(IgnoredRows.address(url)).body(), counters);
            ignored.look();
            Series series = Objects.requireNonNull(new SeriesTable(10)
                    .find(SampleMetric.PORT_LINK_BITS_PER_SECOND, List.of("f", "run-1", "leaf-1", "Ethernet0"), 0));
            long now = System.currentTimeMillis();
            byte[] body = WriteRequest.body(Samples.of(List.of(
                    new Samples.Sample(series, now - 365L * 86_400_000L, 1), new Samples.Sample(series, now, 2))));

            assertThat(http.post(
                                    url,
                                    "application/x-protobuf",
                                    Map.of("Content-Encoding", "snappy", "X-Prometheus-Remote-Write-Version", "0.1.0"),
                                    body)
                            .accepted())
                    .isTrue();
            ignored.lookAtLast();

            assertThat(counters.get(Count.IGNORED)).isEqualTo(1);
        }
    }
}
