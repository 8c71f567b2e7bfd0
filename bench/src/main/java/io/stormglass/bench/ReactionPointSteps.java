package io.stormglass.bench;

import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import io.stormglass.models.dcqcn.ReactionPoint;
import java.nio.ByteBuffer;
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

/**
 * One step of a DCQCN reaction point: a CNP every 50 us or 4 kB sent every 4 us, with all timers in between.
 *
 * <p>Run with {@code org.openjdk.jmh.Main ReactionPointSteps -prof gc}; the profiler shows the bytes allocated per step.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReactionPointSteps {
    private static final long LINE = 100_000_000_000L;
    private static final long SEND_NANOS = 4_000;
    private static final long CNP_NANOS = 50_000;
    private static final int CHUNK_BYTES = 4_096;

    /** Whose reaction point. */
    @Param({"nvidia", "paper", "msr", "hpcc", "hpcc-paper"})
    public String variant = "";

    private ReactionPoint point = PaperParameters.deployment(LINE).start();
    private final ByteBuffer state = ByteBuffer.allocate(ReactionPoint.STATE_BYTES);
    private long now;

    /** A flow that has seen some CNPs. */
    @Setup(Level.Iteration)
    public void start() {
        point = parameters(variant).start();
        now = 0;
        for (int i = 0; i < 100; i++) {
            now += CNP_NANOS;
            point.cnp(now);
        }
    }

    private static DcqcnParameters parameters(String variant) {
        return switch (variant) {
            case "nvidia" -> NvidiaParameters.firmware(LINE / 1_000_000);
            case "paper" -> PaperParameters.deployment(LINE);
            case "msr" -> MsrParameters.shipped(LINE);
            case "hpcc" -> HpccParameters.runDcqcn(LINE);
            case "hpcc-paper" -> HpccParameters.runDcqcnPaper(LINE);
            default -> throw new IllegalArgumentException("no variant " + variant);
        };
    }

    /** A CNP after 50 us; the cut of the one before and everything in between happen in it. */
    @Benchmark
    public long cnp() {
        now += CNP_NANOS;
        point.cnp(now);
        return point.rateBitsPerSecond();
    }

    /** A packet after 4 us. */
    @Benchmark
    public long sent() {
        now += SEND_NANOS;
        point.sent(now, CHUNK_BYTES);
        return point.rateBitsPerSecond();
    }

    /** A packet after 4 us, with the state taken from its saved form and put back. */
    @Benchmark
    public long restoredSentAndSaved() {
        now += SEND_NANOS;
        point.save(state.clear());
        point.load(state.flip());
        point.sent(now, CHUNK_BYTES);
        return point.rateBitsPerSecond();
    }
}
