package io.stormglass.streams.sink;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.SortedMap;

/**
 * An alert as Alertmanager's API takes it.
 *
 * @param labels identify it
 * @param startsNanos ns since 1970
 * @param endsNanos ns since 1970, not before it starts; in the future while it fires
 * @param generator where it comes from, an address; empty where there is none
 */
record Alert(
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        long startsNanos,
        long endsNanos,
        String generator) {
    private static final long BILLION = 1_000_000_000L;

    void into(ArrayNode alerts) {
        ObjectNode json = alerts.addObject();
        labels.forEach(json.putObject("labels")::put);
        annotations.forEach(json.putObject("annotations")::put);
        json.put("startsAt", time(startsNanos));
        json.put("endsAt", time(endsNanos));
        if (!generator.isEmpty()) {
            json.put("generatorURL", generator);
        }
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, BILLION), Math.floorMod(nanos, BILLION))
                .toString();
    }
}
