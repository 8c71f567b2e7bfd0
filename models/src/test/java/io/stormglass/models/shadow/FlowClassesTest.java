package io.stormglass.models.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.testkit.Golden;
import io.stormglass.testkit.Seeds;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Synthetic flows of every kind: what they are called. Rules were made on flows of other seeds. */
class FlowClassesTest {
    private static final long GOLDEN_SEED = 20_261_130_416L;
    private static final long ANOTHER_SEED = 20_261_130_600L;
    private static final int FLOWS = 30;
    private static final int FEWER_FLOWS = 4;
    private static final double RIGHT = 0.95;
    /** About one conforming flow in 4,000 is accused (silently lost events), and one flow in a hundred is not found: a draw of any seed has to allow for it. */
    private static final double ANY_RIGHT = 0.92;

    private static final int ANY_ACCUSED = 1;
    private static final int FULL = 1000;
    private static final int FULL_ACCUSED = 2;
    private static final int FULL_ANY_ACCUSED = 5;

    private static final long END = SyntheticPath.START + 40_000_000;

    @Test
    void theConfusionMatrixOfThirtyFlowsEachIsTheReviewedOne() {
        Matrix matrix = Matrix.of(new SplittableRandom(GOLDEN_SEED), FLOWS, Scenario.values());
        Golden.check("shadow/flow-classes.txt", matrix.text());
        matrix.check(RIGHT, 0);
        matrix.checkRows(RIGHT);
    }

    /** Four flows show no rate of a row, but 68 show one of all. */
    @Test
    void flowsOfAnySeedAreCalledWhatTheyAre() {
        boolean full = Boolean.getBoolean("stormglass.full");
        Matrix matrix = Matrix.of(Seeds.random("flow classes"), full ? FULL : FEWER_FLOWS, Scenario.values());
        matrix.check(full ? RIGHT : ANY_RIGHT, full ? FULL_ANY_ACCUSED : ANY_ACCUSED);
        if (full) {
            matrix.checkRows(RIGHT);
        }
    }

    /** At full size, with one event in a hundred lost silently, one flow in 2,000 may be accused. */
    @Test
    void noConformingFlowIsCalledOtherwise() {
        boolean full = Boolean.getBoolean("stormglass.full");
        Scenario[] conforming = {Scenario.CONFORMING, Scenario.HANDLED_COUNTED, Scenario.PAUSED, Scenario.HALF_IDLE};
        Matrix matrix = Matrix.of(new SplittableRandom(ANOTHER_SEED), full ? FULL : 50, conforming);
        matrix.check(RIGHT, full ? FULL_ACCUSED : 0);
        matrix.checkRows(0.9);
    }

    /** The rows that depend on how deep a sender cuts, and the one that depends on delay. */
    @Test
    void sendersThatReactInAnotherWayAreFoundRowByRow() {
        Scenario[] others = {Scenario.CUTS_TWICE, Scenario.CUTS_HALF, Scenario.RECOVERS, Scenario.DELAY};
        Matrix.of(new SplittableRandom(ANOTHER_SEED + 1), 60, others).checkRows(RIGHT);
    }

    private record Matrix(Map<Scenario, Map<FlowClass, Integer>> rows, int flows) {
        static Matrix of(SplittableRandom random, int flows, Scenario[] scenarios) {
            Map<Scenario, Map<FlowClass, Integer>> rows = new EnumMap<>(Scenario.class);
            FlowShadow shadow = new FlowShadow(ShadowModels.firmware(SyntheticSender.LINE_MEGABITS));
            for (Scenario scenario : scenarios) {
                Map<FlowClass, Integer> row = new EnumMap<>(FlowClass.class);
                for (int i = 0; i < flows; i++) {
                    shadow.begin();
                    scenario.run(random.split(), shadow);
                    row.merge(shadow.verdict(END).flowClass(), 1, Integer::sum);
                }
                rows.put(scenario, row);
            }
            return new Matrix(rows, flows);
        }

        void check(double leastRight, int mostAccused) {
            int right = 0;
            int accused = 0;
            for (Map.Entry<Scenario, Map<FlowClass, Integer>> row : rows.entrySet()) {
                Scenario scenario = row.getKey();
                right += row.getValue().getOrDefault(scenario.truth, 0);
                if (scenario.truth == FlowClass.CONFORMING) {
                    accused += flows
                            - row.getValue().getOrDefault(FlowClass.CONFORMING, 0)
                            - row.getValue().getOrDefault(FlowClass.UNKNOWN, 0);
                }
                if (scenario == Scenario.CONSTANT_ZERO) {
                    assertThat(row.getValue()).containsOnlyKeys(FlowClass.NOT_OBSERVABLE);
                }
            }
            assertThat(accused)
                    .as("conforming flows called otherwise; " + text())
                    .isLessThanOrEqualTo(mostAccused);
            assertThat((double) right / (flows * rows.size())).as(text()).isGreaterThanOrEqualTo(leastRight);
        }

        void checkRows(double leastRight) {
            rows.forEach((scenario, row) -> assertThat((double) row.getOrDefault(scenario.truth, 0) / flows)
                    .as(scenario.text + "; " + text())
                    .isGreaterThanOrEqualTo(leastRight));
        }

        String text() {
            StringBuilder text = new StringBuilder("what it is: how many of " + flows + " are called what\n");
            rows.forEach((scenario, row) -> {
                text.append(scenario.text).append(':');
                row.forEach((called, count) ->
                        text.append(' ').append(called.text()).append(' ').append(count));
                text.append('\n');
            });
            return text.toString();
        }
    }
}
