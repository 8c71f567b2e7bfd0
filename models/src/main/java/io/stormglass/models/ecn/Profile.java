package io.stormglass.models.ecn;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the owner of a fabric cares for: weights of the cost, and constants of the closed form that go with them. */
public enum Profile {
    /** Short queues. */
    LATENCY(new Weights(0.20, 0.45, 0.10, 0.25), new Form(0.5, 1.0 / 16, 1.6)),
    /** Both. */
    BALANCED(new Weights(0.35, 0.25, 0.10, 0.30), new Form(1, 1.0 / 8, 4)),
    /** Full links. */
    THROUGHPUT(new Weights(0.60, 0.10, 0.10, 0.20), new Form(1.5, 1.0 / 4, 8));

    /**
     * Weights of the terms of {@link Cost}; they add up to 1.
     *
     * @param waste of T
     * @param delay of D
     * @param pause of P
     * @param slowdown of F
     */
    public record Weights(double waste, double delay, double pause, double slowdown) {}

    /**
     * Constants of {@link ClosedForm}, fitted to packet simulations.
     *
     * @param kappa Kmin in flows that halve
     * @param riseOfBurst X, the queue of the fixed point above Kmin, in bursts
     * @param capOfBurst Kmax at most, in bursts
     */
    record Form(double kappa, double riseOfBurst, double capOfBurst) {}

    // Records of numbers.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Weights weights;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Form form;

    Profile(Weights weights, Form form) {
        this.weights = weights;
        this.form = form;
    }

    /** Weights of the cost. */
    public Weights weights() {
        return weights;
    }

    Form form() {
        return form;
    }

    /** As users write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The profile of a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static Profile of(String text) {
        for (Profile profile : values()) {
            if (profile.text().equals(text)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("no profile is called '" + text + "'; there are "
                + Arrays.stream(values()).map(Profile::text).collect(Collectors.joining(", ")));
    }
}
