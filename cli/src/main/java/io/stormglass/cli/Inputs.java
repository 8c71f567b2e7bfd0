package io.stormglass.cli;

import io.stormglass.capture.Inspection;
import io.stormglass.replay.Captures;
import java.util.Collections;
import java.util.List;

/** What the commands that read captures have in common. */
final class Inputs {
    private Inputs() {}

    /** Refuses what cannot be read twice. */
    static void check(List<String> files) {
        if (Collections.frequency(files, Captures.STDIN) > 1) {
            throw CommandFailure.usage(
                    "'-' stands for the standard input, which can be read once only: name it once", null);
        }
    }

    /** Says what is missing from the flows because it was there already. */
    static void sayCopies(Terminal terminal, Inspection inspection) {
        long copies = inspection.counts().copies();
        if (copies > 0) {
            terminal.say(Words.plural(copies, "packet", "packets")
                    + " that another capture point had shown count once in their flows, and at each port");
        }
    }
}
