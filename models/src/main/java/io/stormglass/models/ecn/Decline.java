package io.stormglass.models.ecn;

import java.util.Locale;
import java.util.Optional;

/**
 * Why no change of thresholds is recommended although everything is known that a search needs.
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
        /** The current setting is on all targets: its cost is 1 or less. */
        TARGETS_MET,
        /** Settings that lie far apart cost the same: something else decides. */
        NOT_THE_LEVER
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
