package io.stormglass.cli;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.measure.Measures;
import io.stormglass.emulator.measure.PortName;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.emulator.telemetry.EmulatedAgents;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.fabric.pcap.CaptureTally;
import io.stormglass.fabric.pcap.FabricAddresses;
import io.stormglass.fabric.pcap.PortCapture;
import io.stormglass.fabric.publish.EventLines;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.fabric.scenario.ScenarioFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;

/**
 * Runs scenarios. A run is measured first; what goes into files is written by further runs of the same seed, so that files cost nothing where none is wanted and the port to
 * capture may be the one that turned out to be the most congested.
 */
final class EmulationRunner {
    /** Probes take this share of a 400 Gb/s link at one per 5 us, as in the reference of docs/emulator.md; slower links get fewer. */
    private static final double PROBE_PICOS_AT_400G = 5.0 * Picos.PER_MICRO;

    private static final double REFERENCE_LINE = 400e9;
    private static final long PROBE_BYTES = 1_000;
    private static final int PROBES_PER_RUN = 4_000;

    /** As {@link FabricSource#runToEnd}. */
    private static final long SLICE_PICOS = EmulatedAgents.SLICE_NANOS * Picos.PER_NANO;

    private final Terminal terminal;

    EmulationRunner(Terminal terminal) {
        this.terminal = terminal;
    }

    /**
     * Runs and measures.
     *
     * @param cc what the law is called in the result
     */
    Emulated measure(ScenarioFile file, String cc, long seed) {
        Scenario scenario = withProbe(file.scenario());
        Measures measures =
                new Measures(scenario.topology(), scenario.settings().wireFormat());
        long startedNanos = System.nanoTime();
        try (ProgressBar bar = new ProgressBar(terminal, file.name() + ", " + cc)) {
            ScenarioRun run = ScenarioRun.start(scenario, seed, List.of(measures, progress(scenario, bar::show)));
            measures.watch(run.emulation(), run::workloadOf, run::isProbe);
            boolean ended = run.runToEnd();
            long wallNanos = System.nanoTime() - startedNanos;
            return new Emulated(
                    scenario, cc, seed, new TreeMap<>(file.params()), measures.report(), run.steps(), ended, wallNanos);
        }
    }

    private static ProgressObserver progress(Scenario scenario, DoubleConsumer show) {
        boolean untilDone = scenario.ending().kind() == Scenario.Ending.Kind.WHEN_DONE;
        return new ProgressObserver(
                scenario.ending().durationPicos(),
                scenario.settings().wireFormat().payloadBytes(),
                untilDone,
                show);
    }

    /** The scenario with a probe, where it has none and a host is idle. Workloads before it draw the same numbers as without. */
    static Scenario withProbe(Scenario scenario) {
        List<Workload> workloads = scenario.workloads();
        if (workloads.isEmpty() || workloads.stream().anyMatch(each -> each instanceof Workload.Probe)) {
            return scenario;
        }
        BitSet busy = new BitSet();
        workloads.forEach(workload -> workload.hosts().forEach(busy::set));
        int idle = busy.nextClearBit(0);
        if (idle >= scenario.topology().hosts()) {
            return scenario;
        }
        int to = destination(workloads.getFirst());
        long rate = scenario.topology().cables().getFirst().bitsPerSecond();
        long period = (long) (PROBE_PICOS_AT_400G * Math.max(1, REFERENCE_LINE / rate));
        if (scenario.ending().kind() == Scenario.Ending.Kind.AT_TIME) {
            period = Math.max(period, scenario.ending().durationPicos() / PROBES_PER_RUN);
        }
        TrafficTerms terms = TrafficTerms.always(
                workloads.getFirst().terms().priority(), Transport.of(new CongestionControl.None()));
        List<Workload> more = new ArrayList<>(workloads);
        more.add(new Workload.Probe(terms, idle, to, PROBE_BYTES, period));
        return new Scenario(
                scenario.name(),
                scenario.about(),
                scenario.fabric(),
                scenario.settings(),
                more,
                scenario.faults(),
                scenario.telemetry(),
                scenario.script(),
                scenario.ending());
    }

    /** The receiver of an incast, or whoever takes part last. */
    private static int destination(Workload workload) {
        return workload instanceof Workload.Incast incast
                ? incast.receiver()
                : workload.hosts().getLast();
    }

    /**
     * Writes the traffic at a port into a file, by a second run.
     *
     * @param first the run that was measured
     * @return what crossed the port
     */
    CaptureTally capture(Emulated first, PcapOptions options) {
        Scenario scenario = first.scenario();
        PortName port = options.port(scenario.names(), first.measures().queue().port());
        PortCapture.Settings settings =
                new PortCapture.Settings(port, scenario.names().port(port.node(), port.port()), options.snapLength());
        int payloadBytes = scenario.settings().wireFormat().payloadBytes();
        FabricAddresses addresses = FabricAddresses.of(scenario.names());
        try (ProgressBar bar = new ProgressBar(terminal, "capture");
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(options.file()), 1 << 16);
                PortCapture capture = new PortCapture(scenario.topology(), payloadBytes, settings, addresses, out)) {
            ScenarioRun run =
                    ScenarioRun.start(scenario, first.seed(), List.of(capture, progress(scenario, bar::show)));
            capture.attach(run.emulation());
            run.runToEnd();
            requireSame(first, run.emulation());
            return capture.tally();
        } catch (IOException | UncheckedIOException e) {
            throw CommandFailure.failed("cannot write " + options.file() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Writes what the agents of the fabric say into a file, one line of JSON per batch, by a run of its own. It is the scenario as its file has it: no probe is
     * added, since agents would tell of it.
     *
     * @return lines written
     */
    long events(ScenarioFile file, long seed, Path into) {
        try (ProgressBar bar = new ProgressBar(terminal, "events");
                EventLines lines = new EventLines(Files.newBufferedWriter(into))) {
            FabricSource source = FabricSource.start(file.scenario(), seed, FabricSource.DEFAULT_START_NANOS, lines);
            while (!source.isOver()) {
                CommandFailure.throwIfInterrupted();
                source.runUntil(Math.min(source.durationPicos(), source.nowPicos() + SLICE_PICOS));
                bar.show((double) source.nowPicos() / source.durationPicos());
            }
            source.end();
            return lines.lines();
        } catch (IOException | UncheckedIOException e) {
            throw CommandFailure.failed("cannot write " + into + ": " + e.getMessage(), e);
        }
    }

    /** A file must show the run that was measured. */
    private static void requireSame(Emulated first, Emulation second) {
        if (first.measures().run().eventLogHash() != second.eventLogHash()) {
            throw new IllegalStateException("two runs of seed " + first.seed() + " differ: "
                    + EmulateJson.hash(first.measures().run().eventLogHash()) + " and "
                    + EmulateJson.hash(second.eventLogHash()));
        }
    }
}
