package io.stormglass.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.telemetry.TelemetryScript;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.workload.Bursts;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ScenarioRunTest {
    private static final Topology.Link LINK = new Topology.Link(100_000_000_000L, Picos.PER_MICRO);
    private static final TrafficTerms PLAIN = TrafficTerms.always(3, Transport.of(new CongestionControl.None()));

    private static Scenario scenario(List<Workload> workloads, Scenario.Ending.Kind kind) {
        return new Scenario(
                "test",
                "a test",
                FabricPlan.star(6, LINK),
                FabricSettings.of(
                        WireFormat.roce(4096), SwitchSettings.standard().with(EcnSettings.off())),
                workloads,
                List.of(),
                TelemetrySettings.standard(),
                new TelemetryScript(List.of()),
                new Scenario.Ending(kind, 10 * Picos.PER_MILLI));
    }

    private static Workload incast(Bursts bursts) {
        return new Workload.Incast(PLAIN, List.of(0, 1, 2, 3), 4, bursts);
    }

    private static long hash(long seed) {
        Bursts bursts = new Bursts(100_000, 400_000, 3, 0, 2 * Picos.PER_MICRO);
        ScenarioRun run =
                ScenarioRun.start(scenario(List.of(incast(bursts)), Scenario.Ending.Kind.WHEN_DONE), seed, List.of());
        assertThat(run.runToEnd()).isTrue();
        return run.emulation().eventLogHash();
    }

    @Test
    void theSeedDecidesEverything() {
        assertThat(hash(1)).isEqualTo(hash(1)).isNotEqualTo(hash(2));
    }

    @Test
    void aRunThatIsDoneEndsWhateverProbesWouldStillSend() {
        Workload probe = new Workload.Probe(PLAIN, 5, 4, 1000, 20 * Picos.PER_MICRO);
        Workload bursts = incast(new Bursts(100_000, 100_000, 3, 300 * Picos.PER_MICRO, 0));
        ScenarioRun run =
                ScenarioRun.start(scenario(List.of(probe, bursts), Scenario.Ending.Kind.WHEN_DONE), 1, List.of());
        run.emulation().keepFinishedFlows();

        assertThat(run.runToEnd()).isTrue();

        assertThat(run.isDone()).isTrue();
        assertThat(IntStream.range(1, 5)
                        .mapToLong(flow -> run.emulation().flowCounts(flow).acceptedBytes()))
                .containsExactly(300_000L, 300_000L, 300_000L, 300_000L);
        assertThat(run.emulation().nowPicos()).isBetween(600 * Picos.PER_MICRO, 700 * Picos.PER_MICRO);
        assertThat(run.isProbe(0)).isTrue();
        assertThat(run.workloadOf(1)).isEqualTo(1);
    }

    @Test
    void aRunOfATimeEndsAtItsTime() {
        ScenarioRun run = ScenarioRun.start(
                scenario(List.of(incast(Bursts.once(1000, 0))), Scenario.Ending.Kind.AT_TIME), 1, List.of());

        assertThat(run.runToEnd()).isTrue();
        assertThat(run.emulation().nowPicos()).isEqualTo(10 * Picos.PER_MILLI);
    }

    @Test
    void workThatCannotBeDoneInTimeIsSaid() {
        ScenarioRun run = ScenarioRun.start(
                scenario(List.of(incast(Bursts.once(100_000_000, 0))), Scenario.Ending.Kind.WHEN_DONE), 1, List.of());

        assertThat(run.runToEnd()).isFalse();
        assertThat(run.isDone()).isFalse();
    }

    @Test
    void nicsOfOneServerThatFailTogetherHaveOneLabel() {
        FabricPlan rails = FabricPlan.leafSpine(4, 2, 2, LINK, LINK).withNicsAcrossRacks(4);
        List<ScheduledFault> faults = new ArrayList<>();
        for (int node : rails.names().nodes("host-1")) {
            faults.add(new ScheduledFault(new Fault.HostHang(node), Picos.PER_MILLI, 2 * Picos.PER_MILLI));
        }
        faults.add(new ScheduledFault(new Fault.HostHang(0), 0, Picos.PER_MILLI));
        Scenario scenario = new Scenario(
                "test",
                "a test",
                rails,
                FabricSettings.of(WireFormat.roce(4096), SwitchSettings.standard()),
                List.of(),
                faults,
                TelemetrySettings.standard(),
                new TelemetryScript(List.of()),
                new Scenario.Ending(Scenario.Ending.Kind.AT_TIME, 3 * Picos.PER_MILLI));

        assertThat(ScenarioRun.start(scenario, 1, List.of()).labels())
                .containsExactly(
                        new FaultLabel("host-hang", "host-1", null, -1, 1000, 2000),
                        new FaultLabel("host-hang", "host-0", "eth0", -1, 0, 1000));
    }

    @Test
    void hostsThatDoNotExistAreRefused() {
        assertThatThrownBy(() -> scenario(
                        List.of(new Workload.Incast(PLAIN, List.of(1), 6, Bursts.once(1, 0))),
                        Scenario.Ending.Kind.AT_TIME))
                .hasMessageContaining("host 6")
                .hasMessageContaining("0 to 5");
    }

    /** A method that is added to the interface and not to the list would silently tell nobody. */
    @Test
    void everyObserverIsToldOfEverything() throws Exception {
        List<String> told = new ArrayList<>();
        FabricObserver each = (FabricObserver) Proxy.newProxyInstance(
                FabricObserver.class.getClassLoader(), new Class<?>[] {FabricObserver.class}, (proxy, method, args) -> {
                    told.add(method.getName() + Arrays.toString(args));
                    return null;
                });
        ObserverList list = new ObserverList(List.of(each, each));
        FlowSpec spec = new FlowSpec(0, 1, 1, 0, 3, Transport.of(new CongestionControl.None()));
        int methods = 0;
        for (Method method : FabricObserver.class.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            methods++;
            @Nullable Object[] args = new Object[method.getParameterCount()];
            for (int i = 0; i < args.length; i++) {
                Class<?> type = method.getParameterTypes()[i];
                Object other = type == FlowSpec.class ? spec : null;
                args[i] = type == int.class ? (Object) (i + 1) : type == long.class ? (Object) (i + 1L) : other;
            }
            method.invoke(list, args);
            assertThat(told)
                    .as(method.getName())
                    .endsWith(method.getName() + Arrays.toString(args), method.getName() + Arrays.toString(args));
        }
        assertThat(told).hasSize(2 * methods);
        assertThat(methods).isPositive();
    }
}
