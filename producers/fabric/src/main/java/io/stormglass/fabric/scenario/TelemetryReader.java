package io.stormglass.fabric.scenario;

import io.stormglass.emulator.Topology;
import io.stormglass.emulator.telemetry.NicBuild;
import io.stormglass.emulator.telemetry.SwitchSystem;
import io.stormglass.emulator.telemetry.TelemetryScript;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.models.event.ThresholdUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the sections {@code telemetry} and {@code script}.
 *
 * @param hosts names
 * @param topology for the number of ports
 * @param time of the run
 */
record TelemetryReader(HostSets hosts, Topology topology, RunTime time) {
    private static final long MILLI = 1_000_000L;
    private static final int MOST_MTU = 65_536;
    private static final int MOST_PIECE = 1 << 20;
    private static final String NOTHING = "none";
    private static final Map<String, SwitchSystem.Name> SYSTEMS =
            byWord(SwitchSystem.Name.values(), SwitchSystem.Name::word);
    private static final Map<String, SwitchSystem.Hidden> HIDDEN =
            byWord(SwitchSystem.Hidden.values(), SwitchSystem.Hidden::word);
    private static final Map<String, ThresholdUnit> UNITS = byWord(
            new ThresholdUnit[] {
                ThresholdUnit.BYTES,
                ThresholdUnit.KBYTES,
                ThresholdUnit.SEGMENTS,
                ThresholdUnit.CELLS,
                ThresholdUnit.PERCENT,
                ThresholdUnit.DYNAMIC
            },
            ThresholdUnit::word);

    private static <E> Map<String, E> byWord(E[] all, Function<E, String> word) {
        Map<String, E> byWord = new LinkedHashMap<>();
        for (E each : all) {
            byWord.put(word.apply(each), each);
        }
        return byWord;
    }

    TelemetrySettings read(Section section) throws ScenarioFileException {
        boolean quick = section.word("reads", "sonic", "sonic", "quick").equals("quick");
        TelemetrySettings settings = TelemetrySettings.standard()
                .withFabric(section.text("fabricName", "emulated"))
                .with(new TelemetrySettings.NicReads(
                        millis(section, "nicPollMillis", quick ? 100 : 1000),
                        millis(section, "nicJitterMillis", quick ? 2 : 20),
                        millis(section, "nicLifespanMillis", 10)))
                .with(switches(section, quick))
                .with(flows(section))
                .with(taps(section))
                .with(watchdog(section))
                .with(new TelemetrySettings.Delivery(
                        section.number("batchLoss", 0, 0, 1),
                        section.number("batchLate", 0, 0, 1),
                        millis(section, "batchLatenessMillis", 0)))
                .with(hardware(section));
        section.done();
        return settings;
    }

    private TelemetrySettings.Hardware hardware(Section section) throws ScenarioFileException {
        TelemetrySettings.Hardware standard = TelemetrySettings.Hardware.standard();
        NicBuild usual = nic(section, "nicModel", "nicFirmware", "nicMtuBytes", standard.usual());
        int switchMtu = section.small("switchMtuBytes", standard.switchMtuBytes(), 0, MOST_MTU);
        Map<Integer, NicBuild> others = new HashMap<>();
        for (Section other : section.sections("nics")) {
            List<Integer> of = hosts.hosts(other, "hosts", null);
            NicBuild build = nic(other, "model", "firmware", "mtuBytes", usual);
            other.done();
            of.forEach(host -> others.put(host, build));
        }
        return new TelemetrySettings.Hardware(usual, others, switchMtu, system(section));
    }

    private static SwitchSystem system(Section section) throws ScenarioFileException {
        String word = section.word("switchSystem", SwitchSystem.Name.SONIC.word(), SYSTEMS.keySet());
        SwitchSystem.Name name = Objects.requireNonNull(SYSTEMS.get(word));
        String object = section.text("switchObject", name.usualObject());
        ThresholdUnit unit = Objects.requireNonNull(UNITS.get(section.word("thresholdUnit", "bytes", UNITS.keySet())));
        int piece = section.small("pieceBytes", 0, 0, MOST_PIECE);
        try {
            return new SwitchSystem(name, object, unit, piece, hidden(section));
        } catch (IllegalArgumentException e) {
            throw section.wrong(
                    section.has("switchObject") ? "switchObject" : "pieceBytes", "cannot be: " + e.getMessage());
        }
    }

    private static Set<SwitchSystem.Hidden> hidden(Section section) throws ScenarioFileException {
        Set<SwitchSystem.Hidden> hidden = EnumSet.noneOf(SwitchSystem.Hidden.class);
        String text = section.text("hide", NOTHING);
        if (text.equals(NOTHING)) {
            return hidden;
        }
        for (String part : text.split(",", -1)) {
            SwitchSystem.Hidden each = HIDDEN.get(part.strip());
            if (each == null) {
                throw section.wrong(
                        "hide",
                        "has '" + part.strip() + "', " + NOTHING + " or a list of "
                                + String.join(", ", HIDDEN.keySet()) + " is possible"
                                + NearestWord.hint(part.strip(), HIDDEN.keySet()));
            }
            hidden.add(each);
        }
        return hidden;
    }

    private static NicBuild nic(Section section, String model, String firmware, String mtu, NicBuild standard)
            throws ScenarioFileException {
        String ofModel = section.text(model, standard.model());
        String ofFirmware = section.text(firmware, standard.firmware());
        int ofMtu = section.small(mtu, standard.mtuBytes(), 0, MOST_MTU);
        try {
            return new NicBuild(ofModel, ofFirmware, ofMtu);
        } catch (IllegalArgumentException e) {
            throw section.wrong(model, "and " + firmware + " cannot be: " + e.getMessage());
        }
    }

    private static long millis(Section section, String key, long standard) throws ScenarioFileException {
        return section.whole(key, standard, 0, 1_000_000_000) * MILLI;
    }

    private static TelemetrySettings.SwitchReads switches(Section section, boolean quick) throws ScenarioFileException {
        return new TelemetrySettings.SwitchReads(
                millis(section, "switchJitterMillis", quick ? 1 : 5),
                group(section, "port", quick ? 100 : 1000),
                group(section, "queue", quick ? 100 : 10_000),
                group(section, "watermark", quick ? 200 : 60_000),
                group(section, "watchdog", quick ? 50 : 200),
                section.word("marks", "on", "on", "off").equals("on")
                        ? TelemetrySettings.MarkCounters.ON
                        : TelemetrySettings.MarkCounters.OFF);
    }

    private static TelemetrySettings.Group group(Section section, String name, long standardMillis)
            throws ScenarioFileException {
        long refresh = millis(section, name + "RefreshMillis", standardMillis);
        long read = millis(section, name + "ReadMillis", refresh / MILLI);
        if ((refresh == 0) != (read == 0)) {
            throw section.wrong(name + "ReadMillis", "and " + name + "RefreshMillis must both be above 0, or both 0");
        }
        return new TelemetrySettings.Group(refresh, read);
    }

    private static TelemetrySettings.FlowSight flows(Section section) throws ScenarioFileException {
        TelemetrySettings.Mirrors mirrors =
                switch (section.word("mirrors", "both-ends", "none", "senders", "both-ends")) {
                    case "none" -> TelemetrySettings.Mirrors.NONE;
                    case "senders" -> TelemetrySettings.Mirrors.SENDERS;
                    default -> TelemetrySettings.Mirrors.BOTH_ENDS;
                };
        return new TelemetrySettings.FlowSight(
                mirrors,
                section.small("sampledOneIn", 1, 1, 1_000_000),
                section.picos("ackSpanMicros", 0) / 1000,
                section.word("paths", "unknown", "unknown", "known").equals("known")
                        ? TelemetrySettings.Paths.KNOWN
                        : TelemetrySettings.Paths.UNKNOWN);
    }

    private List<TelemetrySettings.Tap> taps(Section section) throws ScenarioFileException {
        List<TelemetrySettings.Tap> taps = new ArrayList<>();
        for (Section tap : section.sections("taps")) {
            HostSets.PortOf at = hosts.port(tap, "port", this::ports);
            tap.done();
            taps.add(new TelemetrySettings.Tap(at.node(), at.port()));
        }
        return taps;
    }

    private static TelemetrySettings.PfcWatchdog watchdog(Section section) throws ScenarioFileException {
        String action = section.word("watchdog", "none", "none", "alert", "drop", "forward");
        long poll = millis(section, "watchdogPollMillis", 200);
        long detection = millis(section, "watchdogDetectionMillis", 200);
        long restoration = millis(section, "watchdogRestorationMillis", 200);
        if (action.equals("none")) {
            return TelemetrySettings.PfcWatchdog.none();
        }
        try {
            return new TelemetrySettings.PfcWatchdog(
                    poll,
                    detection,
                    restoration,
                    switch (action) {
                        case "drop" -> TelemetrySettings.WatchdogAction.DROP;
                        case "forward" -> TelemetrySettings.WatchdogAction.FORWARD;
                        default -> TelemetrySettings.WatchdogAction.ALERT;
                    });
        } catch (IllegalArgumentException e) {
            throw section.wrong("watchdogPollMillis", "does not fit: " + e.getMessage());
        }
    }

    private int ports(int node) {
        return (int) topology.cables().stream()
                .filter(cable -> cable.a() == node || cable.b() == node)
                .count();
    }

    // ---- script

    TelemetryScript script(List<Section> sections) throws ScenarioFileException {
        List<TelemetryScript.Span> spans = new ArrayList<>();
        for (Section section : sections) {
            String kind = section.word("kind", null, "load", "paused", "link-down", "watchdog-storm");
            HostSets.PortOf at = hosts.port(section, "port", this::ports);
            Times times = times(section);
            Span span = span(section, kind, at);
            section.done();
            for (int i = 0; i < times.count(); i++) {
                long from = times.from() + i * times.every();
                try {
                    spans.add(span.at(time.scaled(from), time.scaled(from + times.length())));
                } catch (IllegalArgumentException e) {
                    throw section.wrong("kind", "(" + kind + ") cannot be: " + e.getMessage());
                }
            }
        }
        return new TelemetryScript(spans);
    }

    private record Times(long from, long length, int count, long every) {}

    private interface Span {
        TelemetryScript.Span at(long fromPicos, long toPicos);
    }

    private Times times(Section section) throws ScenarioFileException {
        long from = section.picos("fromMicros", 0);
        long to = section.picos("toMicros", time.durationMicros());
        if (to <= from) {
            throw section.wrong("toMicros", "is not after fromMicros");
        }
        int count = section.small("times", 1, 1, 10_000);
        return new Times(from, to - from, count, section.picos("everyMicros", 0));
    }

    private static Span span(Section section, String kind, HostSets.PortOf at) throws ScenarioFileException {
        int node = at.node();
        int port = at.port();
        if (kind.equals("link-down")) {
            return (from, to) -> new TelemetryScript.LinkDown(node, port, from, to);
        }
        int priority = section.small("priority", 3, 0, 7);
        if (kind.equals("watchdog-storm")) {
            return (from, to) -> new TelemetryScript.WatchdogStorm(node, port, priority, from, to);
        }
        if (kind.equals("paused")) {
            double ratio = section.number("pausedRatio", 1, 0, 1);
            long frames = section.whole("framesPerSecond", 1000, 0, 1_000_000_000);
            return (from, to) -> new TelemetryScript.Paused(node, port, priority, ratio, frames, from, to);
        }
        long packets = section.whole("packetsPerSecond", 1_000_000, 0, 1_000_000_000);
        int bytes = section.small("packetBytes", 4178, 0, 70_000);
        long queue = section.whole("queueBytes", 0, 0, 1L << 40);
        double marked = section.number("markedRatio", 0, 0, 1);
        long dropped = section.whole("droppedPerSecond", 0, 0, 1_000_000_000);
        return (from, to) ->
                new TelemetryScript.Load(node, port, priority, packets, bytes, queue, marked, dropped, from, to);
    }
}
