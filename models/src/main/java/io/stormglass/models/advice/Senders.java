package io.stormglass.models.advice;

import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.ecn.Grade;
import io.stormglass.models.ecn.Inputs;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Reactions;
import io.stormglass.models.load.QueueLoad;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the senders' NICs do, from their settings.
 *
 * @param reaction of most of them
 * @param known how well
 */
record Senders(Reaction reaction, Inputs.Known known) {
    private static final long NVIDIA_CNP_NANOS = 4_000;
    private static final String MODE = "dcqcn";

    /** The setting of most NICs that run DCQCN; of equally many the first by its text. Empty where none was read. */
    static Optional<QueueLoad.Control> most(List<QueueLoad.Control> controls) {
        return controls.stream()
                .filter(control -> control.mode().equals(MODE))
                .max(Comparator.comparingInt(QueueLoad.Control::senders)
                        .thenComparing(QueueLoad.Control::settings, Comparator.reverseOrder()));
    }

    static Senders of(List<QueueLoad.Control> controls, long lineBitsPerSecond) {
        Optional<QueueLoad.Control> most = most(controls);
        Optional<Reaction> named = most.flatMap(control -> Reactions.parse(control.settings(), lineBitsPerSecond))
                // The model's senders have the rate of the queue's link.
                .filter(reaction -> reaction.point().lineBitsPerSecond() == lineBitsPerSecond);
        if (named.isEmpty()) {
            String unread = most.map(control -> "settings '" + control.settings() + "' are not understood")
                    .orElse("NIC settings were not read");
            return new Senders(
                    Reaction.of(HpccParameters.runDcqcn(lineBitsPerSecond), NVIDIA_CNP_NANOS),
                    new Inputs.Known(
                            Grade.ASSUMED,
                            unread + "; timers 1/4/300 us with increases that grow with the link stand in"));
        }
        String others = controls.size() == 1 ? "" : ", " + (controls.size() - 1) + " other settings among the senders";
        return new Senders(
                named.get(),
                new Inputs.Known(
                        controls.size() == 1 ? Grade.MEASURED : Grade.CONCLUDED,
                        "read from the NICs: " + most.get().settings() + others));
    }
}
