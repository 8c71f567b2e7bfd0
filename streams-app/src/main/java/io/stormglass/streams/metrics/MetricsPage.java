package io.stormglass.streams.metrics;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.stormglass.streams.http.Answer;
import io.stormglass.streams.http.Call;
import io.stormglass.streams.http.Route;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** What Prometheus reads. Sources may be added while it is asked. */
public final class MetricsPage implements Route.Once {
    static final Family SCRAPES = Family.counter("metrics_scrapes", "Times that this page was asked for.");

    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
    private final LongAdder scrapes = new LongAdder();

    /** Another source of numbers. */
    public void add(MetricSource source) {
        sources.add(source);
    }

    /** Everything that is ever told, sorted by name. */
    public static List<Family> families() {
        return Families.all();
    }

    @Override
    public Answer answer(Call call) {
        scrapes.increment();
        return new Answer(200, PrometheusTextFormatWriter.CONTENT_TYPE, text(), Map.of("Cache-Control", "no-store"));
    }

    private byte[] text() {
        Samples samples = new Samples();
        samples.add(SCRAPES, scrapes.sum());
        sources.forEach(source -> source.collect(samples));
        return samples.text();
    }
}
