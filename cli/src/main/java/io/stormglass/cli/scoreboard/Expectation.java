package io.stormglass.cli.scoreboard;

import static io.stormglass.avro.CauseClass.DEADLOCK;
import static io.stormglass.avro.CauseClass.LOSSLESS_DROP;
import static io.stormglass.avro.CauseClass.MISCONFIGURED;
import static io.stormglass.avro.CauseClass.NIC_PAUSE_STORM;
import static io.stormglass.avro.CauseClass.SLOW_RECEIVER;

import io.stormglass.avro.CauseClass;
import io.stormglass.avro.StormIncident;
import io.stormglass.emulator.fault.FaultLabel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a kind of fault should lead to.
 *
 * @param kind of the label
 * @param answer what should come of it
 * @param origin whom the incident should name
 * @param causes classes that are right; empty where there should be no incident
 * @param detection how long the fault must last before a rule can hold
 * @param why in a few words
 */
public record Expectation(
        String kind, Answer answer, Origin origin, List<CauseClass> causes, Detection detection, String why) {
    private static final long SECOND = 1_000_000_000L;
    private static final String CONGESTION = "congestion";
    private static final String IDLE_PAUSE = "idle-pause";

    /** What should come of a fault. */
    public enum Answer {
        /** An incident by a rule of storms, and one page where it lasts. */
        STORM,
        /** An incident by the rule {@code idle-pause}, never a page. */
        NOTE,
        /** Nothing is asked for; an incident of the device with one of the causes is right as well, a page too. */
        MAY_BE_TOLD,
        /** No page and nothing critical. */
        NOTHING
    }

    /** Whom an incident should name. */
    public enum Origin {
        /** The device of the label. */
        DEVICE,
        /** Any switch. */
        ANY_SWITCH
    }

    /** By which rule a fault is found. */
    public enum Detection {
        /** {@code sustained}, {@code watchdog}: the detection time of the source. */
        UNBROKEN,
        /** No progress over two detection times. */
        STANDSTILL,
        /** {@code choppy}: 3 of 5 s. */
        CHOPPY,
        /** {@code idle-pause}: 10 s. */
        IDLE;

        /** How long the fault must last before the rule can hold. */
        public long nanos(Refresh.Sight sight) {
            return switch (this) {
                case UNBROKEN -> sight.detectionNanos();
                case STANDSTILL -> 2 * sight.detectionNanos();
                case CHOPPY -> 5 * SECOND;
                case IDLE -> Math.max(10 * SECOND, sight.detectionNanos());
            };
        }

        String words() {
            return switch (this) {
                case UNBROKEN -> "2 refreshes; frames 200 ms";
                case STANDSTILL -> "4 refreshes; frames 400 ms";
                case CHOPPY -> "5 s";
                case IDLE -> "10 s";
            };
        }
    }

    private static final List<Expectation> ALL = List.of(
            storm("nic-pause-storm", Detection.UNBROKEN, "the NIC pauses without receiving", NIC_PAUSE_STORM),
            storm(
                    "host-hang",
                    Detection.UNBROKEN,
                    "the NIC receives nothing more since its host takes nothing",
                    NIC_PAUSE_STORM,
                    SLOW_RECEIVER),
            storm("slow-receiver", Detection.CHOPPY, "pauses in step with what is received", SLOW_RECEIVER),
            storm("pcie-back-pressure", Detection.CHOPPY, "pauses in step with PCIe stalls", SLOW_RECEIVER),
            new Expectation(
                    "deadlock",
                    Answer.STORM,
                    Origin.ANY_SWITCH,
                    List.of(DEADLOCK),
                    Detection.STANDSTILL,
                    "the cycle is the origin, any of its switches may be named"),
            new Expectation(
                    IDLE_PAUSE,
                    Answer.NOTE,
                    Origin.DEVICE,
                    List.of(NIC_PAUSE_STORM, CauseClass.UNKNOWN),
                    Detection.IDLE,
                    "nothing waits for it"),
            mayBeTold("pfc-one-side", "drops of a lossless priority are an incident of their own"),
            mayBeTold("wrong-dscp-map", "drops of a lossless priority are an incident of their own"),
            nothing("wrong-thresholds", "congestion that drains; advice and findings tell of it"),
            nothing("ecn-off", "congestion that drains; findings tell of it"),
            nothing("ignores-cnps", "the flow's class tells of it"),
            nothing("cnp-loss", "the flow's class tells of it"),
            nothing("cc-off", "the rack's mode tells of it"),
            nothing("link-degraded", "congestion before a slow link drains"),
            nothing("link-flap", "flows recover"),
            nothing("device-down", "a device that is off pauses nobody"),
            nothing("agent-silent", "the fabric is fine"),
            nothing("agent-clock-skew", "the fabric is fine"),
            nothing("agent-restart", "the fabric is fine"),
            nothing("counter-reset", "the fabric is fine"),
            nothing("duplicated-telemetry", "the fabric is fine"),
            nothing("slow-refresh", "the fabric is fine"),
            nothing("watermark-cleared", "the fabric is fine"));

    private static final Map<String, Expectation> BY_KIND =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Expectation::kind, Function.identity()));

    /** All of them, storms first. */
    public static List<Expectation> all() {
        return ALL;
    }

    /**
     * What a kind of label should lead to.
     *
     * @throws IllegalArgumentException if nobody has said
     */
    public static Expectation of(String kind) {
        Expectation expectation = BY_KIND.get(kind);
        if (expectation == null) {
            throw new IllegalArgumentException(
                    "nothing says what a fault of kind '" + kind + "' should lead to; known: "
                            + ALL.stream().map(Expectation::kind).collect(Collectors.joining(", ")));
        }
        return expectation;
    }

    /** Whether an incident is of a rule that fits. */
    boolean fits(StormIncident incident) {
        return switch (answer) {
            case STORM -> isStormRule(incident.getRule());
            case NOTE -> incident.getRule().equals(IDLE_PAUSE);
            case MAY_BE_TOLD -> causes.contains(incident.getCause());
            case NOTHING -> false;
        };
    }

    static boolean isStormRule(String rule) {
        return !rule.equals(CONGESTION) && !rule.equals(IDLE_PAUSE);
    }

    /** The table of the documentation. */
    public static String table() {
        StringBuilder text = new StringBuilder(
                "| label | expected | origin | causes | lasts at least | why |\n|---|---|---|---|---|---|\n");
        for (Expectation each : ALL) {
            boolean asked = each.answer == Answer.STORM || each.answer == Answer.NOTE;
            text.append("| `")
                    .append(each.kind)
                    .append("` | ")
                    .append(each.words())
                    .append(" | ");
            text.append(each.answer == Answer.NOTHING ? "-" : word(each.origin)).append(" | ");
            text.append(
                    each.causes.isEmpty()
                            ? "-"
                            : each.causes.stream()
                                    .map(cause -> "`" + word(cause) + "`")
                                    .collect(Collectors.joining(", ")));
            text.append(" | ")
                    .append(asked ? each.detection.words() : "-")
                    .append(" | ")
                    .append(each.why)
                    .append(" |\n");
        }
        return text.toString();
    }

    /** What should come of a label of this kind, in a line. */
    public String summary(FaultLabel label) {
        String whom = origin == Origin.DEVICE ? label.device() : "a switch";
        String why = causes.stream().map(Expectation::word).collect(Collectors.joining(" or "));
        String cycle = label.cycle().isEmpty() ? "" : ", cycle " + String.join(" > ", label.cycle());
        return switch (answer) {
            case STORM -> "a storm by " + whom + ", " + why + cycle;
            case NOTE -> "an incident by rule idle-pause at " + whom + ", " + why + ", no page";
            case MAY_BE_TOLD -> "nothing, or an incident of " + why;
            case NOTHING -> "nothing critical, no page";
        };
    }

    private String words() {
        return switch (answer) {
            case STORM -> "storm, one page";
            case NOTE -> "incident by `idle-pause`, no page";
            case MAY_BE_TOLD -> "nothing; an incident with one of the causes is right";
            case NOTHING -> "no page, nothing critical";
        };
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Expectation storm(String kind, Detection detection, String why, CauseClass... causes) {
        return new Expectation(kind, Answer.STORM, Origin.DEVICE, Arrays.asList(causes), detection, why);
    }

    private static Expectation mayBeTold(String kind, String why) {
        return new Expectation(
                kind,
                Answer.MAY_BE_TOLD,
                Origin.ANY_SWITCH,
                List.of(LOSSLESS_DROP, MISCONFIGURED),
                Detection.UNBROKEN,
                why);
    }

    private static Expectation nothing(String kind, String why) {
        return new Expectation(kind, Answer.NOTHING, Origin.DEVICE, List.of(), Detection.UNBROKEN, why);
    }
}
