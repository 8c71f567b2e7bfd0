package io.stormglass.models.dcqcn;

import java.util.List;

/**
 * Drives a reaction point with given CNPs and bytes and reports the state after every event, as the traces of other
 * implementations have it. At one nanosecond CNPs come before bytes, and both before timers.
 */
public final class ReactionTrace {
    private ReactionTrace() {}

    /**
     * What happens to the reaction point.
     *
     * @param durationNanos events at this time or later do not happen
     * @param cnpNanos times of CNPs, ascending
     * @param sends what it sends
     */
    public record Inputs(long durationNanos, List<Long> cnpNanos, Sends sends) {
        public Inputs {
            cnpNanos = List.copyOf(cnpNanos);
            if (durationNanos < 0) {
                throw new IllegalArgumentException("duration is " + durationNanos + " ns, at least 0 is needed");
            }
            for (int i = 0; i < cnpNanos.size(); i++) {
                long earlier = i == 0 ? 0 : cnpNanos.get(i - 1);
                if (cnpNanos.get(i) < earlier) {
                    throw new IllegalArgumentException("CNP " + i + " is at " + cnpNanos.get(i) + " ns, before "
                            + earlier + " ns: times ascend from 0");
                }
            }
        }
    }

    /**
     * Chunks of one size at one distance.
     *
     * @param startNanos time of the first chunk
     * @param intervalNanos distance of two chunks; 0 where nothing is sent
     * @param chunkBytes size of a chunk
     */
    public record Sends(long startNanos, long intervalNanos, long chunkBytes) {
        /** Nothing is sent. */
        public static final Sends NONE = new Sends(0, 0, 0);

        public Sends {
            if (startNanos < 0 || intervalNanos < 0 || chunkBytes < 0) {
                throw new IllegalArgumentException("chunks of " + chunkBytes + " bytes from " + startNanos
                        + " ns, one per " + intervalNanos + " ns: none may be negative");
            }
        }
    }

    /** Takes the rows. */
    @FunctionalInterface
    public interface Rows {
        /**
         * One event happened.
         *
         * @param atNanos when
         * @param event the trace's word for it
         * @param after the state afterwards
         */
        void row(long atNanos, String event, ReactionPoint after);
    }

    /** Runs from time 0; the first row, {@code INIT}, is the state before anything happened. */
    public static void run(ReactionPoint point, Inputs inputs, Rows rows) {
        Recorder recorder = new Recorder(point, rows);
        rows.row(0, "INIT", point);
        long nextSend = inputs.sends().intervalNanos() == 0
                ? Timers.NEVER
                : inputs.sends().startNanos();
        int cnp = 0;
        while (true) {
            long nextCnp = cnp < inputs.cnpNanos().size() ? inputs.cnpNanos().get(cnp) : Timers.NEVER;
            long next = Math.min(nextCnp, nextSend);
            if (next >= inputs.durationNanos()) {
                recorder.timers(inputs.durationNanos());
                return;
            }
            recorder.timers(next);
            if (nextCnp == next) {
                recorder.report(next, point.cnp(next));
                cnp++;
            } else {
                recorder.report(next, point.sent(next, inputs.sends().chunkBytes()));
                nextSend += inputs.sends().intervalNanos();
            }
        }
    }

    /** Finds the word for an event and leaves out what a trace of the variant leaves out. */
    private static final class Recorder {
        private final ReactionPoint point;
        private final Rows rows;
        private long rate;
        private long target;
        private double alpha;
        private int timeStage;
        private int byteStage;

        Recorder(ReactionPoint point, Rows rows) {
            this.point = point;
            this.rows = rows;
            remember();
        }

        void timers(long beforeNanos) {
            for (int fired = point.next(beforeNanos); fired != 0; fired = point.next(beforeNanos)) {
                report(point.nowNanos(), fired);
            }
        }

        void report(long atNanos, int fired) {
            if (fired == 0) {
                return;
            }
            String word = word(fired);
            boolean shown =
                    switch (point) {
                        case HpccReactionPoint hpcc -> true;
                        case MsrReactionPoint msr -> true;
                        case PaperReactionPoint paper -> true;
                        case NvidiaReactionPoint nvidia -> word.endsWith("CNP") || changed();
                    };
            if (shown) {
                rows.row(atNanos, word, point);
            }
            remember();
        }

        private boolean changed() {
            return rate != point.rateBitsPerSecond()
                    || target != point.targetBitsPerSecond()
                    || alpha != point.alpha()
                    || timeStage != point.timeStage()
                    || byteStage != point.byteStage();
        }

        private void remember() {
            rate = point.rateBitsPerSecond();
            target = point.targetBitsPerSecond();
            alpha = point.alpha();
            timeStage = point.timeStage();
            byteStage = point.byteStage();
        }

        private String word(int fired) {
            if (Branch.FIRST_CNP.in(fired)) {
                return decoupled() ? "FIRST_CNP" : "CNP";
            }
            if (Branch.CNP.in(fired)) {
                return "CNP";
            }
            if (Branch.CUT.in(fired)) {
                return "DECREASE";
            }
            if (Branch.TIMER.in(fired)) {
                return point instanceof HpccReactionPoint ? increase(fired) : "TIME_INC";
            }
            return Branch.BYTE_COUNTER.in(fired) ? "BYTE_INC" : "ALPHA";
        }

        /** True where a CNP is only noted and acted upon later. */
        private boolean decoupled() {
            return switch (point) {
                case HpccReactionPoint hpcc -> true;
                case NvidiaReactionPoint nvidia -> true;
                case MsrReactionPoint msr -> false;
                case PaperReactionPoint paper -> false;
            };
        }

        private static String increase(int fired) {
            if (Branch.HYPER_INCREASE.in(fired)) {
                return "HYPER_INCREASE";
            }
            return Branch.ADDITIVE_INCREASE.in(fired) ? "ADDITIVE_INCREASE" : "FAST_RECOVERY";
        }
    }
}
