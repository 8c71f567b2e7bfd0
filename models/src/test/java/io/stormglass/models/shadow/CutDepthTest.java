package io.stormglass.models.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CutDepthTest {
    private static final double SURE = 3;

    @Test
    void cutsOfTheRightDepthSpeakAgainstBothAlternatives() {
        CutDepth depth = cuts(4, -0.3, -0.3);
        assertThat(depth.deep(0)).isLessThanOrEqualTo(-SURE);
        assertThat(depth.shallow(0)).isLessThanOrEqualTo(-SURE);
    }

    @Test
    void cutsTwiceAsDeepAreSureAfterTwoStretchesAndNotAfterOne() {
        assertThat(cuts(1, -0.3, -0.6).deep(0)).isPositive().isLessThan(SURE);
        assertThat(cuts(2, -0.3, -0.6).deep(0)).isGreaterThanOrEqualTo(SURE);
        assertThat(cuts(2, -0.3, -0.6).shallow(0)).isNegative();
    }

    @Test
    void cutsHalfAsDeepAreSureAfterTwoStretchesAndNotAfterOne() {
        assertThat(cuts(1, -0.3, -0.15).shallow(0)).isPositive().isLessThan(SURE);
        assertThat(cuts(2, -0.3, -0.15).shallow(0)).isGreaterThanOrEqualTo(SURE);
        assertThat(cuts(2, -0.3, -0.15).deep(0)).isNegative();
    }

    @Test
    void cutsThatLookAQuarterDeeperSpeakAgainstDeeperOnes() {
        assertThat(cuts(3, -0.3, -0.375).deep(0)).isLessThanOrEqualTo(-SURE);
    }

    @Test
    void manyShallowCutsOfAStretchAddUp() {
        CutDepth depth = new CutDepth();
        for (int span = 0; span < 100; span++) {
            depth.add(-0.012, -0.006);
        }
        depth.end();
        assertThat(depth.deep(0)).isCloseTo(4, within(0.2));
    }

    @Test
    void aStretchWithoutACutSaysNothing() {
        CutDepth depth = new CutDepth();
        depth.add(-0.5, 0);
        depth.add(-0.5, 0.1);
        depth.end();
        assertThat(depth.deep(0)).isZero();
        assertThat(depth.shallow(0)).isZero();
    }

    @Test
    void aDeepCutCountsAsOneWhateverItsDepth() {
        assertThat(cuts(1, -3, -3.75).deep(0)).isEqualTo(cuts(1, -1, -1.25).deep(0));
        assertThat(cuts(1, -3, -3.75).deep(0)).isEqualTo(-3);
    }

    @Test
    void oddsAreBoundedAndHalveWithEveryWindow() {
        CutDepth depth = cuts(1000, -0.3, -0.6);
        assertThat(depth.deep(0)).isCloseTo(15.9, within(0.03));
        assertThat(depth.deep(1)).isCloseTo(7.9, within(0.1));
        depth.fade(2);
        assertThat(depth.deep(0)).isCloseTo(4, within(0.13));
        depth.fade(1000);
        assertThat(depth.deep(0)).isZero();
    }

    @Test
    void whatIsSavedIsAllThereIs() {
        Property.check("a saved test of cuts goes on as if never saved", 200, random -> {
            CutDepth straight = new CutDepth();
            CutDepth stored = new CutDepth();
            for (int span = 0; span < 40; span++) {
                double limit = random.nextInt(3) == 0 ? 0 : -random.nextDouble(0.2);
                double observed = limit * random.nextDouble(3) + random.nextDouble(-0.05, 0.05);
                straight.add(observed, limit);
                stored.add(observed, limit);
                if (random.nextInt(8) == 0) {
                    straight.end();
                    stored.end();
                }
                ByteBuffer saved = ByteBuffer.allocate(CutDepth.BYTES);
                stored.save(saved);
                stored = new CutDepth();
                stored.load(saved.flip());
            }
            straight.end();
            stored.end();
            assertThat(stored.deep(0)).isEqualTo(straight.deep(0));
            assertThat(stored.shallow(0)).isEqualTo(straight.shallow(0));
        });
    }

    private static CutDepth cuts(int stretches, double limitChange, double observedChange) {
        CutDepth depth = new CutDepth();
        for (int i = 0; i < stretches; i++) {
            depth.add(observedChange, limitChange);
            depth.end();
        }
        return depth;
    }
}
