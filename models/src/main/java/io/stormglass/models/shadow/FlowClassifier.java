package io.stormglass.models.shadow;

import java.util.Locale;

/**
 * From evidence to a class; a pure function.
 *
 * <p>Two things are compared: the level (observed rate beside the limit) and the depth of cuts ({@link CutDepth}). The level is what a class is
 * about, but a reaction point remembers: one CNP event that telemetry lost while alpha was high shifts every limit after it, for as long as
 * it takes additive increase to forget (seconds at firmware defaults). The depth of a cut does not depend on the level. So a sender is
 * blamed where its cuts are of another depth and its level is off on the same side, or where it is above by more than a factor of two.
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
 *       time, or the tests of cuts of rules 8 and 9, or {@code unknown}.
 *   <li>{@code rtt-based}: of the spans under delay at least 3 and a fifth are slower than the one before by 10 % and more, and by more than
 *       three times what the limit fell; delay does not stand (at most three quarters of the spans), and the rate does not follow the limit
 *       (match below 0.2). A DCQCN sender never slows down without a CNP, and is under delay as long as others fill the queue.
 *   <li>{@code ignores-cnps}: 40 % of the spans above the limit, and four fifths of these at line rate or the rate all but constant.
 *   <li>{@code under-reacts}: odds of 20 to 1 that it cuts half as deep where 40 % of the spans are above the limit, of 400 to 1 where
 *       fewer are, and at least four times as many spans above the limit as below. Or 40 % above, the limit moved, and the moves have something to do with it (match above 0.1) with a gain that is below 0.82 by
 *       four standard errors. Or 70 % above, by more than a factor of two on average, unless it cuts as deep as it should. Above is evidence
 *       anywhere.
 *   <li>{@code over-reacts}: the same with cuts twice as deep and spans below the limit.
 *       Stretches and spans count only where the flow was shown to be backlogged.
 *   <li>40 % above or below: {@code conforming} where the odds are 20 to 1 against deeper cuts, shallower ones are not likely either, recoveries
 *       match as well (gain above 0.75, match 0.4), and the level is less than a factor of two off, which is said; else {@code unknown}.
 *   <li>{@code conforming}: 60 % of the spans at the limit.
 *   <li>30 % below without being shown to be backlogged: {@code app-limited} where idle time was seen, else {@code unknown}.
 * </ol>
 *
 * <p>Counters of a queue pair ({@code qp-counter}) decide the rules 2 to 4 only: they hold no rate to compare.
 *
 * <p>Worked number: 218 judged spans, 216 of them below the limit and none above, ln of the odds of twice as deep 4.8: over-reacts, although
 * the reference may have lost its level; with -4.8, gain 0.95, match 0.6 and a mean distance of 0.27 it is conforming.
 */
final class FlowClassifier {
    private static final int ENOUGH = 16;
    private static final int FEW_CNPS = 4;
    /** Ten changes of the limit by 7 %. */
    private static final double MOVES = 0.05;

    /** Ten changes of the limit by 20 %. */
    private static final double MANY_MOVES = 0.35;

    private static final double LESS = 0.82;
    private static final double LEAST_MATCH = 0.1;

    /** ln of the odds, 20 to 1 at full weight: more than one stretch of cuts can give. */
    private static final double SURE = 3;

    /** 400 to 1, where the level says little. */
    private static final double SURE_ALONE = 6;

    private static final double ALIKE_MATCH = 0.4;
    private static final double ALIKE_GAIN = 0.75;
    private static final double UNLIKE = 0.2;
    /** ln 2: twice the limit, or half of it. */
    private static final double FAR = 0.7;

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
        if (reached(e) + e.notified() > 0) {
            return mostlyIdle(e) ? idleVerdict(e) : fewCnps(e);
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
                        : new FlowVerdict(FlowClass.UNKNOWN, "no CNP of late", "watermark of the queue on its path");
        };
    }

    /** Both ends are on; what the sender makes of it is not to be seen. */
    private static FlowVerdict fewCnps(FlowEvidence e) {
        return new FlowVerdict(
                FlowClass.UNKNOWN,
                e.notified() + " CNPs sent, " + reached(e) + " arrived",
                reached(e) == 0 ? "what arrived at the sender" : "more CNPs");
    }

    private static FlowVerdict thin(FlowEvidence e) {
        if (followsDelay(e)) {
            return delayVerdict(e);
        }
        if (mostlyIdle(e)) {
            return idleVerdict(e);
        }
        if (cutsLess(e)) {
            return verdict(FlowClass.UNDER_REACTS, spans(e) + cuts(e));
        }
        return cutsMore(e)
                ? verdict(FlowClass.OVER_REACTS, spans(e) + cuts(e))
                : unknown(spans(e), "at least " + ENOUGH + " spans under a limit");
    }

    private static FlowVerdict besideLimit(FlowEvidence e) {
        if (followsDelay(e)) {
            return delayVerdict(e);
        }
        boolean above = mostly(e, e.above());
        boolean below = mostly(e, e.below());
        if (above && isUnmoved(e)) {
            return verdict(FlowClass.IGNORES_CNPS, spans(e) + ", " + e.unmoved() + " at line rate; the rate stays");
        }
        if (cutsLess(e) || movesLess(e) || farAbove(e)) {
            return verdict(FlowClass.UNDER_REACTS, spans(e) + cuts(e));
        }
        if (cutsMore(e)) {
            return verdict(FlowClass.OVER_REACTS, spans(e) + cuts(e));
        }
        if (!above && !below) {
            return nearOrIdle(e);
        }
        return movesAlike(e) && e.residual() < FAR
                ? verdict(FlowClass.CONFORMING, spans(e) + cuts(e), "CNP events: the level is off, the moves are right")
                : unknown(spans(e) + cuts(e), "CNPs without loss: level and moves do not agree");
    }

    private static FlowVerdict nearOrIdle(FlowEvidence e) {
        if (e.near() * 10 >= e.judged() * 6) {
            return verdict(FlowClass.CONFORMING, spans(e) + cuts(e));
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

    private static boolean cutsLess(FlowEvidence e) {
        return e.shallow() >= (mostly(e, e.above()) ? SURE : SURE_ALONE) && e.above() > 4 * e.below();
    }

    private static boolean cutsMore(FlowEvidence e) {
        return e.deep() >= (mostly(e, e.below()) ? SURE : SURE_ALONE) && e.below() > 4 * e.above();
    }

    private static boolean mostly(FlowEvidence e, int spans) {
        return spans * 10 >= e.judged() * 4;
    }

    private static boolean cutsAlike(FlowEvidence e) {
        return e.deep() <= -SURE && e.shallow() < 0;
    }

    /** Cuts and recoveries: a sender that recovers too slowly cuts as it should. */
    private static boolean movesAlike(FlowEvidence e) {
        return cutsAlike(e) && e.match() >= ALIKE_MATCH && e.gain() > ALIKE_GAIN;
    }

    private static boolean movesLess(FlowEvidence e) {
        return mostly(e, e.above())
                && e.limitMoves() >= MANY_MOVES
                && e.match() >= LEAST_MATCH
                && e.gain() + 4 * e.gainError() < LESS;
    }

    private static boolean farAbove(FlowEvidence e) {
        return e.above() * 10 >= e.judged() * 7 && e.residual() >= FAR && !cutsAlike(e);
    }

    private static String cuts(FlowEvidence e) {
        return String.format(
                Locale.ROOT, "; ln of the odds that it cuts twice as deep %.1f, half %.1f", e.deep(), e.shallow());
    }

    private static boolean followsDelay(FlowEvidence e) {
        boolean followsLimit = e.limitMoves() >= MOVES && e.match() >= UNLIKE;
        return !followsLimit
                && e.falls() >= FEW_FALLS
                && e.falls() * 5 >= e.delayed()
                && e.delayed() * 4 <= (e.judged() + e.free()) * 3;
    }

    private static FlowVerdict delayVerdict(FlowEvidence e) {
        return verdict(
                FlowClass.RTT_BASED,
                "slower than CNPs explain in " + e.falls() + " of " + e.delayed() + " spans under delay");
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

    private static FlowVerdict verdict(FlowClass flowClass, String evidence, String missing) {
        return new FlowVerdict(flowClass, evidence, missing);
    }

    private static FlowVerdict unknown(String evidence, String missing) {
        return new FlowVerdict(FlowClass.UNKNOWN, evidence, missing);
    }

    private static String spans(FlowEvidence e) {
        return e.near() + " spans at the limit, " + e.above() + " above, " + e.below()
                + " below with data outstanding, " + e.belowUnshown() + " below else";
    }
}
