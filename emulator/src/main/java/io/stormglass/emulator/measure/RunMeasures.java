package io.stormglass.emulator.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run was like. Probes are part of {@link Times#probeRtt} only, and of {@link Run#packetHops}, queues and port counters, since they cross the fabric.
 *
 * @param flows of the workload
 * @param times distributions
 * @param workloads messages of each workload that sent something, in their order
 * @param queue of the most congested egress
 * @param ports counters of all ports
 * @param run the run itself
 */
public record RunMeasures(
        Flows flows, Times times, List<PerWorkload> workloads, Queue queue, PortTotals ports, Run run) {
    private static final double PICOS_PER_SECOND = 1e12;

    public RunMeasures {
        workloads = List.copyOf(workloads);
    }

    /**
     * Messages of one workload.
     *
     * @param workload its number
     * @param completed messages whose sender had every acknowledgement
     * @param bytes payload that receivers took, each byte once
     * @param completion microseconds; null where none is complete
     */
    public record PerWorkload(
            int workload,
            long completed,
            long bytes,
            @Nullable Summary completion) {}

    /**
     * Messages of all workloads.
     *
     * @param added how many
     * @param completed whose sender had every acknowledgement
     * @param bytes payload that receivers took, each byte once
     * @param packets data packets that arrived, in order or not
     * @param jain fairness of the messages' average rates, bytes over time from start to completion or to the end: (sum x)^2 / (n sum x^2), 1 where all are equal
     */
    public record Flows(long added, long completed, long bytes, long packets, double jain) {}

    /**
     * Distributions in microseconds; null where there is nothing to tell. "Steady" is the part from 50 to 90 % of the run, by the time at which a packet or probe
     * started.
     *
     * @param completion flow, from its start to the last acknowledgement at the sender
     * @param delay one-way fabric delay of every data packet: first bit at the sender's NIC to last bit at the receiver's, so without the wait in the sender
     * @param probeRtt completion of a small message from an idle host at fixed intervals
     * @param steadyDelay the same of the steady part
     * @param steadyProbeRtt the same of the steady part
     * @param recovery of a flow, from its first loss until the sender has the acknowledgement of all that had been sent by then; where the packet was lost
     *     outside a switch, from the first repeat
     */
    public record Times(
            @Nullable Summary completion,
            @Nullable Summary delay,
            @Nullable Summary probeRtt,
            @Nullable Summary steadyDelay,
            @Nullable Summary steadyProbeRtt,
            @Nullable Summary recovery) {}

    /**
     * The switch port with the highest mean queue.
     *
     * @param port which
     * @param meanBytes over the run
     * @param p99Bytes not exceeded during 99 % of the time
     * @param maxBytes most
     * @param steadyBytes mean from 50 to 90 % of the run
     * @param utilization bytes that left the port over what fits into the run
     */
    public record Queue(
            PortName port, double meanBytes, double p99Bytes, long maxBytes, double steadyBytes, double utilization) {}

    /**
     * The run.
     *
     * @param startPicos start of the first flow
     * @param endPicos last completion, or the end of the emulation where flows are left
     * @param nowPicos the clock
     * @param packetHops links that data, ACK, NAK and CNP packets crossed
     * @param events handled
     * @param eventLogHash of them
     */
    public record Run(long startPicos, long endPicos, long nowPicos, long packetHops, long events, long eventLogHash) {}

    /** Payload per time over the run, in Gbit/s, of all flows together. */
    public double goodputGbps() {
        return gbps(flows.bytes);
    }

    /** Payload per time over the run, in Gbit/s, of one workload. */
    public double goodputGbps(PerWorkload workload) {
        return gbps(workload.bytes);
    }

    private double gbps(long bytes) {
        long picos = run.endPicos - run.startPicos;
        return picos <= 0 ? 0 : bytes * 8 / (picos / PICOS_PER_SECOND) / 1e9;
    }

    /** Pauses begun per 10^9 bytes of payload that arrived. */
    public double xoffPerGigabyte() {
        return flows.bytes == 0 ? 0 : ports.xoff() / (flows.bytes / 1e9);
    }
}
