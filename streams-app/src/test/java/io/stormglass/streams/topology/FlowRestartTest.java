package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowState;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.RecordKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The flow stage over stores that outlive it. */
class FlowRestartTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;

    @TempDir
    private Path folder;

    @Test
    void aStageThatIsStartedAnewAfterEveryRecordEndsWithTheSameStates() {
        List<FlowBatch> batches = batches();
        Map<String, FlowState> whole = run("whole", batches, After.NOTHING);
        Map<String, FlowState> stopped = run("stopped", batches, After.RESTART);
        Map<String, FlowState> revived = run("revived", batches, After.REVIVAL);
        assertThat(whole).hasSize(2);
        assertThat(stopped).isEqualTo(whole);
        assertThat(revived).isEqualTo(whole);
    }

    /** What happens after each record. A revived task keeps its processor object and starts it again. */
    private enum After {
        NOTHING,
        RESTART,
        REVIVAL
    }

    /** Two flows, each told of by a mirror and a NIC that is 10 ms behind, so that batches are held all the time. */
    private static List<FlowBatch> batches() {
        return batches(10 * MS);
    }

    private static List<FlowBatch> batches(long nicBehindNanos) {
        List<FlowBatch> all = new ArrayList<>();
        for (int n = 1; n <= 2; n++) {
            SyntheticFlow flow = new SyntheticFlow(n, 500 + n, n == 1);
            List<FlowEvent> packets = new ArrayList<>();
            List<FlowEvent> cnps = new ArrayList<>();
            for (FlowEvent event : flow.events(90)) {
                if (event.kind() == FlowEventKind.CNP_SEEN) {
                    cnps.add(new FlowEvent(FlowEventKind.CNP_HANDLED, event.timeNanos(), 1, 0, 0, 0));
                } else {
                    packets.add(event);
                }
            }
            all.addAll(flow.batches("mirror" + n, ObserverRole.MIRROR, packets));
            all.addAll(flow.batches("nic" + n, ObserverRole.NIC, cnps));
        }
        all.sort(Comparator.comparingLong(batch -> batch.events().get(0).timeNanos()
                + (batch.header().observerRole() == ObserverRole.NIC ? nicBehindNanos : 0)));
        return all;
    }

    /** The newest state of each flow at the end. */
    private Map<String, FlowState> run(String name, List<FlowBatch> batches, After each) {
        FlowStage stage = new FlowStage(folder.resolve(name));
        through(stage, batches, each);
        return stage.states();
    }

    private static void through(FlowStage stage, List<FlowBatch> batches, After each) {
        long heldMeanwhile = 0;
        long ticked = T0;
        for (FlowBatch batch : batches) {
            stage.tell(batch);
            heldMeanwhile += after(stage, each);
            long at = batch.events().get(batch.events().size() - 1).timeNanos();
            if (at - ticked > 70 * MS) {
                ticked = at;
                stage.mark(RecordKind.TICK, at - 40 * MS);
                heldMeanwhile += after(stage, each);
            }
        }
        stage.mark(RecordKind.END, T0 + 200 * MS);
        assertThat(heldMeanwhile).isPositive();
        assertThat(stage.held.approximateNumEntries()).isZero();
    }

    @Test
    void howManyFlowsAreKeptReadyChangesNothingThatLeaves() {
        List<FlowBatch> batches = batches();
        List<List<String>> left = new ArrayList<>();
        for (int ready : new int[] {1, 4096}) {
            FlowStage stage = new FlowStage(folder.resolve("ready" + ready), new FlowTable.Bounds(ready, 262_144));
            through(stage, batches, After.NOTHING);
            left.add(List.of(Nodes.FLOW_STATES, Nodes.FLOW_CLASSES).stream()
                    .flatMap(sink -> stage.left(sink).stream()
                            .map(record -> sink
                                    + Arrays.toString(record.key())
                                    + record.timestamp()
                                    + Arrays.toString(record.value())))
                    .toList());
        }
        assertThat(left.get(0)).hasSizeGreaterThan(6).isEqualTo(left.get(1));
    }

    /** What is held when something happens to the stage. */
    private static long after(FlowStage stage, After each) {
        long held = stage.held.approximateNumEntries();
        switch (each) {
            case NOTHING -> {}
            case RESTART -> stage.restart();
            case REVIVAL -> stage.revive();
        }
        return held;
    }

    @Test
    void recordsOfOneAgentThatChangePlacesChangeNothingWhateverHappensToTheStage() {
        List<FlowBatch> batches = batches(0);
        Map<String, FlowState> straight = run("straight", batches, After.NOTHING);
        List<FlowBatch> swapped = new ArrayList<>(batches);
        int swaps = 0;
        // The flows are older than 40 ms then. Batches of 10 ms that change places are told 20 ms behind at most.
        for (int i = batches.size() / 2; i < batches.size() - 5; i++) {
            String agent = swapped.get(i).header().agentId();
            for (int later = i + 1; later < Math.min(i + 5, swapped.size()); later++) {
                if (agent.startsWith("mirror")
                        && swapped.get(later).header().agentId().equals(agent)) {
                    swapped.add(i, swapped.remove(later));
                    swaps++;
                    i = later;
                    break;
                }
            }
        }
        assertThat(swaps).isPositive();
        assertThat(run("swapped", swapped, After.NOTHING)).isEqualTo(straight);
        assertThat(run("swapped and stopped", swapped, After.RESTART)).isEqualTo(straight);
    }
}
