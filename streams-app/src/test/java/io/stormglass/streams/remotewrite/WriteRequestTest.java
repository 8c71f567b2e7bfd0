package io.stormglass.streams.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Requests as a receiver reads them. */
class WriteRequestTest {
    private final SeriesTable table = new SeriesTable(10);

    private Series depth(String port) {
        Series series =
                table.find(SampleMetric.PORT_QUEUE_DEPTH_BYTES, List.of("f", "run-1", "leaf-1", port, "3", "-1"), 0);
        if (series == null) {
            throw new AssertionError("no series");
        }
        return series;
    }

    @Test
    void seriesHaveSortedLabelsAndSamplesInOrderOfTime() throws IOException {
        Samples samples = Samples.of(List.of(
                new Samples.Sample(depth("Ethernet4"), 1_700_000_000_250L, 1.5),
                new Samples.Sample(depth("Ethernet8"), 1_700_000_000_000L, -2),
                new Samples.Sample(depth("Ethernet4"), 1_700_000_000_000L, 1e12)));

        Decoded decoded = Decoded.of(WriteRequest.body(samples));

        assertThat(decoded.series()).hasSize(2);
        assertThat(decoded.series().getFirst().labels())
                .containsExactly(
                        "__name__=stormglass_port_queue_depth_bytes",
                        "device=leaf-1",
                        "fabric=f",
                        "port=Ethernet4",
                        "priority=3",
                        "queue=-1",
                        "run_id=run-1");
        assertThat(decoded.series().getFirst().samples())
                .containsExactly(
                        new Decoded.Sample(1_700_000_000_000L, 1e12), new Decoded.Sample(1_700_000_000_250L, 1.5));
        assertThat(decoded.series().get(1).samples()).containsExactly(new Decoded.Sample(1_700_000_000_000L, -2));
    }

    @Test
    void anEmptyLabelIsLeftOut() throws IOException {
        Series series = table.find(SampleMetric.CC_FLOWS, List.of("f", "live", "", "conforming"), 0);

        Decoded decoded = Decoded.of(
                WriteRequest.body(Samples.of(List.of(new Samples.Sample(Objects.requireNonNull(series), 1, 1)))));

        assertThat(decoded.series().getFirst().labels())
                .containsExactly("__name__=stormglass_cc_flows", "class=conforming", "fabric=f", "run_id=live");
    }

    @Test
    void ofOneSeriesAndTimeTheNewestValueIsSent() {
        Samples samples = Samples.of(List.of(
                new Samples.Sample(depth("Ethernet4"), 5, 1),
                new Samples.Sample(depth("Ethernet4"), 4, 7),
                new Samples.Sample(depth("Ethernet4"), 5, 2)));

        assertThat(samples.size()).isEqualTo(2);
        assertThat(samples.value(0)).isEqualTo(7);
        assertThat(samples.value(1)).isEqualTo(2);
    }

    @Test
    void aSeriesBeyondTheBoundIsNoneUntilAnotherHasBeenSilentForAnHour() {
        SeriesTable small = new SeriesTable(1);
        List<String> first = List.of("f", "live", "leaf-1", "Ethernet0");
        List<String> second = List.of("f", "live", "leaf-1", "Ethernet4");

        assertThat(small.find(SampleMetric.PORT_LINK_BITS_PER_SECOND, first, 0)).isNotNull();
        assertThat(small.find(SampleMetric.PORT_LINK_BITS_PER_SECOND, second, 1000))
                .isNull();
        assertThat(small.find(SampleMetric.PORT_LINK_BITS_PER_SECOND, second, 3_700_000L))
                .isNotNull();
        assertThat(small.size()).isEqualTo(1);
    }
}
