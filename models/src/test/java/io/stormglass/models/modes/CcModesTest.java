package io.stormglass.models.modes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CcModesTest {
    private static final List<String> CLASSES = List.of("conforming", "cc-off", "ignores-cnps", "unknown");

    private record Step(String flow, String srcIp, String flowClass) {}

    private static String rackOf(String address) {
        return "leaf" + address.charAt(address.length() - 1);
    }

    private static Step step(SplittableRandom random, int flow) {
        return new Step("flow" + flow, "10.0.0." + random.nextInt(6), CLASSES.get(random.nextInt(CLASSES.size())));
    }

    private static CcModes of(List<Step> steps) {
        CcModes modes = new CcModes();
        Map<String, Step> known = new HashMap<>();
        steps.forEach(step -> put(modes, known, step));
        return modes;
    }

    private static void put(CcModes modes, Map<String, Step> known, Step step) {
        remove(modes, known.put(step.flow, step));
        modes.add(step.srcIp, step.flowClass);
    }

    private static void remove(CcModes modes, @Nullable Step before) {
        if (before != null) {
            modes.remove(before.srcIp, before.flowClass);
        }
    }

    @Test
    void aRackWhoseSendersAllHaveItOffIsOneRow() {
        CcModes modes = new CcModes();
        modes.add("10.0.0.1", "conforming");
        modes.add("10.0.0.1", "conforming");
        modes.add("10.0.0.2", "cc-off");
        assertThat(modes.rows(CcModesTest::rackOf))
                .containsExactly(
                        new ModeRow(
                                "",
                                3,
                                List.of(new ModeShare("conforming", 2, 2 / 3.0), new ModeShare("cc-off", 1, 1 / 3.0))),
                        new ModeRow("leaf1", 2, List.of(new ModeShare("conforming", 2, 1))),
                        new ModeRow("leaf2", 1, List.of(new ModeShare("cc-off", 1, 1))));
        assertThat(modes.rows(address -> Racks.UNKNOWN))
                .extracting(ModeRow::rack)
                .containsExactly("", "unknown");
    }

    @Test
    void theMostFrequentClassDominatesAndOfEqualsTheFirstByName() {
        CcModes modes = new CcModes();
        modes.add("10.0.0.1", "unknown");
        modes.add("10.0.0.1", "app-limited");
        assertThat(modes.rows(CcModesTest::rackOf).get(1).dominantClass()).isEqualTo("app-limited");
        modes.add("10.0.0.1", "unknown");
        ModeRow row = modes.rows(CcModesTest::rackOf).get(1);
        assertThat(row.dominantClass()).isEqualTo("unknown");
        assertThat(row.dominantShare()).isEqualTo(2 / 3.0);
        assertThat(ModeRow.empty("leaf1").dominantClass()).isEmpty();
        assertThat(ModeRow.empty("leaf1").dominantShare()).isZero();
    }

    @Test
    void sharesAddUpAndFlowsAreCountedOnceInTheirRackAndOnceInTheFabric() {
        Property.check("shares of modes", 200, random -> {
            List<Step> steps = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                steps.add(step(random, random.nextInt(30)));
            }
            long flows = steps.stream().map(Step::flow).distinct().count();
            List<ModeRow> rows = of(steps).rows(CcModesTest::rackOf);
            assertThat(rows.get(0).rack()).isEmpty();
            assertThat(rows.get(0).flows()).isEqualTo(flows);
            assertThat(rows.stream().skip(1).mapToLong(ModeRow::flows).sum()).isEqualTo(flows);
            assertThat(rows)
                    .allSatisfy(row -> assertThat(row.classes().stream()
                                    .mapToDouble(ModeShare::share)
                                    .sum())
                            .isCloseTo(1, within(1e-12)));
        });
    }

    @Test
    void theOrderInWhichFlowsComeChangesNothing() {
        Property.check("permutations of modes", 200, random -> {
            List<Step> steps = new ArrayList<>();
            for (int flow = 0; flow < 40; flow++) {
                steps.add(step(random, flow));
            }
            List<ModeRow> rows = of(steps).rows(CcModesTest::rackOf);
            Collections.shuffle(steps, new Random(random.nextLong()));
            assertThat(of(steps).rows(CcModesTest::rackOf)).isEqualTo(rows);
        });
    }

    @Test
    void whatWasChangedOrRemovedLeavesNothingBehind() {
        Property.check("removal from modes", 200, random -> {
            CcModes modes = new CcModes();
            Map<String, Step> left = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                Step step = step(random, random.nextInt(15));
                if (random.nextInt(3) == 0) {
                    remove(modes, left.remove(step.flow));
                } else {
                    put(modes, left, step);
                }
            }
            assertThat(modes.rows(CcModesTest::rackOf))
                    .isEqualTo(of(List.copyOf(left.values())).rows(CcModesTest::rackOf));
            left.values().forEach(step -> remove(modes, step));
            assertThat(modes.rows(CcModesTest::rackOf)).isEmpty();
        });
    }

    @Test
    void aFlowThatIsNotThereCannotBeTakenAway() {
        CcModes modes = new CcModes();
        modes.add("10.0.0.1", "cc-off");
        assertThatThrownBy(() -> modes.remove("10.0.0.1", "conforming"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10.0.0.1");
    }

    @Test
    void aRowWhoseClassesDoNotAddUpIsRefused() {
        assertThatThrownBy(() -> new ModeRow("leaf1", 2, List.of(new ModeShare("cc-off", 1, 0.5))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leaf1");
        assertThatThrownBy(() -> new ModeShare("cc-off", 0, 0.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ModeShare("cc-off", 1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
