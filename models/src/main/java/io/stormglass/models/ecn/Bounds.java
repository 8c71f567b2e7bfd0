package io.stormglass.models.ecn;

import java.util.ArrayList;
import java.util.List;

/**
 * The limits of a workload's thresholds. The hard ones leave a region that is never empty; {@link #into} moves thresholds there.
 *
 * <table>
 * <caption>Which</caption>
 * <tr><td>hard</td><td>Pmax &gt;= p*; Kmax &gt;= the burst's peak, or where PFC pauses; Kmin &lt;= max(3 T_inc C / (2N), B, a packet); Kmin + growth &lt;= where PFC pauses</td></tr>
 * <tr><td>soft</td><td>Kmin &gt;= 0.2 T_inc C / (2N), where there are bursts</td></tr>
 * <tr><td>information</td><td>the paper's worst case over all ports, DCTCP's C RTT / 7, and the last hard one where no Kmin could keep it</td></tr>
 * </table>
 */
public final class Bounds {
    private static final double MOST_HALVED_FLOWS = 3;
    private static final double LEAST_HALVED_FLOWS = 0.2;
    /** The DCQCN paper's worst case: this many ports, eight priorities, beta 8. */
    private static final int PAPER_PORTS = 32;

    private static final double PAPER_BETA = 8;
    private static final int PRIORITIES = 8;

    private final Workload workload;
    private final double fixedPoint;
    private final double pausingBytes;
    private final double growthBytes;

    private Bounds(Workload workload) {
        this.workload = workload;
        fixedPoint = workload.reaction().fixedPoint(workload.facts(), workload.competingFlows());
        pausingBytes = workload.facts().buffer().pausingQueueBytes(workload.activePorts());
        growthBytes = growthBytes(workload);
    }

    /** The limits for a workload. */
    public static Bounds of(Workload workload) {
        return new Bounds(workload);
    }

    /** What comes between the first mark and the first cut: the overload of a burst, at most the burst; without bursts as much again as the link carries. */
    private static double growthBytes(Workload workload) {
        QueueFacts facts = workload.facts();
        double loop =
                facts.bytes((double) facts.baseRttNanos() + workload.reaction().decreaseNanos());
        Bursts bursts = workload.bursts();
        return bursts.any() ? Math.min((double) bursts.volumeBytes(), bursts.fanIn() * loop) : loop;
    }

    private double kmaxLeast() {
        return Math.min(workload.bursts().peakBytes(), pausingBytes);
    }

    private boolean canStartBeforePauses() {
        return growthBytes < pausingBytes;
    }

    private double kminOfFlows() {
        double halved = MOST_HALVED_FLOWS * ClosedForm.halvedFlowBytes(workload);
        return Math.max(workload.facts().packetBytes(), Math.max(halved, workload.burstBytes()));
    }

    private double kminMost() {
        double most = kminOfFlows();
        return canStartBeforePauses() ? Math.min(most, pausingBytes - growthBytes) : most;
    }

    /** Every limit, and whether the thresholds keep it. */
    public List<Bound> of(Thresholds thresholds) {
        List<Bound> all = new ArrayList<>();
        all.add(new Bound(
                "pmax-fixed-point",
                "Pmax >= p*(N, C, timers)",
                "fixed point of the adapted fluid law; below it the queue stands at Kmax or at the pauses",
                Bound.Kind.HARD,
                Bound.Side.AT_LEAST,
                fixedPoint,
                thresholds.maxProbability()));
        if (workload.bursts().any()) {
            all.add(new Bound(
                    "kmax-burst",
                    "Kmax >= min(peak of a burst, queue at which PFC pauses)",
                    "packet simulations: below it every burst cuts all flows",
                    Bound.Kind.HARD,
                    Bound.Side.AT_LEAST,
                    kmaxLeast(),
                    thresholds.kmaxBytes()));
        }
        addKminBounds(all, thresholds);
        addInformation(all, thresholds);
        return List.copyOf(all);
    }

    private void addKminBounds(List<Bound> all, Thresholds thresholds) {
        all.add(new Bound(
                "kmin-most",
                "Kmin <= max(3 T_inc C / (2N), B, a packet)",
                "packet simulations: 0.2 to 3 halved flows hold the good settings",
                Bound.Kind.HARD,
                Bound.Side.AT_MOST,
                kminOfFlows(),
                thresholds.kminBytes()));
        all.add(new Bound(
                "mark-before-pause",
                "Kmin + min(B, fan-in (RTT + T_dec) C) <= N_active XOFF",
                "DCQCN paper, with the measured XOFF and senders in place of its worst case",
                canStartBeforePauses() ? Bound.Kind.HARD : Bound.Kind.INFORMATION,
                Bound.Side.AT_MOST,
                pausingBytes - growthBytes,
                thresholds.kminBytes()));
        if (workload.bursts().any()) {
            all.add(new Bound(
                    "kmin-least",
                    "Kmin >= 0.2 T_inc C / (2N)",
                    "packet simulations; nothing of it holds without bursts",
                    Bound.Kind.SOFT,
                    Bound.Side.AT_LEAST,
                    LEAST_HALVED_FLOWS * ClosedForm.halvedFlowBytes(workload),
                    thresholds.kminBytes()));
        }
    }

    private void addInformation(List<Bound> all, Thresholds thresholds) {
        QueueFacts facts = workload.facts();
        all.add(new Bound(
                "paper-worst-case",
                "Kmin < beta S / (8 n (beta + 1)), n = 32, beta = 8",
                "DCQCN paper: all ports and priorities at once; rejects most good settings though nothing pauses",
                Bound.Kind.INFORMATION,
                Bound.Side.AT_MOST,
                PAPER_BETA * facts.buffer().sharedBytes() / (PRIORITIES * PAPER_PORTS * (PAPER_BETA + 1)),
                thresholds.kminBytes()));
        all.add(new Bound(
                "dctcp-step",
                "Kmin >= C RTT / 7",
                "DCTCP paper, for a step and windows",
                Bound.Kind.INFORMATION,
                Bound.Side.AT_LEAST,
                facts.baseRttBytes() / 7,
                thresholds.kminBytes()));
    }

    /** True where every hard limit is kept. */
    public boolean hold(Thresholds thresholds) {
        return of(thresholds).stream().allMatch(bound -> bound.kind() != Bound.Kind.HARD || bound.holds());
    }

    /** The nearest thresholds that keep every hard limit: Kmin down, then Kmax and Pmax up. */
    public Thresholds into(Thresholds thresholds) {
        long kmin = Math.min(thresholds.kminBytes(), (long) Math.max(0, kminMost()));
        long kmax = Math.max(Math.max(thresholds.kmaxBytes(), (long) Math.ceil(kmaxLeast())), kmin);
        return new Thresholds(kmin, kmax, Math.clamp(thresholds.maxProbability(), Math.min(1, fixedPoint), 1));
    }

    /** p* of the workload. */
    public double fixedPoint() {
        return fixedPoint;
    }

    /** The egress queue at which the active ingress ports are paused. */
    public double pausingBytes() {
        return pausingBytes;
    }
}
