package io.stormglass.models.storm;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.time.BoundaryKey;

/** What happened at one port of a fabric. */
public sealed interface StormTransition {
    /** Port at which it happened. */
    PortKey port();

    /** Event time, ns. */
    long atNanos();

    /** Order among the transitions of the port. */
    long order();

    /** Place in the order in which transitions are decided. */
    default BoundaryKey place() {
        return new BoundaryKey(atNanos(), port().text(), order());
    }

    /** A storm state opened, changed or cleared. */
    record Storm(PortKey port, long order, PauseChange change) implements StormTransition {
        @Override
        public long atNanos() {
            return change.atNanos();
        }
    }

    /** The link facts of the port are these from now on. */
    record Link(PortKey port, long order, long atNanos, LinkFacts facts) implements StormTransition {}

    /** A fact of the port began or ended. */
    record Sign(PortKey port, long order, PortSign sign) implements StormTransition {
        @Override
        public long atNanos() {
            return sign.atNanos();
        }
    }
}
