package io.stormglass.bench;

import io.stormglass.models.bbr.AckSample;
import io.stormglass.models.bbr.BbrModel;
import io.stormglass.models.bbr.BbrState;
import io.stormglass.models.bbr.BbrStep;
import io.stormglass.models.bbr.BbrV1;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.BbrV3;
import io.stormglass.models.bbr.BbrV3Parameters;
import io.stormglass.models.bbr.TelemetryFeed;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * One BBR sample: the model alone, with the telemetry feed before it, and with the state restored before and saved after it as a stream
 * processor does. Goal: at most 50 ns and no allocation per sample of the model.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BbrSampleBenchmark {
    private static final int SAMPLES = 4096;
    private static final int SEGMENT_BYTES = 4096;

    /** Which model. */
    @Param({"v1", "v3"})
    public String variant = "v1";

    private BbrModel model = new BbrV1(BbrV1Parameters.hardware(SEGMENT_BYTES));
    private BbrState state = model.start(0, AckSample.UNKNOWN);
    private TelemetryFeed feed = new TelemetryFeed();
    private final AckSample sample = new AckSample();
    private final ByteBuffer saved = ByteBuffer.allocate(256);
    private final long[] gapNanos = new long[SAMPLES];
    private final long[] ackedBytes = new long[SAMPLES];
    private final long[] rttNanos = new long[SAMPLES];
    private int index;
    private long nowNanos;
    private long deliveredBytes;

    public static void main(String[] args) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(BbrSampleBenchmark.class.getSimpleName())
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }

    /** A flow at about 200 Gb/s and 12 us, samples of different sizes, from a fixed seed. */
    @Setup(Level.Iteration)
    public void prepare() {
        model = variant.equals("v1")
                ? new BbrV1(BbrV1Parameters.hardware(SEGMENT_BYTES))
                : new BbrV3(BbrV3Parameters.hardware(SEGMENT_BYTES));
        state = model.start(0, AckSample.UNKNOWN);
        feed = new TelemetryFeed();
        nowNanos = 0;
        deliveredBytes = 0;
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < SAMPLES; i++) {
            ackedBytes[i] = SEGMENT_BYTES * random.nextLong(1, 5);
            gapNanos[i] = ackedBytes[i] / 25 + random.nextLong(-20, 20);
            rttNanos[i] = random.nextLong(11_000, 16_000);
        }
        saved.clear();
        state.write(saved);
        feed.write(saved);
    }

    private void next() {
        int i = index++ & (SAMPLES - 1);
        nowNanos += gapNanos[i];
        deliveredBytes += ackedBytes[i];
        sample.clear();
        sample.nowNanos = nowNanos;
        sample.deliveredBytes = deliveredBytes;
        sample.rttNanos = rttNanos[i];
        sample.inflightBytes = 300_000;
        sample.priorInflightBytes = 300_000 + ackedBytes[i];
    }

    /** Model alone; bandwidth and prior bytes are given. */
    @Benchmark
    public BbrStep step() {
        next();
        sample.ackedBytes = ackedBytes[(index - 1) & (SAMPLES - 1)];
        sample.priorDeliveredBytes = Math.max(0, deliveredBytes - 300_000);
        sample.bandwidthBytesPerSecond = 24_000_000_000L + (rttNanos[(index - 1) & (SAMPLES - 1)] << 10);
        return model.step(state, sample);
    }

    /** Feed and model. */
    @Benchmark
    public BbrStep feedAndStep() {
        next();
        feed.complete(sample, AckSample.UNKNOWN);
        return model.step(state, sample);
    }

    /** State and feed restored, one sample, saved. */
    @Benchmark
    public ByteBuffer restoreStepSave() {
        next();
        saved.clear();
        state.readFrom(saved);
        feed.read(saved);
        feed.complete(sample, AckSample.UNKNOWN);
        model.step(state, sample);
        saved.clear();
        state.write(saved);
        feed.write(saved);
        return saved;
    }
}
