package io.stormglass.models.advice;

import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.load.QueueLoad;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a queue's windows allow no advice. In this order: what makes advice wrong, what cannot be seen, what is not there. */
final class Refusals {
    private static final double FEW_DEAF = 0.1;
    private static final double MOST_OTHERS = 0.05;
    /** So many marks without a CNP are no chance. */
    private static final long MANY_MARKS = 100;

    private final QueueSpan span;
    private final AdviceSettings settings;
    private final @Nullable Thresholds current;

    Refusals(QueueSpan span, @Nullable Thresholds current, AdviceSettings settings) {
        this.span = span;
        this.current = current;
        this.settings = settings;
    }

    private Decline decline(Decline.Reason reason, String format, Object... values) {
        return new Decline(reason, span.name() + ": " + Words.of(format, values));
    }

    /** What makes advice for the whole object wrong, whatever its other queues say; null where nothing does. */
    @Nullable
    Decline ofObject() {
        Decline decline = markingOff();
        decline = decline == null ? paused() : decline;
        decline = decline == null ? mixed() : decline;
        decline = decline == null ? modes() : decline;
        return decline == null ? deaf() : decline;
    }

    /** Why this queue says nothing of thresholds; null where it does. */
    @Nullable
    Decline ofQueue() {
        Decline decline = speed();
        decline = decline == null ? flows() : decline;
        decline = decline == null ? marks() : decline;
        decline = decline == null ? notCongested() : decline;
        return decline == null ? tooLittle() : decline;
    }

    private @Nullable Decline markingOff() {
        return Boolean.FALSE.equals(span.settings().ecnOn())
                ? decline(
                        Decline.Reason.MARKING_OFF,
                        "marking is off for priority %d, so thresholds change nothing; switch it on first (SONiC: ecnconfig -q %d on)",
                        span.newest().priority(),
                        span.newest().priority())
                : null;
    }

    private @Nullable Decline paused() {
        double share = span.pausedShare();
        return share > settings.mostPausedShare()
                ? decline(
                        Decline.Reason.EGRESS_PAUSED,
                        "the queue itself was paused for %s of its busy time, more than %s: what it shows is the pauses of the next hop",
                        Words.share(share),
                        Words.share(settings.mostPausedShare()))
                : null;
    }

    private @Nullable Decline mixed() {
        int priorities = Integer.bitCount(span.priorities());
        return priorities > 1
                ? decline(
                        Decline.Reason.MIXED_PRIORITIES,
                        "flows of %d priorities share the queue; one of them pauses for the others",
                        priorities)
                : null;
    }

    private @Nullable Decline modes() {
        List<QueueLoad.Control> controls = span.controls();
        int off = senders(controls, "off");
        int dcqcn = senders(controls, "dcqcn");
        int others = controls.stream().mapToInt(QueueLoad.Control::senders).sum() - off - dcqcn;
        if (others > 0) {
            return decline(
                    Decline.Reason.RTT_BASED,
                    "%d of %d NICs run %s, which does not follow marks",
                    others,
                    off + dcqcn + others,
                    other(controls));
        }
        return off > 0
                ? decline(
                        Decline.Reason.CC_OFF,
                        "congestion control is off in %d of %d NICs: they send on whatever is marked",
                        off,
                        off + dcqcn)
                : null;
    }

    private static int senders(List<QueueLoad.Control> controls, String mode) {
        return controls.stream()
                .filter(control -> control.mode().toLowerCase(Locale.ROOT).equals(mode))
                .mapToInt(QueueLoad.Control::senders)
                .sum();
    }

    private static String other(List<QueueLoad.Control> controls) {
        return controls.stream()
                .map(QueueLoad.Control::mode)
                .filter(mode -> !mode.equalsIgnoreCase("off") && !mode.equalsIgnoreCase("dcqcn"))
                .sorted()
                .findFirst()
                .orElse("another control");
    }

    private @Nullable Decline deaf() {
        long deaf = span.mostOfFlows(QueueLoad.Flows::deaf);
        long flows = span.mostOfFlows(QueueLoad.Flows::flows);
        if (deaf > 0 && deaf >= FEW_DEAF * flows) {
            return decline(Decline.Reason.CC_OFF, "%d of %d flows do not slow down on CNPs or get none", deaf, flows);
        }
        Long marked = span.sum(QueueLoad.Counters::marked);
        long cnps = span.sumOfFlows(QueueLoad.Flows::cnps);
        boolean seesAll = span.seesFlows() && span.mostOfFlows(QueueLoad.Flows::sampledOneIn) == 1;
        if (marked != null && marked >= MANY_MARKS && cnps == 0 && seesAll) {
            return decline(
                    Decline.Reason.CC_OFF,
                    "%d packets were marked and no sender got a CNP: the receivers' side is off, or mirrors do not see CNPs",
                    marked);
        }
        Long watermark = span.watermarkBytes();
        if (current != null && marked != null && marked == 0 && watermark != null && watermark > current.kmaxBytes()) {
            return decline(
                    Decline.Reason.CC_OFF,
                    "the queue reached %s, above Kmax of %s, and nothing was marked",
                    Words.bytes(watermark),
                    Words.bytes((double) current.kmaxBytes()));
        }
        return null;
    }

    private @Nullable Decline speed() {
        return span.settings().lineBitsPerSecond() == 0
                ? decline(
                        Decline.Reason.NOT_OBSERVABLE, "the speed of the port is not known; give it in the links file")
                : null;
    }

    private @Nullable Decline flows() {
        return span.seesFlows()
                ? null
                : decline(
                        Decline.Reason.NOT_OBSERVABLE,
                        "no flow through it is seen: mirror its senders' ports (stormglass agent mirror); formulas need their number");
    }

    private @Nullable Decline marks() {
        Long marked = span.sum(QueueLoad.Counters::marked);
        long cnps = span.sumOfFlows(QueueLoad.Flows::cnps) + span.sumOfFlows(QueueLoad.Flows::marked);
        return marked == null && cnps == 0
                ? decline(
                        Decline.Reason.NOT_OBSERVABLE,
                        "marks are counted nowhere and no CNP is seen; switch the counter on (SONiC: counterpoll wredqueue enable; EOS: random-detect ecn count)")
                : null;
    }

    private @Nullable Decline notCongested() {
        Long marked = span.sum(QueueLoad.Counters::marked);
        long reactions = span.sumOfFlows(QueueLoad.Flows::cnps) + span.sumOfFlows(QueueLoad.Flows::marked);
        if (current == null || reactions > 0 || (marked != null && marked > 0)) {
            return null;
        }
        Long watermark = span.watermarkBytes();
        if (watermark == null) {
            return decline(
                    Decline.Reason.NOT_OBSERVABLE,
                    "nothing was marked, and how long the queue became is not read; switch watermarks on (SONiC: counterpoll watermark enable)");
        }
        return watermark < current.kminBytes()
                ? decline(
                        Decline.Reason.NOT_CONGESTED,
                        "the queue reached %s in %s, below Kmin of %s, and nothing was marked",
                        Words.bytes(watermark),
                        Words.time((double) span.nanos()),
                        Words.bytes((double) current.kminBytes()))
                : null;
    }

    private @Nullable Decline tooLittle() {
        double loaded = span.loadedNanos();
        long bursts = span.bursts();
        return loaded < settings.leastLoadedNanos() && bursts < settings.leastBursts()
                ? decline(
                        Decline.Reason.TOO_LITTLE_DATA,
                        "%s of loaded time and %d bursts in %s; %s or %d bursts are needed",
                        Words.time(loaded),
                        bursts,
                        Words.time((double) span.nanos()),
                        Words.time((double) settings.leastLoadedNanos()),
                        settings.leastBursts())
                : null;
    }

    /** Thresholds below which packets without ECT are dropped must not come down; null where none are dropped. */
    static @Nullable Decline lowering(QueueSpan span, Thresholds current, Thresholds step) {
        boolean lowers = step.kminBytes() < current.kminBytes()
                || step.kmaxBytes() < current.kmaxBytes()
                || step.maxProbability() > current.maxProbability();
        if (!lowers) {
            return null;
        }
        Long dropped = span.sum(QueueLoad.Counters::wredDropped);
        if (dropped != null && dropped > 0) {
            return notEct(
                    span,
                    Words.of(
                            "WRED dropped %d packets, which had no ECT; with %s it would drop more of them",
                            dropped, Words.thresholds(step)));
        }
        double others = span.sumOfFlows(QueueLoad.Flows::otherBytes);
        double share = others / Math.max(1, others + span.sumOfFlows(QueueLoad.Flows::sentBytes));
        return share > MOST_OTHERS
                ? notEct(
                        span,
                        Words.of(
                                "%s of its bytes are of another transport, which may send without ECT and would be dropped above %s",
                                Words.share(share), Words.bytes((double) step.kminBytes())))
                : null;
    }

    private static Decline notEct(QueueSpan span, String words) {
        return new Decline(Decline.Reason.NOT_ECT, span.name() + ": " + words + ". Find who sends without ECT first");
    }
}
