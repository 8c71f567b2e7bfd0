package io.stormglass.cli;

import io.stormglass.models.dcqcn.AdaptedFluidLaw;
import io.stormglass.models.dcqcn.FluidBottleneck;
import io.stormglass.models.dcqcn.FluidLaw;
import io.stormglass.models.dcqcn.FluidModel;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.dcqcn.PaperParameters;
import io.stormglass.models.dcqcn.WrittenFluidLaw;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fluid DCQCN: where N flows settle on a queue, and the way there. */
@Command(
        name = "fluid",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Fluid DCQCN: the fixed point of N flows on one queue, then their trajectory from an empty queue at line rate.",
        footer = {
            "",
            "FILE is a JSON object:",
            "  form            written or adapted",
            "  flows, line_rate_bps, packet_bytes, rtt_us, kmin_bytes, kmax_bytes, pmax, np_interval_us",
            "  params          as in a vector file: g, alpha_interval_us, rp_timer_us, fast_recovery_times, rate_ai_bps, and",
            "                  written: byte_counter (0: none); adapted: rate_hai_bps, rate_decrease_interval_us, clamp_target_rate",
            "  duration_us, print_every_us   of the trajectory; without them the fixed point alone",
            "",
            "Two CSV tables, parted by an empty line: p,queue_bytes,rate_bps,target_bps,alpha and"
                    + " t_ns,queue_bytes,rate_bps,target_bps,alpha,p."
        })
final class ModelFluidCommand implements Callable<Integer> {
    private static final int STEPS_PER_FEEDBACK = 8;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MAX_MICROS = 1_000_000_000L;

    private final Terminal terminal;

    @Option(names = "--params", required = true, paramLabel = "FILE", description = "Flows, queue and parameters.")
    private Path file = Path.of("");

    ModelFluidCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ParameterFile input = ParameterFile.read(file);
        boolean withTrajectory = input.has("duration_us") || input.has("print_every_us");
        long durationNanos = withTrajectory ? nanos(input, "duration_us") : 0;
        long everyNanos = withTrajectory ? nanos(input, "print_every_us") : 0;
        FluidModel model;
        try {
            model = model(input);
        } catch (IllegalArgumentException e) {
            throw input.wrong(String.valueOf(e.getMessage()), e);
        }
        input.nothingElse();
        print(model.fixedPoint());
        if (withTrajectory) {
            trajectory(model, durationNanos, everyNanos);
        }
        terminal.out().flush();
        return ExitCodes.DONE;
    }

    private static long nanos(ParameterFile input, String key) {
        long micros = input.whole(key);
        if (micros < 1 || micros > MAX_MICROS) {
            throw input.wrong(
                    key + " is " + micros + ", 1.." + MAX_MICROS + " is needed", new IllegalArgumentException(key));
        }
        return micros * NANOS_PER_MICRO;
    }

    private static FluidModel model(ParameterFile input) {
        FluidVariant form = ModelOptions.oneOf(input.place("form"), input.word("form"), FluidVariant.values());
        FluidBottleneck bottleneck = new FluidBottleneck(
                input.small("flows"),
                input.whole("line_rate_bps"),
                input.small("packet_bytes"),
                new MarkingCurve(input.whole("kmin_bytes"), input.whole("kmax_bytes"), input.real("pmax")),
                nanos(input, "rtt_us"));
        ParameterFile params = input.part("params");
        FluidLaw law =
                switch (form) {
                    case WRITTEN -> written(bottleneck, params, nanos(input, "np_interval_us"));
                    case ADAPTED -> adapted(bottleneck, params, interval(input));
                };
        params.nothingElse();
        return new FluidModel(bottleneck, law);
    }

    /** The adapted form also runs without pacing at the receiver. */
    private static long interval(ParameterFile input) {
        return input.whole("np_interval_us") == 0 ? 0 : nanos(input, "np_interval_us");
    }

    private static FluidLaw written(FluidBottleneck bottleneck, ParameterFile params, long cnpNanos) {
        return new WrittenFluidLaw(
                new PaperParameters(
                        bottleneck.lineBitsPerSecond(),
                        1,
                        params.real("g"),
                        1,
                        params.whole("alpha_interval_us"),
                        params.whole("rp_timer_us"),
                        params.whole("byte_counter"),
                        params.small("fast_recovery_times"),
                        params.whole("rate_ai_bps"),
                        0),
                cnpNanos);
    }

    private static FluidLaw adapted(FluidBottleneck bottleneck, ParameterFile params, long cnpNanos) {
        return new AdaptedFluidLaw(
                new HpccParameters(
                        bottleneck.lineBitsPerSecond(),
                        1,
                        params.real("g"),
                        1,
                        DcqcnVariant.clampHpcc(params),
                        params.whole("alpha_interval_us"),
                        params.whole("rate_decrease_interval_us"),
                        params.whole("rp_timer_us"),
                        params.small("fast_recovery_times"),
                        params.whole("rate_ai_bps"),
                        params.whole("rate_hai_bps")),
                cnpNanos);
    }

    private void print(FluidModel.FixedPoint at) {
        terminal.out().print("p,queue_bytes,rate_bps,target_bps,alpha\n");
        row(
                SignificantDigits.of(at.markProbability()),
                whole(at.queueBytes()),
                whole(at.rateBitsPerSecond()),
                whole(at.targetBitsPerSecond()),
                SignificantDigits.of(at.alpha()));
    }

    private void trajectory(FluidModel model, long durationNanos, long everyNanos) {
        terminal.out().print("\nt_ns,queue_bytes,rate_bps,target_bps,alpha,p\n");
        long[] due = {0};
        model.trajectory(durationNanos, STEPS_PER_FEEDBACK, point -> {
            if (point.atNanos() < due[0]) {
                return;
            }
            due[0] = (point.atNanos() / everyNanos + 1) * everyNanos;
            CommandFailure.throwIfInterrupted();
            row(
                    Long.toString(point.atNanos()),
                    whole(point.queueBytes()),
                    whole(point.rateBitsPerSecond()),
                    whole(point.targetBitsPerSecond()),
                    SignificantDigits.of(point.alpha()),
                    SignificantDigits.of(point.markProbability()));
        });
    }

    private void row(String... cells) {
        terminal.out().print(String.join(",", cells) + "\n");
    }

    private static String whole(double value) {
        return Long.toString(Math.round(value));
    }
}
