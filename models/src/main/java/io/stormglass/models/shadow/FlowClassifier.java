package io.stormglass.models.shadow;

import java.util.Locale;

/**
 * From evidence to a class; a pure function.
 *
 * <p>Two things are compared: the level (observed rate beside the limit) and the moves (change of the rate beside change of the limit,
 * from span to span). The level is what a class is about, but a reaction point remembers: one CNP event that telemetry lost while
 * alpha was high shifts every limit after it, for as long as it takes additive increase to forget (seconds at firmware defaults). The
 * moves do not remember. So a sender is blamed where both speak, or where the level is more than a factor of two off.
 *
 * <p>The rules, in this order (the first that holds decides):
 *
 * <ol>
 *   <li>{@code unknown}: nothing but samples was seen, which step no model.
 *   <li>{@code cnp-lost}: both ends of the flow are seen, the receiver sent at least 16 CNPs and less than 80 % arrived. First,
 *       because every later rule takes it that the sender got what it was to react to.
 *   <li>{@code cc-off}, sender's side: the NIC itself says that it ignored nine in ten of at least 16 CNPs.
 *   <li>Without CNPs there is no limit to compare with. Delay can still speak (rule 6). Then "no marks" has its three answers:
 *       {@code not-observable} where CNPs would not be seen, constant 0 included; {@code cc-off}, receiver's side, where 16 packets
 *       with CE brought no CNP, or the watermark passed Kmax (or the queue paused its peers) while live counters stayed at 0;
 *       {@code not-congested} where the watermark stayed below Kmin. Else, where the sender mostly had nothing outstanding,
 *       {@code app-limited}; else {@code unknown}.
 *   <li>Fewer than 16 judged spans: rule 6, or {@code app-limited} where the flow had nothing outstanding four fifths of the
 *       time, or {@code unknown}.
 *   <li>{@code rtt-based}: of at least 8 spans under delay and without a CNP, one in ten and at least 3 are slower by 5 % than the
 *       one before, and the rate does not follow the limit (match below 0.2). A DCQCN sender never slows down without a CNP.
 *   <li>{@code ignores-cnps}: 40 % of the spans above the limit, and four fifths of these at line rate or the rate all but constant.
 *   <li>{@code under-reacts}: at least four times as many spans above the limit as below, the limit moved, and the moves have
 *       something to do with it (match above 0.1, level off by 5 %); then gain and four standard errors below 0.82 where 40 % of the
 *       spans are above, gain and two below 0.75 where 5 % are. Or 70 % above by more than a factor of two while the moves do not
 *       match. Above is evidence anywhere.
 *   <li>{@code over-reacts}: gain above 1.75, and either 60 % of the spans below the limit with something outstanding throughout,
 *       hardly any at it, and gain less two standard errors above 1.2; or 30 % below, much to follow, and above 1.4 with a match of
 *       0.8. Of a flow that is silent in between, much to follow in any case. Nothing below the limit counts unless the flow was
 *       shown to be backlogged.
 *   <li>40 % above or below: {@code conforming} where the moves match with a gain of 0.8 to 1.15 and the level is less than a
 *       factor of two off, which is said; else {@code unknown}.
 *   <li>{@code conforming}: 60 % of the spans at the limit.
 *   <li>30 % below without being shown to be backlogged: {@code app-limited} where idle time was seen, else {@code unknown}.
 * </ol>
 *
 * <p>Counters of a queue pair ({@code qp-counter}) decide the rules 2 to 4 only: they hold no rate to compare.
 *
 * <p>Worked number: 160 judged spans, 17 at the limit, 143 above, limit moves 14.7, gain 0.68, match 0.74, rate moves 9.19. The
 * standard error is sqrt(9.19 x 0.26 / 160 / 14.7) = 0.032; 0.68 + 4 x 0.032 = 0.81 is below 0.82: under-reacts.
 */
final class FlowClassifier {
    private static final int ENOUGH = 16;
    private static final int FEW_CNPS = 4;
    /** Ten changes of the limit by 7 %. */
    private static final double MOVES = 0.05;

    private static final double MANY_MOVES = 0.4;
    private static final double LESS = 0.75;
    private static final double LESS_ABOVE = 0.82;
    private static final double MORE = 1.2;
    private static final double MUCH_MORE = 1.4;
    /** A limit that one lost CNP left too high makes the moves of a good sender look up to 1.7 times as large. */
    private static final double DEEPER = 1.75;

    /** Ten changes of the limit by 20 %. */
    private static final double LESS_MOVES = 0.35;

    /** The same where silences cut the spans short: 28 of them. */
    private static final double SILENT_MOVES = 1;

    private static final double LEAST_MATCH = 0.1;
    private static final double LEAST_RESIDUAL = 0.05;

    private static final double SURE = 0.8;
    private static final double ALIKE_FROM = 0.8;
    private static final double ALIKE_TO = 1.15;
    private static final double MATCH = 0.5;
    private static final double UNLIKE = 0.2;
    /** ln 2: twice the limit, or half of it. */
    private static final double FAR = 0.7;

    private static final int FEW_QUIET = 8;
    private static final int FEW_FALLS = 3;

    private FlowClassifier() {}

    static FlowVerdict classify(FlowEvidence e) {
        if (!e.packetsSeen() && !e.countersSeen()) {
            return new FlowVerdict(
                    FlowClass.UNKNOWN,
                    e.sampledSeen() ? "samples only" : "nothing seen",
                    "events of every packet or counters of the queue pair");
        }
        if (e.bothEndsSeen() && e.notified() >= ENOUGH && reached(e) * 5 < e.notified() * 4) {
            return verdict(FlowClass.CNP_LOST, reached(e) + " of " + e.notified() + " CNPs arrived");
        }
        if (e.ignored() >= ENOUGH && e.ignored() >= 9 * e.received()) {
            return verdict(
                    FlowClass.CC_OFF, "sender's side: " + e.ignored() + " CNPs ignored, " + e.received() + " handled");
        }
        if (e.judged() < ENOUGH && e.received() < FEW_CNPS) {
            return withoutCnps(e);
        }
        if (!e.packetsSeen()) {
            return new FlowVerdict(
                    FlowClass.UNKNOWN, e.received() + " CNPs", "rate beside a limit needs the flow packet by packet");
        }
        return e.judged() < ENOUGH ? thin(e) : besideLimit(e);
    }

    private static int reached(FlowEvidence e) {
        return e.received() + e.ignored();
    }

    private static FlowVerdict withoutCnps(FlowEvidence e) {
        if (followsDelay(e)) {
            return delayVerdict(e);
        }
        if (!e.cnpsVisible()) {
            return new FlowVerdict(
                    FlowClass.NOT_OBSERVABLE,
                    "no CNP seen, and none would be",
                    "counters that count (per-queue-pair optional counters) or a mirror of the CNPs");
        }
        if (e.marked() >= ENOUGH) {
            return verdict(FlowClass.CC_OFF, "receiver's side: " + e.marked() + " packets with CE, no CNP");
        }
        return switch (e.queue()) {
            case PASSED_KMAX -> verdict(FlowClass.CC_OFF, "queue passed Kmax or paused its peers, no CNP");
            case BELOW_KMIN -> verdict(FlowClass.NOT_CONGESTED, "queue below Kmin, no CNP");
            case BETWEEN, UNKNOWN ->
                mostlyIdle(e)
                        ? idleVerdict(e)
                        : new FlowVerdict(FlowClass.UNKNOWN, "no CNP", "watermark of the queue on its path");
        };
    }

    private static FlowVerdict thin(FlowEvidence e) {
        if (followsDelay(e)) {
            return delayVerdict(e);
        }
        return mostlyIdle(e)
                ? idleVerdict(e)
                : new FlowVerdict(FlowClass.UNKNOWN, spans(e), "at least " + ENOUGH + " spans under a limit");
    }

    private static FlowVerdict besideLimit(FlowEvidence e) {
        if (followsDelay(e)) {
            return delayVerdict(e);
        }
        int judged = e.judged();
        boolean above = e.above() * 10 >= judged * 4;
        boolean below = e.below() * 10 >= judged * 4;
        if (above && isUnmoved(e)) {
            return verdict(FlowClass.IGNORES_CNPS, spans(e) + ", " + e.unmoved() + " at line rate; the rate stays");
        }
        if (movesLess(e) || (e.above() * 10 >= judged * 7 && e.residual() >= FAR && !movesAlike(e))) {
            return verdict(FlowClass.UNDER_REACTS, spans(e) + moves(e));
        }
        if (movesMore(e)) {
            return verdict(FlowClass.OVER_REACTS, spans(e) + moves(e));
        }
        if ((above || below) && !(movesAlike(e) && e.residual() < FAR)) {
            return new FlowVerdict(
                    FlowClass.UNKNOWN, spans(e) + moves(e), "CNPs without loss: level and moves do not agree");
        }
        if (above || below) {
            return new FlowVerdict(
                    FlowClass.CONFORMING, spans(e) + moves(e), "CNP events: the level is off, the moves are right");
        }
        return nearOrIdle(e);
    }

    private static FlowVerdict nearOrIdle(FlowEvidence e) {
        if (e.near() * 10 >= e.judged() * 6) {
            return verdict(FlowClass.CONFORMING, spans(e) + moves(e));
        }
        if (e.belowUnshown() * 10 >= e.judged() * 3) {
            return e.backlogVisible() && e.idle() > 0
                    ? idleVerdict(e)
                    : new FlowVerdict(
                            FlowClass.UNKNOWN, spans(e), "RTT samples of the sender's side, to show that it had data");
        }
        return new FlowVerdict(FlowClass.UNKNOWN, spans(e), "spans that agree");
    }

    private static boolean isUnmoved(FlowEvidence e) {
        return e.unmoved() * 5 >= e.above() * 4 || (e.limitMoves() >= MOVES && e.rateMoves() * 20 < e.limitMoves());
    }

    private static boolean movesLess(FlowEvidence e) {
        if (e.above() < 4 * e.below()
                || e.limitMoves() < (isSteady(e) ? LESS_MOVES : SILENT_MOVES)
                || e.match() < LEAST_MATCH
                || e.residual() < LEAST_RESIDUAL) {
            return false;
        }
        boolean mostlyAbove = e.above() * 10 >= e.judged() * 4;
        return mostlyAbove
                ? e.gain() + 4 * e.gainError() < LESS_ABOVE
                : e.above() * 20 >= e.judged() && e.gain() + 2 * e.gainError() < LESS;
    }

    private static boolean movesMore(FlowEvidence e) {
        double least = e.gain() - 2 * e.gainError();
        boolean mostlyBelow = e.below() * 10 >= e.judged() * 6 && e.near() * 10 < e.judged() * 2;
        boolean much = e.limitMoves() >= MANY_MOVES;
        boolean sure = much && e.match() >= SURE && e.below() * 10 >= e.judged() * 3;
        return e.gain() > DEEPER
                && (much || isSteady(e))
                && ((mostlyBelow && least > MORE) || (sure && least > MUCH_MORE));
    }

    /** Silences are a third of the time at most. */
    private static boolean isSteady(FlowEvidence e) {
        return e.idle() * 2 < e.judged();
    }

    private static boolean movesAlike(FlowEvidence e) {
        return e.limitMoves() >= MOVES && e.match() >= MATCH && e.gain() > ALIKE_FROM && e.gain() < ALIKE_TO;
    }

    private static String moves(FlowEvidence e) {
        return String.format(Locale.ROOT, "; moves %.2f of the limit's moves", e.gain());
    }

    private static boolean followsDelay(FlowEvidence e) {
        boolean followsLimit = e.limitMoves() >= MOVES && e.match() >= UNLIKE;
        return !followsLimit
                && e.quiet() >= FEW_QUIET
                && e.quietFalls() >= FEW_FALLS
                && e.quietFalls() * 10 >= e.quiet();
    }

    private static FlowVerdict delayVerdict(FlowEvidence e) {
        return verdict(
                FlowClass.RTT_BASED,
                "slower in " + e.quietFalls() + " of " + e.quiet() + " spans under delay without a CNP");
    }

    private static boolean mostlyIdle(FlowEvidence e) {
        int spans = e.judged() + e.free();
        return e.idle() >= ENOUGH && e.idle() >= 4 * spans;
    }

    private static FlowVerdict idleVerdict(FlowEvidence e) {
        return verdict(
                FlowClass.APP_LIMITED,
                "nothing outstanding in " + e.idle() + " of " + (e.idle() + e.judged() + e.free()) + " times of 50 us");
    }

    private static FlowVerdict verdict(FlowClass flowClass, String evidence) {
        return new FlowVerdict(flowClass, evidence, "");
    }

    private static String spans(FlowEvidence e) {
        return e.near() + " spans at the limit, " + e.above() + " above, " + e.below()
                + " below with data outstanding, " + e.belowUnshown() + " below else";
    }
}
