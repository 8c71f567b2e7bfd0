package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
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

    /** What it is the newest fact of: a storm state, a kind of sign, or the link. A later one with the same key replaces it. */
    String factKey();

    /** Key of a storm state. */
    static String factKey(PortKey port, int priority, Direction direction) {
        return port.text() + "|storm|" + priority + "|" + direction;
    }

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

        @Override
        public String factKey() {
            return StormTransition.factKey(port, change.priority(), change.direction());
        }
    }

    /** The link facts of the port are these from now on. */
    record Link(PortKey port, long order, long atNanos, LinkFacts facts) implements StormTransition {
        @Override
        public String factKey() {
            return port.text() + "|link";
        }
    }

    /** A fact of the port began or ended. */
    record Sign(PortKey port, long order, PortSign sign) implements StormTransition {
        @Override
        public long atNanos() {
            return sign.atNanos();
        }

        @Override
        public String factKey() {
            return port.text() + "|sign|" + sign.priority() + "|" + sign.kind();
        }
    }
}
