package io.stormglass.cli.scoreboard;

import io.stormglass.emulator.fault.FaultLabel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One label and what was found of it, or something that was found without a label.
 *
 * @param scenario name
 * @param seed of the run
 * @param outcome what came of it
 * @param label null where nothing was wrong
 * @param found null where nothing was found
 * @param pageWanted whether a page is asked for
 * @param pages how many there were
 */
public record Row(
        String scenario,
        long seed,
        Outcome outcome,
        @Nullable FaultLabel label,
        @Nullable Found found,
        boolean pageWanted,
        int pages) {
    /** What came of a label, or of an incident without one. */
    public enum Outcome {
        /** A storm that was found. */
        FOUND,
        /** A storm that was not. */
        MISSED,
        /** Told although nothing of the kind was there. */
        FALSE,
        /** A storm that is too short to be seen: neither right nor wrong. */
        NOT_OBSERVABLE,
        /** A fault that should lead to nothing, and led to nothing. */
        QUIET,
        /** A fault that may be told and was. */
        TOLD
    }

    /**
     * The incident.
     *
     * @param incidentId id
     * @param entity whom it names
     * @param device device of the port that receives the pause
     * @param port that port
     * @param rule rule of the incident
     * @param cause cause class, small letters
     * @param severity the worst that it was, small letters
     * @param cycle ports {@code device/port/priority} that it says wait for each other
     * @param originRight whether it names whom it should, and the cycle of the label where there is one
     * @param causeRight whether its cause is one of those that are right
     * @param openedMicros opening, us since the scenario's start
     * @param detectNanos opening after the label's start, event time
     * @param limitNanos at which it was late: detection time, one refresh, 100 ms
     */
    public record Found(
            String incidentId,
            String entity,
            String device,
            String port,
            String rule,
            String cause,
            String severity,
            List<String> cycle,
            boolean originRight,
            boolean causeRight,
            long openedMicros,
            long detectNanos,
            long limitNanos) {
        public Found {
            cycle = List.copyOf(cycle);
        }

        /** Whether it was found too late. */
        public boolean isLate() {
            return detectNanos > limitNanos;
        }
    }

    /** Whether the number of pages is wrong: one where it is asked for, else one at most, none where nothing is wrong. */
    public boolean isPageWrong() {
        return switch (outcome) {
            case FOUND, MISSED -> pageWanted ? pages != 1 : pages > 1;
            case NOT_OBSERVABLE, TOLD -> pages > 1;
            case FALSE, QUIET -> pages > 0;
        };
    }

    /** Whether everything about it is as it should be. */
    public boolean isRight() {
        Found incident = found;
        return !isPageWrong()
                && switch (outcome) {
                    case FOUND ->
                        incident != null && incident.originRight() && incident.causeRight() && !incident.isLate();
                    case MISSED, FALSE -> false;
                    case NOT_OBSERVABLE, QUIET, TOLD -> true;
                };
    }

    /** What is wrong, in a few words; empty where nothing is. */
    public String wrong() {
        List<String> wrong = new ArrayList<>();
        if (outcome == Outcome.FOUND && found != null) {
            if (!found.originRight()) {
                wrong.add("origin");
            }
            if (!found.causeRight()) {
                wrong.add("cause");
            }
            if (found.isLate()) {
                wrong.add("late");
            }
        }
        if (isPageWrong()) {
            wrong.add("pages");
        }
        return wrong.isEmpty() && !isRight() ? "all" : String.join(", ", wrong);
    }
}
