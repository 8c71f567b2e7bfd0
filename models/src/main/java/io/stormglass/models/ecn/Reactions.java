package io.stormglass.models.ecn;

import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The DCQCN settings of a NIC as one text, which is what link facts tell of them: a preset, and what differs from it.
 *
 * <pre>
 * rp=on np=on preset=nvidia-firmware
 * rp=on np=on preset=nvidia-firmware rpg_ai_rate=50 min_time_between_cnps=8
 * rp=on np=on preset=ns3-hpcc gain=0.0625 alpha-us=50 decrease-us=50 increase-us=55 window=variable
 * </pre>
 *
 * <table>
 * <caption>Words, apart by spaces, in any order</caption>
 * <tr><td>{@code preset=}, or the name alone</td><td>one of {@link DcqcnPreset}; without it NVIDIA's firmware, where one of its parameters is there</td></tr>
 * <tr><td>{@code rp}, {@code np}</td><td>{@code off}: no reaction at all</td></tr>
 * <tr><td>NVIDIA's parameters</td><td>by their firmware names in the firmware's units, in small letters or capitals; a rate of 0 is that of the line</td></tr>
 * <tr><td>those of the other variants</td><td>{@code min-bps}, {@code gain}, {@code first-cnp}, {@code initial-alpha}, {@code clamp}, {@code alpha-us},
 * {@code decrease-us}, {@code increase-us}, {@code counter-bytes}, {@code recoveries}, {@code ai-bps}, {@code hai-bps}</td></tr>
 * <tr><td>{@code cnp-ns}, {@code min_time_between_cnps} (us)</td><td>least time between two CNPs of a flow; without it that of the variant</td></tr>
 * <tr><td>{@code window}</td><td>{@code none}, {@code bdp}, {@code variable}</td></tr>
 * </table>
 *
 * Other words say nothing here.
 */
public final class Reactions {
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MOST_CNP_NANOS = 1_000_000_000;
    private static final String PRESET = "preset";
    private static final String CNP_NANOS = "cnp-ns";
    private static final String CNP_MICROS = "min_time_between_cnps";
    private static final String WINDOW = "window";
    private static final String LINE = "rpg_max_rate";

    private Reactions() {}

    /**
     * What a text says.
     *
     * @param lineBitsPerSecond of the NIC's port
     * @return nothing where the text says nothing of DCQCN, a side of it is off, or a value is none that can be
     */
    public static Optional<Reaction> parse(String text, long lineBitsPerSecond) {
        try {
            Words words = Words.of(text);
            DcqcnPreset preset = words.preset();
            if (preset == null || words.isOff("rp") || words.isOff("np")) {
                return Optional.empty();
            }
            DcqcnParameters point = point(preset.at(line(words, lineBitsPerSecond)), words);
            return Optional.of(new Reaction(point, cnpNanos(words, point), window(words)));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** The text of a reaction; at the line rate of its parameters it says the same again. */
    public static String text(Reaction reaction) {
        DcqcnParameters point = reaction.point();
        Map<String, String> own = values(point);
        String best = "";
        int least = Integer.MAX_VALUE;
        for (DcqcnPreset preset : DcqcnPreset.values()) {
            DcqcnParameters standard = preset.at(point.lineBitsPerSecond());
            Map<String, String> differences = new LinkedHashMap<>(own);
            differences.entrySet().removeAll(values(standard).entrySet());
            if (standard.getClass() == point.getClass() && differences.size() < least) {
                least = differences.size();
                StringBuilder text = new StringBuilder(PRESET + "=" + preset.text());
                differences.forEach(
                        (key, value) -> text.append(' ').append(key).append('=').append(value));
                best = text.toString();
            }
        }
        String cnp = reaction.cnpNanos() == usualCnpNanos(point) ? "" : " " + CNP_NANOS + "=" + reaction.cnpNanos();
        String window = reaction.window() == Reaction.Window.NONE
                ? ""
                : " " + WINDOW + "=" + reaction.window().name().toLowerCase(Locale.ROOT);
        return "rp=on np=on " + best + cnp + window;
    }

    // ---- what all variants have

    private static long line(Words words, long lineBitsPerSecond) {
        long megabits = words.whole(LINE, 0);
        return megabits == 0
                ? lineBitsPerSecond
                : Math.min(lineBitsPerSecond, Math.multiplyExact(megabits, BITS_PER_MEGABIT));
    }

    private static long usualCnpNanos(DcqcnParameters point) {
        return switch (point) {
            case NvidiaParameters p -> CnpPacing.nvidia().intervalNanos();
            case HpccParameters p -> CnpPacing.hpcc().intervalNanos();
            case MsrParameters p -> CnpPacing.msr().intervalNanos();
            case PaperParameters p -> CnpPacing.paper().intervalNanos();
        };
    }

    private static long cnpNanos(Words words, DcqcnParameters point) {
        long nanos = words.has(CNP_MICROS)
                ? Math.multiplyExact(words.whole(CNP_MICROS, 0), NANOS_PER_MICRO)
                : words.whole(CNP_NANOS, usualCnpNanos(point));
        if (nanos > MOST_CNP_NANOS) {
            throw new IllegalArgumentException("CNPs " + nanos + " ns apart");
        }
        return nanos;
    }

    private static Reaction.Window window(Words words) {
        return Reaction.Window.valueOf(words.text(WINDOW, "none").toUpperCase(Locale.ROOT));
    }

    // ---- variants

    private static DcqcnParameters point(DcqcnParameters standard, Words words) {
        return switch (standard) {
            case NvidiaParameters p -> nvidia(p, words);
            case HpccParameters p -> hpcc(p, words);
            case MsrParameters p -> msr(p, words);
            case PaperParameters p -> paper(p, words);
        };
    }

    private static NvidiaParameters nvidia(NvidiaParameters p, Words words) {
        return new NvidiaParameters(
                p.maxMegabitsPerSecond(),
                words.whole("rpg_min_rate", p.minMegabitsPerSecond()),
                words.small("dce_tcp_g", p.dceTcpG()),
                words.whole("dce_tcp_rtt", p.dceTcpRttMicros()),
                words.small("initial_alpha_value", p.initialAlpha()),
                words.rate("rate_to_set_on_first_cnp", p.firstCnpMegabitsPerSecond(), p.maxMegabitsPerSecond()),
                words.small("rpg_min_dec_fac", p.minDecreaseFactor()),
                words.small("rpg_gd", p.gd()),
                words.whole("rate_reduce_monitor_period", p.monitorMicros()),
                words.nvidiaClamp(p.clampTarget()),
                words.whole("rpg_time_reset", p.timeResetMicros()),
                words.whole("rpg_byte_reset", p.byteReset()),
                words.small("rpg_threshold", p.threshold()),
                words.whole("rpg_ai_rate", p.aiMegabitsPerSecond()),
                words.whole("rpg_hai_rate", p.haiMegabitsPerSecond()));
    }

    private static HpccParameters hpcc(HpccParameters p, Words words) {
        return new HpccParameters(
                p.lineBitsPerSecond(),
                words.whole("min-bps", p.minBitsPerSecond()),
                words.number("gain", p.gain()),
                words.number("first-cnp", p.firstCnpFraction()),
                words.clamp(p.clampTarget()),
                words.whole("alpha-us", p.alphaMicros()),
                words.whole("decrease-us", p.decreaseMicros()),
                words.whole("increase-us", p.increaseMicros()),
                words.small("recoveries", p.fastRecoveryTimes()),
                words.whole("ai-bps", p.aiBitsPerSecond()),
                words.whole("hai-bps", p.haiBitsPerSecond()));
    }

    private static MsrParameters msr(MsrParameters p, Words words) {
        return new MsrParameters(
                p.lineBitsPerSecond(),
                words.whole("min-bps", p.minBitsPerSecond()),
                words.number("gain", p.gain()),
                words.number("initial-alpha", p.initialAlpha()),
                words.clamp(p.clampTarget()),
                words.whole("alpha-us", p.alphaMicros()),
                words.whole("increase-us", p.increaseMicros()),
                words.whole("counter-bytes", p.counterBytes()),
                words.small("recoveries", p.fastRecoveryTimes()),
                words.whole("ai-bps", p.aiBitsPerSecond()),
                words.whole("hai-bps", p.haiBitsPerSecond()));
    }

    private static PaperParameters paper(PaperParameters p, Words words) {
        return new PaperParameters(
                p.lineBitsPerSecond(),
                words.whole("min-bps", p.minBitsPerSecond()),
                words.number("gain", p.gain()),
                words.number("initial-alpha", p.initialAlpha()),
                words.whole("alpha-us", p.alphaMicros()),
                words.whole("increase-us", p.increaseMicros()),
                words.whole("counter-bytes", p.counterBytes()),
                words.small("recoveries", p.fastRecoveryTimes()),
                words.whole("ai-bps", p.aiBitsPerSecond()),
                words.whole("hai-bps", p.haiBitsPerSecond()));
    }

    /** Every parameter as {@link #parse} would read it. */
    private static Map<String, String> values(DcqcnParameters point) {
        Words none = new Words(Map.of());
        point(point, none);
        return none.asked;
    }

    private static String clampWord(ClampTarget clamp) {
        return clamp.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Words of a text by key. What it is asked for is kept, with the value where there is no word. */
    private static final class Words {
        private final Map<String, String> given;
        private final Map<String, String> asked = new LinkedHashMap<>();

        Words(Map<String, String> given) {
            this.given = given;
        }

        static Words of(String text) {
            Map<String, String> given = new LinkedHashMap<>();
            for (String word : text.strip().split("\\s+", -1)) {
                int equals = word.indexOf('=');
                String key = equals < 0 ? PRESET : word.substring(0, equals).toLowerCase(Locale.ROOT);
                boolean says = equals >= 0 || isPreset(word);
                if (says && given.put(key, word.substring(equals + 1)) != null) {
                    throw new IllegalArgumentException(key + " is there twice");
                }
            }
            return new Words(given);
        }

        private static boolean isPreset(String word) {
            return Arrays.stream(DcqcnPreset.values())
                    .anyMatch(preset -> preset.text().equals(word));
        }

        /** The preset that is named; firmware where one of its parameters is; null where nothing says DCQCN. */
        @Nullable
        DcqcnPreset preset() {
            String name = given.get(PRESET);
            if (name != null) {
                return DcqcnPreset.of(name);
            }
            boolean isNvidia = has(CNP_MICROS)
                    || has(LINE)
                    || values(DcqcnPreset.NVIDIA_FIRMWARE.at(BITS_PER_MEGABIT)).keySet().stream()
                            .anyMatch(this::has);
            return isNvidia ? DcqcnPreset.NVIDIA_FIRMWARE : null;
        }

        boolean has(String key) {
            return given.containsKey(key);
        }

        boolean isOff(String key) {
            return text(key, "on").equals("off");
        }

        String text(String key, String standard) {
            asked.put(key, standard);
            return given.getOrDefault(key, standard);
        }

        long whole(String key, long standard) {
            return Long.parseLong(text(key, Long.toString(standard)));
        }

        int small(String key, int standard) {
            return Integer.parseInt(text(key, Integer.toString(standard)));
        }

        double number(String key, double standard) {
            return Double.parseDouble(text(key, Double.toString(standard)));
        }

        long rate(String key, long standard, long line) {
            long rate = whole(key, standard);
            return rate == 0 ? line : rate;
        }

        ClampTarget clamp(ClampTarget standard) {
            return ClampTarget.valueOf(
                    text("clamp", clampWord(standard)).toUpperCase(Locale.ROOT).replace('-', '_'));
        }

        ClampTarget nvidiaClamp(ClampTarget standard) {
            boolean always = flag("clamp_tgt_rate", standard == ClampTarget.ALWAYS);
            boolean afterTime = flag("clamp_tgt_rate_after_time_inc", standard != ClampTarget.AFTER_BYTE_INCREASE);
            if (always) {
                return ClampTarget.ALWAYS;
            }
            return afterTime ? ClampTarget.AFTER_ANY_INCREASE : ClampTarget.AFTER_BYTE_INCREASE;
        }

        private boolean flag(String key, boolean standard) {
            return switch (text(key, standard ? "1" : "0")) {
                case "1", "on", "true" -> true;
                case "0", "off", "false" -> false;
                default -> throw new IllegalArgumentException(key + " is " + given.get(key));
            };
        }
    }
}
