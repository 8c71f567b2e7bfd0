package io.stormglass.streams.remotewrite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The series that are written, no more than a bound. One that got nothing for an hour makes room. */
final class SeriesTable {
    private static final long IDLE_MILLIS = 3_600_000L;
    private static final long LOOK_AGAIN_MILLIS = 60_000L;

    private final int most;
    private final Map<SampleMetric, Map<List<String>, Series>> byMetric = new HashMap<>();
    private int size;
    private long next;
    private long lookedMillis = Long.MIN_VALUE;

    SeriesTable(int most) {
        this.most = most;
    }

    /** The series; null where there are too many. */
    @Nullable
    Series find(SampleMetric metric, List<String> values, long nowMillis) {
        Map<List<String>, Series> known = byMetric.computeIfAbsent(metric, any -> new HashMap<>());
        Series series = known.get(values);
        if (series == null) {
            if (size >= most && !makeRoom(nowMillis)) {
                return null;
            }
            series = new Series(next++, WriteRequest.labels(labels(metric, values)));
            known.put(values, series);
            size++;
        }
        series.use(nowMillis);
        return series;
    }

    int size() {
        return size;
    }

    private boolean makeRoom(long nowMillis) {
        if (lookedMillis != Long.MIN_VALUE && nowMillis - lookedMillis < LOOK_AGAIN_MILLIS) {
            return false;
        }
        lookedMillis = nowMillis;
        byMetric.values()
                .forEach(all -> all.values().removeIf(series -> nowMillis - series.usedMillis() > IDLE_MILLIS));
        size = byMetric.values().stream().mapToInt(Map::size).sum();
        return size < most;
    }

    private static SortedMap<String, String> labels(SampleMetric metric, List<String> values) {
        if (values.size() != metric.labels().size() + 2) {
            throw new IllegalArgumentException(metric.text() + " has other labels than " + values);
        }
        SortedMap<String, String> labels = new TreeMap<>();
        labels.put("__name__", metric.text());
        labels.put("fabric", values.get(0));
        labels.put("run_id", values.get(1));
        for (int i = 0; i < metric.labels().size(); i++) {
            labels.put(metric.labels().get(i), values.get(i + 2));
        }
        // An empty label is the same as none, and some receivers refuse it.
        labels.values().removeIf(String::isEmpty);
        return labels;
    }
}
