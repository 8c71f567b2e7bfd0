package io.stormglass.models.ecn;

import java.util.List;
import java.util.Locale;

/**
 * Thresholds from formulas, for every queue and in microseconds.
 *
 * <pre>
 * Kmin = min(kappa T_inc C / (2 N), B / 4)                at least a packet
 * S    = X / p*(N)        X = max(0.5 us C, x B) sqrt(max(1, Dref / 15 us))
 * Kmax = min(c B, where PFC pauses, Kmin + S)             at least the burst's peak and Kmin + 8 X where PFC allows it
 * Pmax = min(1, (Kmax - Kmin) / S)                        at least p*
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>T_inc, N, C</td><td>increase timer, competing flows, line rate</td></tr>
 * <tr><td>B</td><td>{@link Workload#burstBytes}: volume of a burst; 0 where only long flows send</td></tr>
 * <tr><td>S</td><td>inverse slope: bytes of queue per unit of probability</td></tr>
 * <tr><td>p*</td><td>{@link Reaction#fixedPoint}</td></tr>
 * <tr><td>kappa, x, c</td><td>{@link Profile}: 0.5, 1/16, 1.6 for latency; 1, 1/8, 4 balanced; 1.5, 1/4, 8 for throughput</td></tr>
 * </table>
 *
 * <p>Kmin: one flow that halves (alpha 1) leaves C/(2N) unused for one T_inc. The constants were fitted to packet simulations of long flows with bursts of 40 us at
 * round trips of 4 to 10 us; the root of Dref, because longer round trips want a flatter slope, is ours.
 *
 * <p>Worked number, balanced, 100 Gb/s, 4048 bytes, 1/4/300 us, N = 16, bursts of 40 us: Kmin 117 kB (9.4 us), p* 0.0204, X 5.0 us, S 246 us, Kmax 2 MB (160 us), Pmax 0.61.
 *
 * @param thresholds the answer
 * @param fixedPoint p*
 * @param riseBytes X, queue of the fixed point above Kmin
 * @param pausingBytes queue at which the ingress ports are paused
 * @param sentences why Kmin, why the slope, why Kmax
 */
public record ClosedForm(
        Thresholds thresholds, double fixedPoint, double riseBytes, double pausingBytes, List<String> sentences) {
    private static final double LEAST_RISE_NANOS = 500;
    private static final double FITTED_REFERENCE_NANOS = 15_000;
    /** Width in X without a burst that would give it. */
    private static final double LEAST_WIDTH = 8;

    public ClosedForm {
        sentences = List.copyOf(sentences);
    }

    /** The answer for a workload. */
    public static ClosedForm of(Workload workload, Profile profile) {
        QueueFacts facts = workload.facts();
        Profile.Form form = profile.form();
        int flows = workload.competingFlows();
        double halved = form.kappa() * halvedFlowBytes(workload);
        double burst = workload.burstBytes();
        double pausing = facts.buffer().pausingQueueBytes(workload.activePorts());
        double kmin = Math.max(facts.packetBytes(), Math.min(Math.min(halved, burst / 4), pausing / 4));
        double fixedPoint = workload.reaction().fixedPoint(facts, flows);
        double stretch = Math.sqrt(Math.max(1, facts.referenceDelayNanos() / FITTED_REFERENCE_NANOS));
        double rise = stretch * Math.max(facts.bytes(LEAST_RISE_NANOS), form.riseOfBurst() * burst);
        double slope = rise / fixedPoint;
        double least = Math.max(workload.bursts().peakBytes(), kmin + Math.min(slope, LEAST_WIDTH * rise));
        double kmax = Math.min(Math.max(Math.min(form.capOfBurst() * burst, kmin + slope), least), pausing);
        double pmax = Math.min(1, Math.max(fixedPoint, (kmax - kmin) / slope));
        Thresholds thresholds = new Thresholds(Math.round(kmin), Math.round(Math.max(kmin, kmax)), pmax);
        return new ClosedForm(
                thresholds,
                fixedPoint,
                rise,
                pausing,
                List.of(
                        kminSentence(workload, profile, kmin < halved),
                        slopeSentence(workload, thresholds, fixedPoint, rise),
                        kmaxSentence(workload, thresholds, pausing)));
    }

    /** What one of N flows leaves unused that halves, until its first increase: {@code T_inc C / (2 N)}. */
    static double halvedFlowBytes(Workload workload) {
        return workload.facts().bytes((double) workload.reaction().increaseNanos()) / (2.0 * workload.competingFlows());
    }

    private static String kminSentence(Workload workload, Profile profile, boolean limited) {
        QueueFacts facts = workload.facts();
        String why = String.format(
                Locale.ROOT,
                "Kmin covers one flow that halves its rate: of %d flows it leaves 1/%d of %s unused for one increase timer of %.0f us, that is %s, times %s for the profile %s",
                workload.competingFlows(),
                2 * workload.competingFlows(),
                rate(facts),
                workload.reaction().increaseNanos() / 1e3,
                size(facts, halvedFlowBytes(workload)),
                number(profile.form().kappa()),
                profile.text());
        String limit = !limited
                ? ""
                : workload.burstBytes() > 0
                        ? String.format(
                                Locale.ROOT,
                                "; no more than a quarter of a burst of %s",
                                size(facts, workload.burstBytes()))
                        : "; without bursts there is nothing to keep a queue for, so it is one packet";
        return why + limit + ".";
    }

    private static String slopeSentence(Workload workload, Thresholds thresholds, double fixedPoint, double rise) {
        return String.format(
                Locale.ROOT,
                "The slope (Pmax %.3g over %s) puts the queue of these flows %s above Kmin: with the timers that were seen they stand still at a marking probability of %.4f.",
                thresholds.maxProbability(),
                size(workload.facts(), (double) thresholds.widthBytes()),
                size(workload.facts(), rise),
                fixedPoint);
    }

    private static String kmaxSentence(Workload workload, Thresholds thresholds, double pausing) {
        QueueFacts facts = workload.facts();
        String burst = workload.bursts().any()
                ? String.format(
                        Locale.ROOT,
                        "Kmax of %s clears the peak of a burst, %s,",
                        size(facts, (double) thresholds.kmaxBytes()),
                        size(facts, workload.bursts().peakBytes()))
                : String.format(Locale.ROOT, "Kmax of %s is as far as the slope needs,", size(facts, (double)
                        thresholds.kmaxBytes()));
        return burst
                + String.format(
                        Locale.ROOT,
                        " and %s %s at which %d ingress ports are paused.",
                        thresholds.kmaxBytes() < pausing * 0.999 ? "stays below" : "ends at",
                        size(facts, pausing),
                        workload.activePorts());
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static String rate(QueueFacts facts) {
        return number(facts.lineBitsPerSecond() / 1e9) + " Gb/s";
    }

    /** Bytes and the time that they take at line rate. */
    static String size(QueueFacts facts, double bytes) {
        String amount = bytes >= 1e6
                ? String.format(Locale.ROOT, "%.2f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.1f kB", bytes / 1e3);
        return amount + String.format(Locale.ROOT, " (%.1f us)", facts.nanos(bytes) / 1e3);
    }
}
