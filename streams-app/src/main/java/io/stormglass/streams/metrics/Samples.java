package io.stormglass.streams.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** The values of one scrape. Of a family with too many series the rest is left out and counted. */
public final class Samples {
    /** Series of one family at most: ports and queues of a large fabric. */
    static final int MOST_SERIES = 50_000;

    static final Family LEFT_OUT = Family.gauge(
            "metrics_left_out_series", "Series that this scrape left out, since their metric has too many.");

    private static final String TOTAL = "_total";

    private final int mostSeries;
    private final Map<Family, SequencedMap<List<String>, Double>> values =
            new TreeMap<>(Comparator.comparing(Family::name));
    private long leftOut;

    Samples() {
        this(MOST_SERIES);
    }

    Samples(int mostSeries) {
        this.mostSeries = mostSeries;
    }

    /**
     * A value; one of the same labels that was told before is replaced.
     *
     * @param labelValues in the order of the family's labels
     */
    public void add(Family family, double value, String... labelValues) {
        if (labelValues.length != family.labels().size()) {
            throw new IllegalArgumentException(
                    family.name() + " has the labels " + family.labels() + ", not " + labelValues.length + " values");
        }
        if (Double.isNaN(value)) {
            return;
        }
        SequencedMap<List<String>, Double> series = values.computeIfAbsent(family, unused -> new LinkedHashMap<>());
        List<String> labels = List.of(labelValues);
        if (series.size() >= mostSeries && !series.containsKey(labels)) {
            leftOut++;
        } else {
            series.put(labels, value);
        }
    }

    /** A whole number; above 2^53, which nothing here reaches, it is rounded. */
    public void add(Family family, long value, String... labelValues) {
        add(family, (double) value, labelValues);
    }

    /** The text that Prometheus reads. */
    byte[] text() {
        add(LEFT_OUT, leftOut);
        List<MetricSnapshot> snapshots = new ArrayList<>();
        values.forEach((family, series) -> snapshots.add(snapshot(family, series)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create()
                    .write(out, new MetricSnapshots(snapshots), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail", e);
        }
        return out.toByteArray();
    }

    private static MetricSnapshot snapshot(Family family, Map<List<String>, Double> series) {
        return switch (family.kind()) {
            case COUNTER -> {
                CounterSnapshot.Builder counter = CounterSnapshot.builder()
                        .name(family.name().substring(0, family.name().length() - TOTAL.length()))
                        .help(family.help());
                series.forEach((labels, value) -> counter.dataPoint(CounterDataPointSnapshot.builder()
                        .labels(Labels.of(family.labels(), labels))
                        .value(value)
                        .build()));
                yield counter.build();
            }
            case GAUGE -> {
                GaugeSnapshot.Builder gauge =
                        GaugeSnapshot.builder().name(family.name()).help(family.help());
                series.forEach((labels, value) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                        .labels(Labels.of(family.labels(), labels))
                        .value(value)
                        .build()));
                yield gauge.build();
            }
        };
    }
}
