package io.stormglass.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.emulator.measure.RunMeasures;
import io.stormglass.emulator.measure.Summary;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON of {@code emulate} and {@code compare}; its names and their order are what other programs rely on. */
final class EmulateJson {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,15})?([eE]-?\\d{1,2})?");

    private EmulateJson() {}

    static ObjectNode compare(String scenario, long seed, List<Emulated> runs) {
        ObjectNode json = Json.object();
        json.put("scenario", scenario);
        json.put("seed", seed);
        ArrayNode results = json.putArray("results");
        runs.forEach(run -> results.add(of(run)));
        return json;
    }

    static ObjectNode of(Emulated run) {
        RunMeasures measures = run.measures();
        RunMeasures.Times times = measures.times();
        ObjectNode json = Json.object();
        json.put("scenario", run.scenario().name());
        json.put("cc", run.cc());
        json.put("seed", run.seed());
        ObjectNode params = json.putObject("params");
        run.params().forEach((key, value) -> params.set(key, value(value)));
        json.put("flows", measures.flows().added());
        summary(json, "flowCompletionMicros", times.completion());
        summary(json, "packetDelayMicros", times.delay());
        summary(json, "probeRttMicros", times.probeRtt());
        ObjectNode queue = json.putObject("queueBytes");
        queue.set("mean", rounded(measures.queue().meanBytes()));
        queue.set("p99", rounded(measures.queue().p99Bytes()));
        queue.put("max", measures.queue().maxBytes());
        queue.set("steady", rounded(measures.queue().steadyBytes()));
        ObjectNode steady = json.putObject("steady");
        summary(steady, "packetDelayMicros", times.steadyDelay());
        summary(steady, "probeRttMicros", times.steadyProbeRtt());
        json.set("goodputGbps", rounded(measures.goodputGbps()));
        json.set("utilization", rounded(measures.queue().utilization()));
        json.set("jain", rounded(measures.flows().jain()));
        ports(json, measures);
        json.put("packets", measures.flows().packets());
        json.put("packetHops", measures.run().packetHops());
        json.set("simulatedMicros", rounded(run.simulatedMicros()));
        json.set("wallMillis", rounded(run.wallNanos() / 1e6));
        json.put("packetHopsPerSecond", Math.rint(run.packetHopsPerSecond()));
        steps(json.putObject("steps"), run.stepTimes());
        ObjectNode recovery = json.putObject("recoveryMicros");
        Summary lost = times.recovery();
        recovery.set("p50", lost == null ? JsonNodeFactory.instance.nullNode() : rounded(lost.p50()));
        recovery.set("max", lost == null ? JsonNodeFactory.instance.nullNode() : rounded(lost.max()));
        json.put("eventLogHash", hash(measures.run().eventLogHash()));
        return json;
    }

    static String hash(long value) {
        return String.format(Locale.ROOT, "%016x", value);
    }

    private static void ports(ObjectNode json, RunMeasures measures) {
        json.put("xoffFrames", measures.ports().xoff());
        json.put("xonFrames", measures.ports().xon());
        json.set("xoffPerGigabyte", rounded(measures.xoffPerGigabyte()));
        json.set("pausedRatio", rounded(measures.ports().worstPausedRatio()));
        json.put("dropped", measures.ports().dropped());
        json.put("ecnMarked", measures.ports().ecnMarked());
        json.put("cnps", measures.ports().cnps());
    }

    private static void steps(ObjectNode json, Emulated.@Nullable Steps steps) {
        json.put("count", steps == null ? 0 : steps.micros().count());
        summary(json, "micros", steps == null ? null : steps.micros());
        json.set("busGbps", steps == null ? JsonNodeFactory.instance.nullNode() : rounded(steps.busGbps()));
    }

    /** Null where there is nothing to tell. */
    private static void summary(ObjectNode json, String name, @Nullable Summary summary) {
        if (summary == null) {
            json.putNull(name);
            return;
        }
        ObjectNode node = json.putObject(name);
        node.set("mean", rounded(summary.mean()));
        node.set("p50", rounded(summary.p50()));
        node.set("p99", rounded(summary.p99()));
        node.set("max", rounded(summary.max()));
    }

    /** A number where the text is one. */
    static JsonNode value(String text) {
        return NUMBER.matcher(text).matches()
                ? Json.number(Double.parseDouble(text))
                : JsonNodeFactory.instance.textNode(text);
    }

    /** Six decimals: of microseconds, picoseconds. */
    private static JsonNode rounded(double value) {
        return Json.number(Math.abs(value) < 1e9 ? Math.rint(value * 1e6) / 1e6 : value);
    }
}
