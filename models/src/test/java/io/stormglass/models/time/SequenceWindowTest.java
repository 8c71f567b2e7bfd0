package io.stormglass.models.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.models.time.SequenceWindow.Verdict;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceWindowTest {
    private SequenceWindow window = SequenceWindow.EMPTY;
    private long gaps;

    private Verdict accept(long epoch, long sequence) {
        SequenceWindow.Step step = window.accept(epoch, sequence);
        window = step.next();
        gaps += step.gaps();
        return step.verdict();
    }

    @Test
    void aRepeatIsADuplicateAndAFilledHoleIsNoGap() {
        assertThat(accept(1, 0)).isEqualTo(Verdict.NEW);
        assertThat(accept(1, 2)).isEqualTo(Verdict.NEW);
        assertThat(accept(1, 2)).isEqualTo(Verdict.DUPLICATE);
        assertThat(accept(1, 1)).isEqualTo(Verdict.NEW);
        assertThat(accept(1, 1)).isEqualTo(Verdict.DUPLICATE);
        assertThat(accept(1, 500)).isEqualTo(Verdict.NEW);
        // 3..436 left the window unseen: 434 sequences; 437..499 may still come.
        assertThat(gaps).isEqualTo(434);
        assertThat(window.openHoles()).isEqualTo(63);
    }

    @Test
    void aHoleIsAGapOnlyOnceItLeavesTheWindow() {
        accept(1, 0);
        accept(1, 2);
        accept(1, 64);
        assertThat(gaps).isZero();
        accept(1, 65);
        assertThat(gaps).isEqualTo(1);
        assertThat(accept(1, 1)).isEqualTo(Verdict.TOO_OLD);
    }

    @Test
    void aNewEpochStartsAnewAndAnOldOneIsTooOld() {
        accept(3, 10);
        assertThat(accept(4, 0)).isEqualTo(Verdict.NEW);
        assertThat(accept(3, 11)).isEqualTo(Verdict.TOO_OLD);
        assertThat(accept(4, 0)).isEqualTo(Verdict.DUPLICATE);
        assertThat(gaps).isZero();
    }

    @Test
    void aReaderThatStartsInMidStreamCountsNoGapBeforeIt() {
        accept(1, 1_000_000);
        accept(1, 1_000_001);
        assertThat(accept(1, 999_990)).isEqualTo(Verdict.NEW);
        assertThat(gaps).isZero();
    }

    @Test
    void negativeNumbersAreRefused() {
        assertThatThrownBy(() -> window.accept(-1, 0)).hasMessageContaining("-1");
    }

    @Test
    void agreesWithASetThatRemembersEverything() {
        Property.check("a window agrees with a set", 500, random -> {
            window = SequenceWindow.EMPTY;
            gaps = 0;
            Set<Long> seen = new HashSet<>();
            long highest = -1;
            long lowest = Long.MAX_VALUE;
            List<Long> sent = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                long next = Math.max(0, highest + random.nextInt(-80, random.nextInt(10) == 0 ? 200 : 4));
                sent.add(next);
                boolean old = highest >= 0 && highest - next >= SequenceWindow.SIZE;
                Verdict expected = old ? Verdict.TOO_OLD : seen.contains(next) ? Verdict.DUPLICATE : Verdict.NEW;
                assertThat(accept(1, next)).as("%s of %s", next, sent).isEqualTo(expected);
                if (expected == Verdict.NEW) {
                    seen.add(next);
                    highest = Math.max(highest, next);
                    lowest = Math.min(lowest, next);
                }
            }
            long missing = highest - lowest + 1 - seen.size();
            assertThat(gaps + window.openHoles()).isEqualTo(missing);
        });
    }
}
