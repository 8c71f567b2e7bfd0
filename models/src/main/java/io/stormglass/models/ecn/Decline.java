package io.stormglass.models.ecn;

import java.util.Locale;
import java.util.Optional;

/**
 * Why no change of thresholds is recommended.
 *
 * @param reason which
 * @param words with the numbers
 */
public record Decline(Reason reason, String words) {
    /** Three published settings that lie far apart; if they cost the same, so does what is between them. */
    private static final NamedProfile[] PROBES = {
        NamedProfile.DCQCN_PAPER, NamedProfile.SONIC_DEFAULT, NamedProfile.HPCC
    };

    private static final double FLAT = 1.15;

    /** Reasons. */
    public enum Reason {
        /** Something that is needed is counted or seen nowhere; the words say how to make it seen. */
        NOT_OBSERVABLE,
        /** The queue stayed below Kmin and nothing was marked. */
        NOT_CONGESTED,
        /** Marking is off for the priority. */
        MARKING_OFF,
        /** Flows do not react to marks. */
        CC_OFF,
        /** Senders follow round trips and not marks. */
        RTT_BASED,
        /** A storm is open on the queue's port or on its wait-for path. */
        STORM,
        /** The queue itself was paused for more than a fifth of its busy time. */
        EGRESS_PAUSED,
        /** Too little loaded time and too few bursts. */
        TOO_LITTLE_DATA,
        /** Several priorities share the queue. */
        MIXED_PRIORITIES,
        /** Packets without ECT are dropped above the thresholds, and the advice would lower one. */
        NOT_ECT,
        /** No thresholds were read back. */
        NO_THRESHOLDS,
        /** Thresholds that are no known number of bytes: percents, or what the switch computes. */
        NO_BYTES,
        /** The current setting is on all targets: its cost is 1 or less. */
        TARGETS_MET,
        /** Settings that lie far apart cost the same: something else decides. */
        NOT_THE_LEVER,
        /** No parameter would move far enough. */
        SMALL_MOVE,
        /** The gain would be too small. */
        SMALL_GAIN,
        /** The gain may be chance. */
        WITHIN_NOISE,
        /** The last change is too recent. */
        COOLING_DOWN,
        /** The same change was made here before and had to be taken back. */
        WAS_WORSE,
        /** The first step towards better thresholds would make it worse or pause more. */
        NO_GOOD_STEP,
        /** Links, NIC settings or speeds are not those any more for which the last advice was made. */
        STALE,
        /** The search has not come to it yet. */
        WAITING,
        /** The advice could not be worked out; it was counted. */
        FAILED
    }

    /** The reason that a search's result gives, if any. */
    public static Optional<Decline> of(LocalSearch.Result result, Workload workload) {
        double cost = result.currentCost().mean();
        if (cost <= 1) {
            return Optional.of(new Decline(
                    Reason.TARGETS_MET,
                    String.format(
                            Locale.ROOT,
                            "All targets of the profile %s are met as it is: cost %.2f (95 %%: %.2f to %.2f), 1 is on target.",
                            result.profile().text(),
                            cost,
                            result.currentCost().low(),
                            result.currentCost().high())));
        }
        double least = Double.MAX_VALUE;
        double most = 0;
        for (NamedProfile probe : PROBES) {
            Evaluation made = result.named().get(probe);
            if (made == null) {
                return Optional.empty();
            }
            double mean = made.cost(result.profile()).mean();
            least = Math.min(least, mean);
            most = Math.max(most, mean);
        }
        if (most > FLAT * least) {
            return Optional.empty();
        }
        return Optional.of(new Decline(
                Reason.NOT_THE_LEVER,
                String.format(
                        Locale.ROOT,
                        "Thresholds are not the lever here: settings as far apart as dcqcn-paper, sonic-default and hpcc cost %.2f to %.2f.%s",
                        least,
                        most,
                        lever(workload))));
    }

    /** What decides instead, where messages are gone before anybody can be cut. */
    private static String lever(Workload workload) {
        QueueFacts facts = workload.facts();
        double messageNanos = facts.nanos(messageBytes(workload));
        double cutNanos = facts.baseRttNanos() + 2.0 * workload.reaction().decreaseNanos();
        if (messageNanos >= cutNanos) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                " A message of %s has left its NIC before the first cut can come, %.1f us after its start: spreading the starts, or a window below a message, decides instead.",
                ClosedForm.size(facts, messageBytes(workload)),
                cutNanos / 1e3);
    }

    private static double messageBytes(Workload workload) {
        if (workload.longFlows() > 0) {
            return Double.MAX_VALUE;
        }
        double bytes = (double)
                Math.max(workload.bursts().bytesEach(), workload.rounds().bytesEach());
        return workload.messages().any() ? Math.max(bytes, workload.messages().meanByteBytes()) : bytes;
    }
}
