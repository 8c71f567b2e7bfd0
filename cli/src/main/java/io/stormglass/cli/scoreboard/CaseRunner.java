package io.stormglass.cli.scoreboard;

import io.stormglass.avro.StormIncident;
import java.util.List;

/** Runs a case through the topology. */
public interface CaseRunner {
    /** Every version of every incident, in the order in which they were published. */
    List<StormIncident> run(Case each);
}
