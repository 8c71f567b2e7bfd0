package io.stormglass.bench;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import io.stormglass.models.storm.Incident;
import io.stormglass.models.storm.StormGraph;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.models.storm.StormTransition;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** One decision of the graph stage while many ports wait: a storm state that changes, a sign that changes, time alone. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class StormGraphDecisions {
    private static final String FABRIC = "bench";
    private static final long LINE = 100_000_000_000L;
    private static final long STEP_NANOS = 10_000_000L;
    private static final long T0 = 1_700_000_000_000_000_000L;
    private static final int HOSTS_PER_LEAF = 32;

    /** Ports that wait. */
    @Param({"10", "100", "1000"})
    public int waits = 10;

    /** {@code apart}: each for a host of its own; {@code spread}: most wait for one host, through leaves and spine. */
    @Param({"apart", "spread"})
    public String shape = "apart";

    private StormGraph graph = graph();
    private long nowNanos;
    private long order;
    private int turn;

    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(StormGraphDecisions.class.getSimpleName())
                        .build())
                .run();
    }

    private static StormGraph graph() {
        return new StormGraph("live", FABRIC, StormSettings.defaults());
    }

    /** All that waits has waited for long. */
    @Setup(Level.Iteration)
    public void prepare() {
        graph = graph();
        nowNanos = T0;
        for (int i = 0; i < waits; i++) {
            link(leafPort(i), "host-" + i, "eth0", EntityRole.HOST);
        }
        for (int leaf = 0; leaf <= waits / HOSTS_PER_LEAF; leaf++) {
            link(new PortKey(FABRIC, "leaf-" + leaf, "up"), "spine", "down-" + leaf, EntityRole.SPINE);
        }
        for (int i = 0; i < waits; i++) {
            graph.accept(storm(i, PauseChange.Kind.OPENED, 0));
            graph.accept(sign(i, 1));
        }
        nowNanos += 60_000_000_000L;
        graph.advanceTo(nowNanos);
    }

    private void link(PortKey port, String peer, String peerPort, EntityRole peerRole) {
        graph.accept(new StormTransition.Link(
                port,
                order++,
                nowNanos,
                LinkFacts.speedOnly(LINE, false)
                        .change()
                        .role(EntityRole.LEAF)
                        .peer(peer, peerPort, peerRole)
                        .mtu(9216)
                        .pfc(1 << 3)
                        .done()));
    }

    private static PortKey leafPort(int host) {
        return new PortKey(FABRIC, "leaf-" + host / HOSTS_PER_LEAF, "Ethernet" + host % HOSTS_PER_LEAF);
    }

    private Direction direction(int i) {
        // What a leaf sends to its hosts stops them: those of leaf 0 wait for host 0, the others for their leaf.
        return shape.equals("apart") || i == 0 ? Direction.RX : Direction.TX;
    }

    private StormTransition storm(int i, PauseChange.Kind kind, long sent) {
        nowNanos += STEP_NANOS;
        return new StormTransition.Storm(
                leafPort(i),
                order++,
                new PauseChange(
                        kind,
                        nowNanos,
                        3,
                        direction(i),
                        StormRule.SUSTAINED,
                        PauseChange.Source.COUNTERS,
                        1,
                        nowNanos,
                        2 * 200_000_000L,
                        sent,
                        0,
                        PauseChange.CONFIDENCE_WITH_PROGRESS));
    }

    private StormTransition sign(int i, long bytes) {
        nowNanos += STEP_NANOS;
        return new StormTransition.Sign(
                leafPort(i),
                order++,
                new PortSign(PortSign.Kind.WAITING, nowNanos, 3, true, bytes, bytes + " bytes wait"));
    }

    /** A storm state whose traffic changes. */
    @Benchmark
    public List<Incident> change() {
        turn++;
        return graph.accept(storm(turn % waits, PauseChange.Kind.CHANGED, turn / waits % 2));
    }

    /** A queue that holds more. */
    @Benchmark
    public List<Incident> sign() {
        turn++;
        return graph.accept(sign(turn % waits, turn));
    }

    /** The clock. */
    @Benchmark
    public List<Incident> time() {
        nowNanos += STEP_NANOS;
        return graph.advanceTo(nowNanos);
    }
}
