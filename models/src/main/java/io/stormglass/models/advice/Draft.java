package io.stormglass.models.advice;

import java.util.List;

/** What can be said of an object without asking a model. */
public sealed interface Draft {
    /** The advice, or what stands in for it until a search is made. */
    Advice advice();

    /**
     * No search would change it.
     *
     * @param advice as it is
     */
    record Settled(Advice advice) implements Draft {}

    /** A search may find something. */
    final class Open implements Draft {
        final Case of;
        final List<Kind> kinds;
        private final Advice waiting;
        private final double gain;

        Open(Case of, List<Kind> kinds, Advice waiting, double gain) {
            this.of = of;
            this.kinds = List.copyOf(kinds);
            this.waiting = waiting;
            this.gain = gain;
        }

        @Override
        public Advice advice() {
            return waiting;
        }

        /** By how much the closed form would lower the cost, roughly: who is searched first. */
        public double gain() {
            return gain;
        }
    }
}
