package io.stormglass.models.load;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one egress queue went through in a window of event time, and what is known of it.
 *
 * @param port the queue's port
 * @param priority 0..7
 * @param fromNanos start of the window
 * @param toNanos its end, not part of it
 * @param settings as of the end of the window
 * @param counters what its switch told; null where it told nothing of the queue
 * @param flows what was seen of flows through it; null where none was seen
 */
public record QueueLoad(
        PortKey port,
        int priority,
        long fromNanos,
        long toNanos,
        Settings settings,
        @Nullable Counters counters,
        @Nullable Flows flows) {
    /**
     * What is known of the queue.
     *
     * @param role of its device
     * @param lineBitsPerSecond of its port; 0 where unknown
     * @param lineAssumed true where that is a default
     * @param mtuBytes of the port; 0 where unknown
     * @param ecnOn whether the priority is marked; null where not read
     * @param ecn thresholds in bytes; null where not known
     * @param marking what the switch keeps; null where not read
     * @param buffer null where not read
     */
    public record Settings(
            EntityRole role,
            long lineBitsPerSecond,
            boolean lineAssumed,
            int mtuBytes,
            @Nullable Boolean ecnOn,
            @Nullable QueueEcn ecn,
            @Nullable QueueMarking marking,
            @Nullable QueueBuffer buffer) {}

    /**
     * Growth of the queue's counters over the refreshes that end in the window.
     *
     * @param coveredNanos time that those refreshes look back on, more or less than the window; that of the bytes where they are counted, else of the packets
     * @param sentPackets null where not counted, as the others
     * @param watermarkBytes the highest of the window
     * @param depths as they were when they were read
     * @param pausedNanos time in which the queue itself was paused by what it sends to
     * @param ingress pauses of the same priority that the device's other ports sent; null where none of them tells
     */
    public record Counters(
            long coveredNanos,
            @Nullable Long sentPackets,
            @Nullable Long sentBytes,
            @Nullable Long marked,
            @Nullable Long dropped,
            @Nullable Long wredDropped,
            @Nullable Long watermarkBytes,
            Depths depths,
            @Nullable Long pausedNanos,
            @Nullable Ingress ingress) {}

    /**
     * Depths of the queue.
     *
     * @param count how many were read; below 1,000 per second they say nothing of the distribution
     */
    public record Depths(long count, double meanBytes, long p50Bytes, long p99Bytes) {
        /** None was read. */
        public static final Depths NONE = new Depths(0, 0, 0, 0);
    }

    /**
     * Pauses sent by ingress ports.
     *
     * @param ports that tell of their pauses
     * @param coveredNanos port time that they told of
     * @param pausedNanos port time in which their peers were paused
     */
    public record Ingress(int ports, long coveredNanos, long pausedNanos) {}

    /**
     * What was seen of the flows.
     *
     * @param flows how many sent something
     * @param sampledOneIn 1 where every packet was seen; the largest of all observers
     * @param baseRttNanos least round trip that a sender's side measured; null where none did
     * @param rttSamples how many
     * @param sentPackets of all flows
     * @param sentBytes of all flows
     * @param marked packets with CE
     * @param cnps that their senders got
     * @param cnpVariation standard deviation of the CNPs of 10 ms by their mean; 0 where there were none
     * @param traffic messages, bursts and long flows
     * @param controls settings of the senders' NICs, one entry each kind; empty where none was read
     * @param priorities of the flows, as bits: more than one share the queue
     * @param deaf flows that do not react to CNPs or get none, by their class
     * @param otherFlows flows of another transport (TCP), which are in none of the numbers above
     * @param otherBytes of those
     */
    public record Flows(
            int flows,
            int sampledOneIn,
            @Nullable Long baseRttNanos,
            long rttSamples,
            long sentPackets,
            long sentBytes,
            long marked,
            long cnps,
            double cnpVariation,
            Traffic traffic,
            List<Control> controls,
            int priorities,
            int deaf,
            int otherFlows,
            long otherBytes) {
        public Flows {
            controls = List.copyOf(controls);
        }
    }

    /**
     * Congestion control of senders' NICs.
     *
     * @param mode {@code dcqcn}, {@code off} or another
     * @param settings name of a preset, or the settings as text
     * @param senders how many NICs have it
     */
    public record Control(String mode, String settings, int senders) {}

    public QueueLoad {
        if (priority < 0 || priority > 7) {
            throw new IllegalArgumentException("priority of a queue is " + priority + ", not within 0 to 7");
        }
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException("a window from " + fromNanos + " to " + toNanos + " ns");
        }
    }

    /** Such as {@code fabric/device/port/3}: the key of its topic. */
    public String queue() {
        return port.text() + "/" + priority;
    }
}
