package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.PortCounters;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.emulator.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A label says that something happened to the packets of a scenario: then its counters show it, in that time and not before. */
final class FaultsAtWorkTest {
    static List<String> faulty() throws ScenarioFileException {
        List<String> faulty = new ArrayList<>();
        for (String name : ScenarioLibraryTest.emulated()) {
            if (!ScenarioLibrary.load(name).scenario().faults().isEmpty()) {
                faulty.add(name);
            }
        }
        return faulty;
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void whatALabelSaysIsSeenInTheCounters(String name) throws ScenarioFileException {
        Scenario scenario = ScenarioLibrary.load(name).smoke().scenario();
        for (ScheduledFault scheduled : scenario.faults()) {
            ScenarioRun run = ScenarioRun.start(scenario, 1, List.of());
            Sight sight = new Sight(run.emulation(), scenario, scheduled);
            run.runUntil(Math.max(0, scheduled.fromPicos() - 1));
            sight.before(scheduled.fault());
            run.runUntil(scheduled.toPicos());
            sight.after(scheduled.fault());
        }
    }

    /** The ports that show a fault. */
    private static final class Sight {
        private final Emulation emulation;
        private final Scenario scenario;
        private final long lastsPicos;
        private long handledBefore;
        private long markedBefore;

        Sight(Emulation emulation, Scenario scenario, ScheduledFault scheduled) {
            this.emulation = emulation;
            this.scenario = scenario;
            this.lastsPicos = scheduled.toPicos() - scheduled.fromPicos();
        }

        void before(Fault fault) {
            switch (fault) {
                case Fault.IgnoresCnps deaf -> handledBefore = handled(deaf);
                case Fault.EcnOff off -> markedBefore = sum(off.node(), PortCounters::marked);
                case Fault.WrongThresholds wrong -> markedBefore = marked(wrong.node(), wrong.port());
                default -> {}
            }
            if (fault instanceof Fault.OfHost ofHost && !(fault instanceof Fault.CnpLoss)) {
                assertThat(paused(ofHost.host(), 0xff))
                        .as("paused before %s", fault)
                        .isZero();
            }
        }

        void after(Fault fault) {
            switch (fault) {
                case Fault.NicPauseStorm storm ->
                    assertThat(paused(storm.host(), storm.priorities()))
                            .as("time that the switch was paused")
                            .isGreaterThan(lastsPicos * 9 / 10);
                case Fault.SlowReceiver slow ->
                    assertThat(paused(slow.host(), 0xff)).isPositive();
                case Fault.PcieBackPressure pcie ->
                    assertThat(paused(pcie.host(), 0xff)).isPositive();
                case Fault.HostHang hang ->
                    assertThat(paused(hang.host(), 0xff)).isPositive();
                case Fault.IgnoresCnps deaf -> {
                    assertThat(emulation.nicCounters(deaf.host()).cnpIgnored()).isPositive();
                    assertThat(handled(deaf)).isEqualTo(handledBefore);
                }
                case Fault.CnpLoss loss ->
                    assertThat(emulation.nicCounters(loss.host()).cnpLost()).isPositive();
                case Fault.EcnOff off -> {
                    assertThat(sum(off.node(), PortCounters::marked)).isEqualTo(markedBefore);
                    assertThat(everywhere(PortCounters::marked)).isPositive();
                }
                case Fault.WrongThresholds wrong -> {
                    long kmax = scenario.settings().switches().ecn().curve().kmaxBytes();
                    assertThat(marked(wrong.node(), wrong.port())).isEqualTo(markedBefore);
                    assertThat(emulation.watermarkBytes(wrong.node(), wrong.port(), 3))
                            .isGreaterThan(kmax);
                    assertThat(everywhere(PortCounters::marked)).isPositive();
                }
                case Fault.LinkFlap flap ->
                    assertThat(emulation.counters(flap.node(), flap.port()).linkDowns())
                            .isPositive();
                case Fault.LinkDegraded bad -> degraded(bad);
                case Fault.WrongDscpMap map ->
                    assertThat(sum(
                                    map.node(),
                                    (counters, priority) ->
                                            priority == map.toPriority() ? counters.enqueuedPackets(priority) : 0))
                            .isPositive();
                case Fault.PfcOneSide off ->
                    assertThat(everywhere(PortCounters::dropped)).isPositive();
                case Fault.DeviceDown down ->
                    assertThat(emulation.isUp(down.node(), 0)).isFalse();
                case Fault.AsBuilt built -> asBuilt(built);
                case Fault.InTelemetry told ->
                    assertThat(everywhere(PortCounters::dropped)).isZero();
            }
        }

        private long handled(Fault.IgnoresCnps deaf) {
            return emulation.nicCounters(deaf.host()).cnpHandled();
        }

        private void degraded(Fault.LinkDegraded bad) {
            if (bad.frameLoss() > 0) {
                assertThat(emulation.counters(bad.node(), bad.port()).brokenFrames())
                        .isPositive();
            } else {
                long queue = emulation.watermarkBytes(switchOf(bad.node()), portTo(bad.node()), 3);
                assertThat(queue).as("queue before the slow link").isPositive();
            }
        }

        private void asBuilt(Fault.AsBuilt built) {
            switch (built.kind()) {
                case "deadlock" -> {
                    long sent = everywhere(PortCounters::sentPackets);
                    emulation.runUntil(emulation.nowPicos() + 1_000_000_000);
                    assertThat(everywhere(PortCounters::sentPackets))
                            .as("packets sent in a deadlock")
                            .isEqualTo(sent);
                    for (int node = scenario.topology().hosts();
                            node < scenario.topology().nodes();
                            node++) {
                        assertThat(emulation.queueBytes(node, 1, 3) + emulation.queueBytes(node, 2, 3))
                                .as("what waits at node %d", node)
                                .isPositive();
                    }
                }
                case "cc-off" -> {
                    List<Integer> rack =
                            scenario.names().hostsOf(scenario.names().device(built.node()));
                    for (Workload workload : scenario.workloads()) {
                        boolean without = workload.terms().transport().control() instanceof CongestionControl.None;
                        assertThat(((Workload.Incast) workload)
                                        .senders().stream().allMatch(rack::contains))
                                .isEqualTo(without);
                    }
                    assertThat(everywhere(PortCounters::xoffSent)).isPositive();
                }
                default -> throw new AssertionError("nothing looks for " + built.kind());
            }
        }

        private long marked(int node, int port) {
            return emulation.counters(node, port).marked(3);
        }

        /** Time that the switch port before a host was paused, in the priority where it was longest. */
        private long paused(int host, int priorities) {
            long longest = 0;
            for (int priority = 0; priority < 8; priority++) {
                if ((priorities >> priority & 1) != 0) {
                    longest = Math.max(longest, emulation.pausedPicos(switchOf(host), portTo(host), priority));
                }
            }
            return longest;
        }

        private int switchOf(int host) {
            Cable cable = cable(host);
            return cable.a() == host ? cable.b() : cable.a();
        }

        private Cable cable(int host) {
            return scenario.topology().cables().stream()
                    .filter(each -> each.a() == host || each.b() == host)
                    .findFirst()
                    .orElseThrow();
        }

        private int portTo(int host) {
            int node = switchOf(host);
            List<Cable> cables = scenario.topology().cables().stream()
                    .filter(each -> each.a() == node || each.b() == node)
                    .toList();
            return cables.indexOf(cable(host));
        }

        private long everywhere(ToLongBiFunction<PortCounters, Integer> counter) {
            long sum = 0;
            for (int node = scenario.topology().hosts();
                    node < scenario.topology().nodes();
                    node++) {
                sum += sum(node, counter);
            }
            return sum;
        }

        private long sum(int node, ToLongBiFunction<PortCounters, Integer> counter) {
            long sum = 0;
            for (int port = 0; port < emulation.ports(node); port++) {
                for (int priority = 0; priority < 8; priority++) {
                    sum += counter.applyAsLong(emulation.counters(node, port), priority);
                }
            }
            return sum;
        }
    }
}
