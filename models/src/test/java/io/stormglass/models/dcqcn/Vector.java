package io.stormglass.models.dcqcn;

import io.stormglass.testkit.Golden;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A vector file of another implementation: parameters, inputs, and the rows that it printed. */
record Vector(String name, Map<String, String> numbers, List<Long> cnpNanos, List<String[]> rows) {
    private static final Path FOLDER = Golden.moduleDirectory().resolve("src/test/resources/dcqcn");
    private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\"\\s*:\\s*(-?[0-9][0-9.eE+-]*)");
    private static final Pattern TIMES = Pattern.compile("\"cnp_times_ns\"\\s*:\\s*\\[([^\\]]*)\\]");

    /** Names of the vectors that begin so. */
    static List<String> named(String prefix) {
        try (Stream<Path> files = Files.list(FOLDER)) {
            List<String> names = files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.startsWith(prefix) && file.endsWith(".json"))
                    .map(file -> file.substring(0, file.length() - ".json".length()))
                    .sorted()
                    .toList();
            if (names.isEmpty()) {
                throw new AssertionError("no vector begins with " + prefix + " in " + FOLDER);
            }
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Vector read(String name) {
        String json = text(name + ".json");
        Map<String, String> numbers = new TreeMap<>();
        Matcher number = NUMBER.matcher(json);
        while (number.find()) {
            numbers.put(number.group(1), number.group(2));
        }
        List<Long> times = new ArrayList<>();
        Matcher list = TIMES.matcher(json);
        if (list.find()) {
            for (String time : list.group(1).split(",", -1)) {
                times.add(Long.valueOf(time.trim()));
            }
        }
        return new Vector(name, numbers, times, csv(name + ".csv"));
    }

    /** The rows below the head of a CSV. */
    static List<String[]> csv(String file) {
        return text(file).lines().skip(1).map(line -> line.split(",", -1)).toList();
    }

    private static String text(String file) {
        try {
            return Files.readString(FOLDER.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long whole(String key) {
        return Long.parseLong(numbers.getOrDefault(key, "no " + key));
    }

    int small(String key) {
        return Math.toIntExact(whole(key));
    }

    double real(String key) {
        return Double.parseDouble(numbers.getOrDefault(key, "no " + key));
    }

    ReactionTrace.Inputs inputs() {
        ReactionTrace.Sends sends = numbers.containsKey("tx_interval_ns")
                ? new ReactionTrace.Sends(whole("tx_start_ns"), whole("tx_interval_ns"), whole("tx_chunk_bytes"))
                : ReactionTrace.Sends.NONE;
        return new ReactionTrace.Inputs(whole("duration_ns"), cnpNanos, sends);
    }

    DcqcnParameters parameters() {
        return switch (name.substring(0, name.indexOf('_'))) {
            case "hpcc" -> hpcc();
            case "msr" -> msr();
            case "nvfw" -> nvidia();
            case String other -> throw new AssertionError("no variant for " + other);
        };
    }

    private HpccParameters hpcc() {
        return new HpccParameters(
                whole("line_rate_bps"),
                whole("min_rate_bps"),
                real("g"),
                real("rate_on_first_cnp_fraction"),
                whole("clamp_target_rate") == 1 ? ClampTarget.ALWAYS : ClampTarget.AFTER_ANY_INCREASE,
                whole("alpha_interval_us"),
                whole("rate_decrease_interval_us"),
                whole("rp_timer_us"),
                small("fast_recovery_times"),
                whole("rate_ai_bps"),
                whole("rate_hai_bps"));
    }

    private MsrParameters msr() {
        return new MsrParameters(
                whole("line_rate_bps"),
                whole("min_rate_bps"),
                real("g"),
                real("initial_alpha"),
                clamp("clamp_target_rate", "clamp_target_rate_after_time_inc"),
                whole("alpha_interval_us"),
                whole("rp_timer_us"),
                whole("byte_counter"),
                small("fast_recovery_times"),
                whole("rate_ai_bps"),
                whole("rate_hai_bps"));
    }

    private NvidiaParameters nvidia() {
        return new NvidiaParameters(
                whole("max_rate_mbps"),
                whole("rpg_min_rate_mbps"),
                small("dce_tcp_g"),
                whole("dce_tcp_rtt_us"),
                small("initial_alpha_value"),
                whole("rate_to_set_on_first_cnp_mbps"),
                small("rpg_min_dec_fac"),
                small("rpg_gd"),
                whole("rate_reduce_monitor_period_us"),
                clamp("clamp_tgt_rate", "clamp_tgt_rate_after_time_inc"),
                whole("rpg_time_reset_us"),
                whole("rpg_byte_reset"),
                small("rpg_threshold"),
                whole("rpg_ai_rate_mbps"),
                whole("rpg_hai_rate_mbps"));
    }

    private ClampTarget clamp(String always, String afterTime) {
        if (whole(always) == 1) {
            return ClampTarget.ALWAYS;
        }
        return whole(afterTime) == 1 ? ClampTarget.AFTER_ANY_INCREASE : ClampTarget.AFTER_BYTE_INCREASE;
    }
}
