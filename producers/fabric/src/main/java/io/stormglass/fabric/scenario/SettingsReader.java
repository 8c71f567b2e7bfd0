package io.stormglass.fabric.scenario;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.Headroom;
import io.stormglass.emulator.NicSettings;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.ReceiveBuffer;
import io.stormglass.emulator.SchedulerSettings;
import io.stormglass.emulator.Spreading;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.TimeGrid;
import io.stormglass.emulator.WireFormat;
import io.stormglass.models.dcqcn.MarkingCurve;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the sections {@code packets}, {@code switch} and {@code nic}. */
final class SettingsReader {
    private static final Pattern STATIC = Pattern.compile("static:(\\d{1,12}):(\\d{1,12})");
    private static final int HPCC_TELEMETRY_BYTES = 42;

    private SettingsReader() {}

    /** Sizes of packets; HPCC's telemetry comes on top where a law needs it. */
    static WireFormat packets(Section section, boolean telemetry) throws ScenarioFileException {
        int payload = section.small("payloadBytes", 4096, 64, 16_384);
        WireFormat roce = WireFormat.roce(payload);
        int overhead = section.small("overheadBytes", roce.overheadBytes(), 0, 1000);
        WireFormat format = new WireFormat(
                payload,
                telemetry ? overhead + HPCC_TELEMETRY_BYTES : overhead,
                section.small("ackBytes", roce.ackBytes(), 1, 1000),
                section.small("cnpBytes", roce.cnpBytes(), 1, 1000),
                section.small("pauseBytes", roce.pauseBytes(), 1, 1000));
        section.done();
        return format;
    }

    static SwitchSettings switches(Section section) throws ScenarioFileException {
        int lossless = set(section.numbers("losslessPriorities", "3", 7));
        Pfc pfc = pfc(section);
        long reserve = section.whole("reserveBytes", 4096, 0, 1L << 30);
        Headroom headroom = headroom(section);
        BufferSettings buffer = new BufferSettings(
                section.whole("bufferBytes", 32L << 20, 1, 1L << 40),
                reserve,
                headroom,
                pfc.threshold,
                pfc.xonOffsetBytes,
                section.number("lossyAlpha", 1, 1e-3, 1024),
                section.small("bufferSlices", 1, 1, 64));
        SwitchSettings settings = new SwitchSettings(
                buffer,
                pfc.off ? 0 : lossless,
                ecn(section, "switch"),
                scheduler(section, "weights"),
                section.word("spreading", "hash", "hash", "packet").equals("hash")
                        ? Spreading.FLOW_HASH
                        : Spreading.PER_PACKET,
                section.picos("rerouteMicros", SwitchSettings.standard().reroutePicos() / 1e6));
        section.done();
        return settings;
    }

    private record Pfc(boolean off, PauseThreshold threshold, long xonOffsetBytes) {}

    private static Pfc pfc(Section section) throws ScenarioFileException {
        String text = section.text("pfc", "dynamic");
        double alpha = section.number("pfcAlpha", 0.125, 1e-3, 1024);
        long offset = section.whole("xonOffsetBytes", 3072, 0, 1L << 40);
        if (text.equals("off") || text.equals("dynamic")) {
            return new Pfc(text.equals("off"), new PauseThreshold.Dynamic(alpha), offset);
        }
        Matcher fixed = STATIC.matcher(text);
        if (!fixed.matches()) {
            throw section.wrong(
                    "pfc",
                    "is '" + text + "', dynamic, off or static:XOFF:XON (bytes, as static:200000:160000) was expected");
        }
        long xoff = Long.parseLong(fixed.group(1));
        long xon = Long.parseLong(fixed.group(2));
        if (xoff == 0 || xon > xoff) {
            throw section.wrong("pfc", "is '" + text + "', XOFF must be above 0 and XON not above it");
        }
        return new Pfc(false, new PauseThreshold.Static(xoff), xoff - xon);
    }

    private static Headroom headroom(Section section) throws ScenarioFileException {
        String kind = section.word("headroom", "computed", "computed", "ns3");
        double factor = section.number("headroomFactor", 1, 0, 100);
        return (kind.equals("ns3") ? Headroom.ns3() : Headroom.computed()).times(factor);
    }

    /** Marking of switches, or of a port that has it wrong. */
    static EcnSettings ecn(Section section, String whose) throws ScenarioFileException {
        String point = section.word("ecn", "dequeue", "dequeue", "enqueue", "off");
        long kmin = section.whole("kminBytes", 100_000, 0, 1L << 40);
        long kmax = section.whole("kmaxBytes", 400_000, 0, 1L << 40);
        double most = section.number("pmax", 0.2, 0, 1);
        double weight = section.number("ecnWeight", 1, 1e-6, 1);
        List<Integer> marked = section.numbers("ecnPriorities", "3", 7);
        if (kmax < kmin) {
            throw section.wrong("kmaxBytes", "is " + kmax + ", below kminBytes (" + kmin + ") of this " + whose);
        }
        if (point.equals("off")) {
            return EcnSettings.off();
        }
        return new EcnSettings(
                new MarkingCurve(kmin, kmax, most),
                point.equals("enqueue") ? EcnSettings.Point.ENQUEUE : EcnSettings.Point.DEQUEUE,
                weight,
                set(marked));
    }

    /** All strict, or weights of the eight priorities; 6 (CNPs) is strict then. */
    private static SchedulerSettings scheduler(Section section, String key) throws ScenarioFileException {
        if (section.text(key, "strict").equals("strict")) {
            return SchedulerSettings.allStrict();
        }
        List<Integer> weights = section.numbers(key, "strict", 1000);
        if (weights.size() != 8 || weights.contains(0)) {
            throw section.wrong(key, "is " + weights + ", strict or eight weights of 1 to 1000 were expected");
        }
        return SchedulerSettings.weighted(weights);
    }

    static NicSettings nics(Section section, boolean onlyTcp) throws ScenarioFileException {
        NicSettings standard = NicSettings.standard();
        NicSettings nics = new NicSettings(
                section.small("packetsPerAck", 1, 1, 10_000),
                section.small("ackPriority", onlyTcp ? 0 : standard.ackPriority(), 0, 7),
                section.small("cnpPriority", standard.cnpPriority(), 0, 7),
                section.periodPicos("retransmitMicros", standard.retransmitPicos() / 1e6),
                section.word("spacing", "current", "current", "at-send").equals("current")
                        ? NicSettings.Spacing.CURRENT_RATE
                        : NicSettings.Spacing.RATE_AT_SEND,
                section.small("reorderPackets", 0, 0, 65_536),
                scheduler(section, "weights"),
                receiveBuffer(section));
        section.done();
        return nics;
    }

    /** Endless unless its size is given; XOFF is at 7/10 of it then, XON at half of that, drained at 1600 Gb/s: twice the fastest link. */
    private static ReceiveBuffer receiveBuffer(Section section) throws ScenarioFileException {
        long bytes = section.whole("receiveBufferBytes", 0, 0, 1L << 40);
        long xoff = section.whole("receiveXoffBytes", Math.max(1, bytes * 7 / 10), 1, 1L << 40);
        long xon = section.whole("receiveXonBytes", xoff / 2, 0, 1L << 40);
        double drain = section.number("drainGbps", 1600, 1e-3, 10_000);
        int pauses = set(section.numbers("receivePausePriorities", "3", 7));
        if (bytes == 0) {
            return ReceiveBuffer.endless();
        }
        if (xoff > bytes || xon > xoff) {
            throw section.wrong(
                    "receiveXoffBytes",
                    "is " + xoff + ", it must be between XON (" + xon + ") and the buffer (" + bytes + ")");
        }
        return new ReceiveBuffer(bytes, xoff, xon, Math.round(drain * 1e9), pauses);
    }

    static FabricSettings fabric(WireFormat format, SwitchSettings switches, NicSettings nics, boolean floorNanos) {
        return new FabricSettings(
                format, switches, nics, floorNanos ? TimeGrid.FLOOR_TO_NANOSECONDS : TimeGrid.PICOSECONDS);
    }

    static int set(List<Integer> priorities) {
        int set = 0;
        for (int priority : priorities) {
            set |= 1 << priority;
        }
        return set;
    }
}
