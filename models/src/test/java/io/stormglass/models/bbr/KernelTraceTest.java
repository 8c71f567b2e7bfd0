package io.stormglass.models.bbr;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.bbr.SocketReplay.Places;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model beside the Linux kernel's BBR. A phase change of the kernel (a change of its pacing gain) is recognised if the model changes to the
 * same gain at most one min RTT before or after it; each change of the model serves for one of the kernel.
 */
final class KernelTraceTest {
    private static final String BULK = "tun_bulk_12m_20ms_ack.csv.gz";
    private static final String STEPS = "tun_steps_40m_10ms_ack.csv.gz";

    @ParameterizedTest
    @ValueSource(strings = {BULK, STEPS})
    void bandwidthEqualsTheKernelsWithinAThousandth(String name) throws IOException {
        Match match = match(name, 10, Places.OBSERVED);
        System.out.println(name + " " + match);
        assertThat(match.bandwidthShare()).isGreaterThanOrEqualTo(0.98);
    }

    @ParameterizedTest
    @ValueSource(strings = {BULK, STEPS})
    void otherWindowsMatchWorse(String name) throws IOException {
        double right = match(name, 10, Places.OBSERVED).bandwidthShare();
        assertThat(match(name, 9, Places.OBSERVED).bandwidthShare())
                .isLessThan(right - 0.01)
                .isLessThan(0.98);
        assertThat(match(name, 11, Places.OBSERVED).bandwidthShare())
                .isLessThan(right - 0.01)
                .isLessThan(0.98);
    }

    @ParameterizedTest
    @ValueSource(strings = {BULK, STEPS})
    void pacingIsWithinAHundredthOfTheKernels(String name) throws IOException {
        assertThat(match(name, 10, Places.OBSERVED).pacingShare()).isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @ValueSource(strings = {BULK, STEPS})
    void phaseChangesAreRecognised(String name) throws IOException {
        Match match = match(name, 10, Places.OBSERVED);
        assertThat(match.recognisedShare()).isGreaterThanOrEqualTo(0.95);
        assertThat(match.inventedShare()).isLessThanOrEqualTo(0.05);
    }

    @ParameterizedTest
    @ValueSource(strings = {BULK, STEPS})
    void aCycleThatNobodyLooksForIsNotRecognised(String name) throws IOException {
        assertThat(match(name, 10, Places.FREE_RUNNING).recognisedShare()).isLessThan(0.9);
    }

    @Test
    void bulkTraceEntersProbeRttOnceAtTenSeconds() throws IOException {
        AckTrace trace = AckTrace.read(BULK);
        List<SocketEstimate> estimates =
                SocketReplay.run(BbrV1Parameters.linux(AckTrace.SEGMENT_BYTES), trace.readings());
        List<Long> inside = estimates.stream()
                .filter(estimate -> estimate.phase() == BbrPhase.PROBE_RTT)
                .map(SocketEstimate::timeMicros)
                .toList();
        assertThat(inside.getFirst()).isBetween(10_000_000L, 10_060_000L);
        assertThat(inside.getLast() - inside.getFirst()).isBetween(200_000L, 400_000L);
        assertThat(estimates.getLast().minRttNanos()).isBetween(20_800_000L, 21_300_000L);
    }

    private static Match match(String name, int rounds, Places places) throws IOException {
        AckTrace trace = AckTrace.read(name);
        BbrV1Parameters parameters =
                BbrV1Parameters.linux(AckTrace.SEGMENT_BYTES).withBandwidthWindow(rounds);
        return Match.of(trace, SocketReplay.run(parameters, trace.readings(), places));
    }

    private record Change(long timeMicros, int gain256, long minRttMicros) {}

    private record Match(
            double bandwidthShare, double pacingShare, double gainShare, double recognisedShare, double inventedShare) {
        static Match of(AckTrace trace, List<SocketEstimate> estimates) {
            int rows = 0;
            int bandwidth = 0;
            int pacing = 0;
            int gain = 0;
            for (int i = 0; i < estimates.size(); i++) {
                if (trace.readings().get(i).deliveredSegments() <= 1) {
                    continue;
                }
                rows++;
                SocketEstimate model = estimates.get(i);
                AckTrace.Kernel kernel = trace.kernel().get(i);
                bandwidth += near(model.bandwidthBytesPerSecond(), kernel.bandwidth(), 0.001);
                pacing += near(model.pacingBytesPerSecond(), kernel.pacing(), 0.01);
                gain += gain256(model.phase()) == kernel.pacingGain256() ? 1 : 0;
            }
            List<Change> kernel = kernelChanges(trace);
            List<Change> model = modelChanges(estimates);
            double recognised = recognised(kernel, model);
            return new Match(
                    (double) bandwidth / rows,
                    (double) pacing / rows,
                    (double) gain / rows,
                    recognised / kernel.size(),
                    1 - recognised / model.size());
        }

        private static int near(long model, long kernel, double share) {
            return Math.abs(model - kernel) <= share * kernel ? 1 : 0;
        }

        private static int recognised(List<Change> kernel, List<Change> model) {
            List<Change> free = new ArrayList<>(model);
            int found = 0;
            for (Change change : kernel) {
                for (Change candidate : free) {
                    if (candidate.gain256() == change.gain256()
                            && Math.abs(candidate.timeMicros() - change.timeMicros()) <= change.minRttMicros()) {
                        free.remove(candidate);
                        found++;
                        break;
                    }
                }
            }
            return found;
        }

        private static List<Change> kernelChanges(AckTrace trace) {
            List<Change> changes = new ArrayList<>();
            for (int i = 2; i < trace.kernel().size(); i++) {
                AckTrace.Kernel now = trace.kernel().get(i);
                if (now.pacingGain256() != trace.kernel().get(i - 1).pacingGain256()) {
                    changes.add(
                            new Change(trace.readings().get(i).timeMicros(), now.pacingGain256(), now.minRttMicros()));
                }
            }
            return changes;
        }

        private static List<Change> modelChanges(List<SocketEstimate> estimates) {
            List<Change> changes = new ArrayList<>();
            for (int i = 1; i < estimates.size(); i++) {
                int gain = gain256(estimates.get(i).phase());
                if (gain != gain256(estimates.get(i - 1).phase())) {
                    changes.add(new Change(estimates.get(i).timeMicros(), gain, 0));
                }
            }
            return changes;
        }

        private static int gain256(BbrPhase phase) {
            return switch (phase) {
                case STARTUP -> 739;
                case DRAIN -> 88;
                case PROBE_BW_UP -> 320;
                case PROBE_BW_DOWN -> 192;
                case PROBE_BW_CRUISE, PROBE_BW_REFILL, PROBE_RTT -> 256;
            };
        }
    }
}
