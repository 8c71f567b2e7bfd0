package io.stormglass.models.ecn;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How well each input of a {@link Workload} is known, and where it is from.
 *
 * @param known per input; what is missing counts as assumed
 */
public record Inputs(Map<Input, Known> known) {
    /** The inputs. */
    public enum Input {
        /** Line rate and packet size. */
        LINK("link"),
        /** Base round trip. */
        BASE_RTT("base round trip"),
        /** Number of competing flows. */
        FLOWS("number of flows"),
        /** Fan-in, volume and period of bursts. */
        BURSTS("bursts"),
        /** Sizes and load of messages, or rounds. */
        MESSAGES("messages"),
        /** DCQCN timers and increases. */
        REACTION("DCQCN settings"),
        /** Buffer, XOFF rule, reserve. */
        BUFFER("buffer"),
        /** Marking point and averaging weight. */
        MARKING("marking");

        private final String text;

        Input(String text) {
            this.text = text;
        }

        /** As written for people. */
        public String text() {
            return text;
        }
    }

    /**
     * What is known of one input.
     *
     * @param grade how well
     * @param source in words
     */
    public record Known(Grade grade, String source) {}

    private static final Known NOTHING = new Known(Grade.ASSUMED, "nothing known");

    public Inputs {
        EnumMap<Input, Known> copy = new EnumMap<>(Input.class);
        copy.putAll(known);
        known = Collections.unmodifiableMap(copy);
    }

    /** All from one source. */
    public static Inputs all(Grade grade, String source) {
        EnumMap<Input, Known> all = new EnumMap<>(Input.class);
        for (Input input : Input.values()) {
            all.put(input, new Known(grade, source));
        }
        return new Inputs(all);
    }

    /** With one input known otherwise. */
    public Inputs with(Input input, Known other) {
        EnumMap<Input, Known> copy = new EnumMap<>(Input.class);
        copy.putAll(known);
        copy.put(input, other);
        return new Inputs(copy);
    }

    /** What is known of an input. */
    public Known of(Input input) {
        return known.getOrDefault(input, NOTHING);
    }

    /** Upper end of the confidence, 0..1: that of the worst input. */
    public double confidence() {
        double least = 1;
        for (Input input : Input.values()) {
            least = Math.min(least, of(input).grade().confidence());
        }
        return least;
    }
}
