package io.stormglass.fabric.scenario;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.fault.FaultSchedule;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.FabricPlan;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetryScript;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.event.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes a scenario of a file and settings. */
final class ScenarioReader {
    private final Section root;
    private final Section main;
    private final List<Section> works;
    private final RunTime time;

    /** What came of reading. */
    record Read(Scenario scenario, Map<String, String> values, Map<String, String> smoke, String law) {}

    static Read read(YamlNode.Mapping mapping, Map<String, String> settings) throws ScenarioFileException {
        Section.Reading reading = new Section.Reading(settings);
        ScenarioReader reader = new ScenarioReader(new Section(mapping, "", reading));
        Map<String, String> smoke = reader.root.section("smoke").anything();
        Scenario scenario;
        try {
            scenario = reader.scenario();
            requirePossible(scenario);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ScenarioFileException(mapping.place() + ": this scenario cannot be: " + e.getMessage());
        }
        return new Read(scenario, reading.values, smoke, TransportReader.law(reader.main));
    }

    /** What only the parts themselves know, such as whether a buffer has room for its headroom, or whether two faults are in each other's way. */
    private static void requirePossible(Scenario scenario) {
        FaultSchedule unusedFaults = new FaultSchedule(scenario.faults());
        Emulation unusedFabric =
                new Emulation(scenario.topology(), scenario.settings(), new SplittableRandom(0), FabricObserver.NONE);
        Names.requireName("fabricName", scenario.telemetry().fabric());
        TelemetrySettings.PfcWatchdog watchdog = scenario.telemetry().watchdog();
        if (scenario.script().spans().isEmpty()
                && watchdog.pollNanos() > 0
                && watchdog.action() != TelemetrySettings.WatchdogAction.ALERT) {
            throw new IllegalArgumentException(
                    "the watchdog of an emulated switch says what it sees (alert) and cannot "
                            + watchdog.action().name().toLowerCase(Locale.ROOT) + " packets");
        }
    }

    private ScenarioReader(Section root) throws ScenarioFileException {
        this.root = root;
        printable(root, "name");
        printable(root, "about");
        main = root.section("transport");
        TransportReader.law(main);
        works = root.sections("workloads");
        long duration = root.picos("durationMicros", 100_000);
        if (duration == 0) {
            throw root.wrong("durationMicros", "is 0, above 0 is needed");
        }
        time = new RunTime(duration / 1e6, root.small("shorten", 1, 1, 1_000_000));
    }

    private static void printable(Section root, String key) throws ScenarioFileException {
        String text = root.text(key, null);
        if (text.isBlank() || text.chars().anyMatch(Character::isISOControl)) {
            throw root.wrong(key, "is empty or has control characters");
        }
    }

    private Scenario scenario() throws ScenarioFileException {
        boolean floor = root.flag("floorNanos", "false");
        FabricPlan plan = FabricReader.read(root.section("fabric"), WorkloadReader.hostsNeeded(works));
        HostSets hosts = new HostSets(plan.names());
        WireFormat format = SettingsReader.packets(root.section("packets"), anyLaw("hpcc"));
        FabricSettings settings = SettingsReader.fabric(
                format,
                SettingsReader.switches(root.section("switch")),
                SettingsReader.nics(root.section("nic"), onlyTcp()),
                floor);
        List<Workload> workloads = workloads(plan, format);
        List<ScheduledFault> faults = new ArrayList<>();
        for (Section section : root.sections("faults")) {
            faults.addAll(new FaultReader(hosts, plan.topology(), time).read(section));
        }
        TelemetryReader telemetry = new TelemetryReader(hosts, plan.topology(), time);
        TelemetrySettings reads = telemetry.read(root.section("telemetry"));
        TelemetryScript script = telemetry.script(root.sections("script"));
        if (workloads.isEmpty() == script.spans().isEmpty()) {
            throw root.wrong(
                    "workloads",
                    "and script: one of them must say what happens, and only one (a script replaces packets)");
        }
        Scenario.Ending ending = ending(workloads, faults);
        root.done();
        return new Scenario(
                root.text("name", null),
                root.text("about", null),
                plan,
                settings,
                workloads,
                faults,
                reads,
                script,
                ending);
    }

    // ---- transports

    private List<Section> transports() throws ScenarioFileException {
        List<Section> all = new ArrayList<>();
        for (Section work : works) {
            all.add(work.has("transport") ? work.section("transport") : main);
        }
        return all;
    }

    private boolean anyLaw(String law) throws ScenarioFileException {
        for (Section transport : transports()) {
            if (TransportReader.law(transport).equals(law)) {
                return true;
            }
        }
        return false;
    }

    private boolean onlyTcp() throws ScenarioFileException {
        for (Section transport : transports()) {
            if (!TransportReader.Chosen.isTcp(TransportReader.law(transport))) {
                return false;
            }
        }
        return !works.isEmpty();
    }

    private List<Workload> workloads(FabricPlan plan, WireFormat format) throws ScenarioFileException {
        long line = plan.topology().cables().getFirst().bitsPerSecond();
        long rtt = FabricReader.baseRttNanos(plan.topology(), format.fullBytes(), format.ackBytes());
        TransportReader reader = new TransportReader(line, rtt, format.payloadBytes());
        TransportReader.Chosen standard = reader.read(main);
        List<Workload> workloads = new ArrayList<>();
        for (Section work : works) {
            TransportReader.Chosen chosen = work.has("transport") ? reader.read(work.section("transport")) : standard;
            workloads.add(new WorkloadReader(work, new HostSets(plan.names()), chosen, time, line).read());
        }
        return workloads;
    }

    // ---- end

    private Scenario.Ending ending(List<Workload> workloads, List<ScheduledFault> faults) throws ScenarioFileException {
        boolean bounded = faults.isEmpty() && workloads.stream().allMatch(ScenarioReader::isBounded);
        String kind =
                root.word("ending", bounded && !workloads.isEmpty() ? "when-done" : "at-time", "when-done", "at-time");
        long picos = Math.max(1, time.scaled(Math.round(time.durationMicros() * 1e6)));
        return new Scenario.Ending(
                kind.equals("when-done") ? Scenario.Ending.Kind.WHEN_DONE : Scenario.Ending.Kind.AT_TIME, picos);
    }

    private static boolean isBounded(Workload workload) {
        return switch (workload) {
            case Workload.Incast incast -> incast.bursts().count() > 0;
            case Workload.AllToAll all -> all.rounds().count() > 0;
            case Workload.AllReduce reduce -> reduce.rounds().count() > 0;
            case Workload.MixtureOfExperts moe -> moe.rounds().count() > 0;
            case Workload.Permutation permutation -> permutation.rounds().count() > 0;
            case Workload.PoissonMix mix -> false;
            case Workload.OnOff onOff -> onOff.count() > 0;
            case Workload.Checkpoint checkpoint -> checkpoint.bursts().count() > 0;
            case Workload.Probe probe -> true;
        };
    }
}
