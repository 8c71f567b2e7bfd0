package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.emulator.telemetry.TelemetryOutput;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.load.FlowSpells;
import io.stormglass.models.load.LoadSettings;
import io.stormglass.models.load.QueueTraffic;
import io.stormglass.models.load.Spell;
import io.stormglass.models.load.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is made of mirrors' events beside what the emulated hosts really sent. */
final class TrafficOfMirrorsTest {
    private static final long MS = 1_000_000;
    private static final long LINE = 100_000_000_000L;
    /** Round trip of 8 us and two decrease periods of 4 us. */
    private static final long REACT = 16_000;

    /** Spells of all flows to a receiver. */
    private static final class Mirror implements TelemetryOutput {
        final Map<String, FlowSpells> flows = new TreeMap<>();
        final List<Spell> spells = new ArrayList<>();

        @Override
        public void flow(FlowBatch batch, Fate fate, long lateNanos) {
            if (batch.vantage() != Vantage.SENDER || batch.flow() == null) {
                return;
            }
            FlowSpells flow = flows.computeIfAbsent(
                    batch.flow().text(),
                    name -> new FlowSpells(LoadSettings.defaults(), name, LINE, FlowSpells.Memory.NONE));
            for (FlowEvent event : batch.events()) {
                flow.accept(event).ifPresent(spells::add);
            }
        }

        @Override
        public void port(PortBatch batch, Fate fate, long lateNanos) {}

        @Override
        public void progress(long nanos) {}

        Traffic of(String text, long fromMillis, long toMillis) throws ScenarioFileException {
            long start = FabricSource.DEFAULT_START_NANOS;
            FabricSource.start(ScenarioFile.parse(text, "test.yaml").scenario(), 1, start, this)
                    .runToEnd();
            flows.values().forEach(flow -> flow.end().ifPresent(spells::add));
            return new QueueTraffic(LoadSettings.defaults(), REACT)
                    .of(start + fromMillis * MS, start + toMillis * MS, spells);
        }
    }

    private static String star(String workloads) {
        return """
                name: traffic
                about: a test
                fabric: {topology: star, hosts: 65, linkGbps: 100, propagationMicros: 1}
                switch: {kminBytes: 100000, kmaxBytes: 400000, pmax: 0.2}
                transport: {cc: dcqcn, preset: ns3-hpcc}
                durationMicros: 30000
                workloads:
                """ + workloads;
    }

    @Test
    void longFlowsWithBurstsOnTop() throws ScenarioFileException {
        Traffic traffic = new Mirror().of(star("""
                  - {kind: incast, from: host-0..host-15, senders: 16, receiver: host-64, flowBytes: 1000000000}
                  - {kind: incast, from: host-16..host-23, senders: 8, receiver: host-64, flowBytes: 62500, bursts: 0, periodMicros: 1000, jitterMicros: 2}
                """), 10, 30);
        assertThat(traffic.longFlows()).isCloseTo(16, within(1.0));
        assertThat(traffic.bursts().fanIn()).isCloseTo(8, within(0.5));
        assertThat(traffic.bursts().periodNanos()).isCloseTo(1_000_000, within(30_000.0));
        assertThat(traffic.bursts().variation()).isLessThan(0.05);
        assertThat(traffic.bursts().volumeBytes()).isCloseTo(8 * 62_500, within(0.1 * 8 * 62_500));
    }

    @Test
    void manyFlowsThatAreSlowedDownFarAreStillLongFlows() throws ScenarioFileException {
        Traffic traffic = new Mirror().of(star("""
                  - {kind: incast, from: host-0..host-63, senders: 64, receiver: host-64, flowBytes: 1000000000}
                """), 5, 30);
        assertThat(traffic.longFlows()).isCloseTo(64, within(3.0));
        assertThat(traffic.messages().bytes() + 0.0).isLessThan(0.01 * traffic.longBytes());
    }

    @Test
    void messagesAreCountedWithTheirSizes() throws ScenarioFileException {
        Traffic traffic = new Mirror().of(star("""
                  - {kind: poisson, from: host-0..host-31, to: host-64, load: 0.01, sizes: fixed, flowBytes: 32000}
                """), 5, 30);
        // 32 senders of 1 Gb/s each, 32,000 bytes of payload a message: 3,125 in 25 ms. Those of one sender that nearly
        // touch come out as one.
        double messages = traffic.messages().count()
                + traffic.bursts().count() * traffic.bursts().fanIn();
        double bytes = traffic.messages().bytes()
                + traffic.bursts().count() * traffic.bursts().volumeBytes();
        assertThat(messages).isBetween(0.65 * 3125, 1.02 * 3125);
        assertThat(traffic.longFlows()).isLessThan(1);
        assertThat(bytes).isGreaterThan(2.0 * traffic.longBytes());
    }
}
