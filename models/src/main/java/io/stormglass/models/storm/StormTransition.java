package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.time.BoundaryKey;
import org.jspecify.annotations.Nullable;

/** What the graph of a fabric is told. */
public sealed interface StormTransition {
    /** Event time, ns. */
    long atNanos();

    /** What it is the newest fact of: a storm state, a kind of sign, the link, a maintenance window, an entity, or a flow. A later one with the same key replaces it. */
    String factKey();

    /** Key of a storm state. */
    static String factKey(PortKey port, int priority, Direction direction) {
        return port.text() + "|storm|" + priority + "|" + direction;
    }

    /** What the keys of the signs of a port begin with. */
    static String signKeys(PortKey port) {
        return port.text() + "|sign|";
    }

    /** Place in the order in which transitions are decided. */
    BoundaryKey place();

    /** What happened at one port. */
    sealed interface OfPort extends StormTransition {
        /** Port at which it happened. */
        PortKey port();

        /** Order among the transitions of the port. */
        long order();

        @Override
        default BoundaryKey place() {
            return new BoundaryKey(atNanos(), port().text(), order());
        }
    }

    /**
     * A storm state opened, changed or cleared.
     *
     * @param overNanos only of a stored one: last word of its device, which is silent, so that the state counts as over; null while it does not
     */
    record Storm(
            PortKey port,
            long order,
            PauseChange change,
            @Nullable Long overNanos) implements OfPort {
        /** As the port tells it. */
        public Storm(PortKey port, long order, PauseChange change) {
            this(port, order, change, null);
        }

        Storm over(@Nullable Long nanos) {
            return new Storm(port, order, change, nanos);
        }

        /** The storm state that changed. */
        StateKey state() {
            return new StateKey(port, change.priority(), change.direction());
        }

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
    record Link(PortKey port, long order, long atNanos, LinkFacts facts) implements OfPort {
        @Override
        public String factKey() {
            return port.text() + "|link";
        }
    }

    /** A fact of the port began or ended. */
    record Sign(PortKey port, long order, PortSign sign) implements OfPort {
        @Override
        public long atNanos() {
            return sign.atNanos();
        }

        @Override
        public String factKey() {
            return signKeys(port) + sign.priority() + "|" + sign.kind();
        }
    }

    /**
     * Planned work.
     *
     * @param cancelled true: it will not be, or is over before its end
     * @param atNanos when it was said
     */
    record Maintenance(MaintenanceWindow window, boolean cancelled, long atNanos) implements StormTransition {
        @Override
        public BoundaryKey place() {
            return new BoundaryKey(atNanos, factKey(), 0);
        }

        @Override
        public String factKey() {
            return window.fabric() + "|maintenance|" + window.id();
        }
    }

    /**
     * What people know of an entity.
     *
     * @param removed true: it is listed no more
     * @param atNanos when it was said
     */
    record Inventory(InventoryEntity entity, boolean removed, long atNanos) implements StormTransition {
        @Override
        public BoundaryKey place() {
            return new BoundaryKey(atNanos, factKey(), 0);
        }

        @Override
        public String factKey() {
            return factKey(entity.key());
        }

        static String factKey(String entityKey) {
            return entityKey + "|inventory";
        }
    }

    /**
     * A flow of a priority began to exist, or is no more.
     *
     * @param flow key of the flow
     * @param priority -1 where unknown
     * @param present false: it is no more
     */
    record Flow(String fabric, String flow, String srcIp, String dstIp, int priority, boolean present, long atNanos)
            implements StormTransition {
        @Override
        public BoundaryKey place() {
            return new BoundaryKey(atNanos, factKey(), 0);
        }

        @Override
        public String factKey() {
            return flow + "|flow|" + priority;
        }
    }

    /**
     * Whether a device is heard. It is not stored: that is known to those who listen.
     *
     * @param heardNanos when it was heard last; null unless it is silent
     * @param atNanos since when the voice is this
     */
    record Silence(
            String fabric,
            String device,
            Voice voice,
            @Nullable Long heardNanos,
            long atNanos) implements StormTransition {
        public Silence {
            if ((heardNanos != null) != voice.silent()) {
                throw new IllegalArgumentException(
                        "device " + device + " is " + voice + ": last heard at " + heardNanos + " ns");
            }
        }

        /** Whether a device is heard. */
        public enum Voice {
            /** It speaks. */
            HEARD,
            /** It speaks, but what it says is old or of a wrong time. */
            DOUBTFUL,
            /** It fell silent. */
            SILENT,
            /** The agent that tells of it has said that it stops. */
            STOPPED,
            /** It was silent for so long that nobody waits for it. */
            FORGOTTEN;

            boolean silent() {
                return this == SILENT || this == STOPPED;
            }
        }

        @Override
        public BoundaryKey place() {
            return new BoundaryKey(atNanos, factKey(), 0);
        }

        @Override
        public String factKey() {
            return fabric + "/" + device + "|silence";
        }
    }
}
