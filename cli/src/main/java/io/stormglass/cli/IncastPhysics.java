package io.stormglass.cli;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Headroom;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.workload.Workload;

/**
 * What an incast on one switch can do and cannot, in closed form.
 *
 * <pre>
 * one message alone        S (wire / payload) / C
 * last completion          >= N S (wire / payload) / C + base round trip
 * first-RTT peak           (N - 1) W wire                        W one BDP in packets
 * most that PFC lets in    N (u + reserve + 2 D R),  u = alpha B' / (1 + alpha N),  B' = buffer - ports (reserve + headroom)
 *                          N (XOFF + 2 D R)                      with a fixed threshold
 * </pre>
 *
 * <p>Worked number, 64 senders of 4 MB at 400 Gb/s, 1 us, 4048 bytes for 4000, 32 MiB: 81 us alone, last at 5,185 us, peak 13.3 MB, ceiling 27.6 MB.
 *
 * @param senders N
 * @param messageBytes S, payload
 * @param bitsPerSecond C = R
 * @param cableMicros D
 * @param format wire and payload
 * @param ceilingBytes most that PFC lets into the receiver's queue
 */
record IncastPhysics(
        int senders,
        long messageBytes,
        long bitsPerSecond,
        double cableMicros,
        WireFormat format,
        double ceilingBytes) {

    /** Of the first incast of a scenario on a star. */
    static IncastPhysics of(Scenario scenario) {
        Workload.Incast incast = scenario.workloads().stream()
                .filter(Workload.Incast.class::isInstance)
                .map(Workload.Incast.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(scenario.name() + " has no incast"));
        Cable cable = scenario.topology().cables().getFirst();
        WireFormat format = scenario.settings().wireFormat();
        int senders = incast.senders().size();
        double bytesOnCable = cable.delayPicos() / (double) Picos.perByte(cable.bitsPerSecond());
        return new IncastPhysics(
                senders,
                incast.bursts().mostBytes(),
                cable.bitsPerSecond(),
                cable.delayPicos() / (double) Picos.PER_MICRO,
                format,
                ceiling(scenario, senders, bytesOnCable));
    }

    private static double ceiling(Scenario scenario, int senders, double bytesOnCable) {
        BufferSettings buffer = scenario.settings().switches().buffer();
        Headroom headroom = buffer.headroom();
        int ports = scenario.topology().cables().size();
        int classes = Integer.bitCount(scenario.settings().switches().lossless());
        double perPort = headroom.delayRates() * bytesOnCable
                + headroom.packets() * scenario.settings().wireFormat().fullBytes()
                + headroom.extraBytes();
        double shared = buffer.totalBytes() - (double) ports * classes * (perPort + buffer.reserveBytes());
        double held =
                switch (buffer.threshold()) {
                    case PauseThreshold.Dynamic dynamic ->
                        dynamic.alpha() * shared / (1 + dynamic.alpha() * senders) + buffer.reserveBytes();
                    case PauseThreshold.Static fixed -> fixed.xoffBytes();
                };
        return senders * (held + 2 * bytesOnCable);
    }

    /** Bytes that leave a link in a microsecond. */
    double bytesPerMicro() {
        return bitsPerSecond / 8e6;
    }

    private double wirePerPayload() {
        return (double) format.fullBytes() / format.payloadBytes();
    }

    /** One message with the link for itself. */
    double aloneMicros() {
        return messageBytes * wirePerPayload() / bytesPerMicro();
    }

    /** The last acknowledgement cannot come before. */
    double lastMicros() {
        return senders * aloneMicros() + baseRttMicros();
    }

    /** The mean completion is at least this, even if messages were served one after another. */
    double leastMeanMicros() {
        return (senders + 1) / 2.0 * aloneMicros();
    }

    /** Two cables and two transmissions. */
    double baseDelayMicros() {
        return 2 * cableMicros + 2 * format.fullBytes() / bytesPerMicro();
    }

    double baseRttMicros() {
        return baseDelayMicros() + 2 * cableMicros + 2 * format.ackBytes() / bytesPerMicro();
    }

    /** Queue that makes a packet's delay. */
    double queueOfDelay(double micros) {
        return (micros - baseDelayMicros()) * bytesPerMicro();
    }

    /** Payload in one base round trip, in whole packets. */
    long windowPackets() {
        return Math.max(1, (long) (baseRttMicros() * bytesPerMicro() / format.payloadBytes()));
    }

    double firstPeakBytes() {
        return (senders - 1.0) * windowPackets() * format.fullBytes();
    }

    /** Payload that fits on the link. */
    double payloadGbps() {
        return bitsPerSecond / 1e9 / wirePerPayload();
    }
}
