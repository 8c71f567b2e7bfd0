package io.stormglass.models.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class QueueTrafficTest {
    private static final long MS = 1_000_000;
    private static final long WINDOW = 100 * MS;
    /** A message of 62,500 bytes takes 5 us. */
    private static final long LINE = 100_000_000_000L;

    private final QueueTraffic queue = new QueueTraffic(LoadSettings.defaults(), 20_000);

    private static Spell spell(String flow, long fromNanos, long nanos, long bytes) {
        return new Spell(flow, fromNanos, fromNanos + nanos, Math.max(1, bytes / 4000), bytes);
    }

    @Test
    void longFlowsAreCountedForTheTimeThatTheySend() {
        Traffic traffic = queue.of(
                0,
                WINDOW,
                List.of(
                        spell("a", -50 * MS, 1000 * MS, 1_000_000_000),
                        spell("b", 0, WINDOW, 400_000_000),
                        spell("c", 75 * MS, 25 * MS, 50_000_000),
                        spell("d", 10 * MS, 20 * MS, 50_000_000)));
        assertThat(traffic.longFlows()).isCloseTo(2.45, within(1e-9));
        assertThat(traffic.mostLongFlows()).isEqualTo(3);
        assertThat(traffic.longBytes()).isEqualTo(100_000_000 + 400_000_000 + 50_000_000 + 50_000_000);
        assertThat(traffic.load(traffic.longBytes(), LINE)).isCloseTo(0.48, within(1e-9));
        assertThat(traffic.bursts()).isEqualTo(Traffic.Bursts.NONE);
    }

    @Test
    void messagesThatBeginTogetherAreABurst() {
        List<Spell> spells = new ArrayList<>();
        for (int burst = 0; burst < 250; burst++) {
            for (int port = 0; port < 8; port++) {
                spells.add(spell("p" + port, burst * 400_000L + port * 1000L, 5_000, 62_500));
            }
        }
        Traffic.Bursts bursts = queue.of(0, WINDOW, spells).bursts();
        assertThat(bursts.count()).isEqualTo(250);
        assertThat(bursts.fanIn()).isEqualTo(8);
        assertThat(bursts.volumeBytes()).isEqualTo(500_000);
        assertThat(bursts.periodNanos()).isEqualTo(400_000);
        assertThat(bursts.variation()).isLessThan(1e-6);
    }

    @Test
    void groupsThatKeepABeatOfTheirOwnAreToldFromChance() {
        List<Spell> beats = new ArrayList<>();
        List<Spell> chance = new ArrayList<>();
        Random random = new Random(7);
        for (int group = 0; group < 4; group++) {
            for (long now = group * 313_000L; now < WINDOW; now += 1_540_000 + 40_000L * group) {
                long other = (long) (random.nextDouble() * WINDOW);
                for (int port = 0; port < 8; port++) {
                    beats.add(spell("p" + group + "-" + port, now, 5_000, 62_500));
                    chance.add(spell("p" + group + "-" + port, other, 5_000, 62_500));
                }
            }
        }
        Traffic.Bursts kept = queue.of(0, WINDOW, beats).bursts();
        assertThat(kept.variation()).isGreaterThan(0.5);
        assertThat(kept.flowVariation()).isLessThan(0.01);
        assertThat(queue.of(0, WINDOW, chance).bursts().flowVariation()).isBetween(0.8, 1.2);
        assertThat(queue.of(0, WINDOW, chance.subList(0, 8)).bursts().flowVariation())
                .isEqualTo(1);
    }

    @Test
    void burstsAtRandomVaryAsMuchAsTheirPeriod() {
        Random random = new Random(7);
        List<Spell> spells = new ArrayList<>();
        long now = 0;
        int count = 0;
        while (now < 1000 * MS) {
            now += Math.round(-Math.log(1 - random.nextDouble()) * 400_000);
            count++;
            for (int port = 0; port < 8; port++) {
                spells.add(spell("p" + count + "-" + port, now + random.nextInt(2000), 5_000, 62_500));
            }
        }
        Traffic.Bursts bursts = queue.of(0, 1000 * MS, spells).bursts();
        // One in twenty begins within 20 us of the one before and is taken for the same.
        assertThat(bursts.count()).isBetween((int) (0.9 * count), count);
        double period = 1000.0 * MS / count;
        assertThat(bursts.periodNanos()).isBetween(period, 1.1 * period);
        assertThat(bursts.variation()).isBetween(0.9, 1.1);
        assertThat(bursts.fanIn()).isBetween(8.0, 8.8);
    }

    @Test
    void messagesOfTheirOwnAreNoBurst() {
        List<Spell> spells = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            spells.add(spell("m" + i % 10, i * MS, 100, i < 50 ? 500 : 20_000));
        }
        Traffic traffic = queue.of(0, WINDOW, spells);
        assertThat(traffic.bursts().count()).isZero();
        assertThat(traffic.messages().count()).isEqualTo(100);
        assertThat(traffic.messages().flows()).isEqualTo(10);
        assertThat(traffic.messages().bytes()).isEqualTo(50 * 500 + 50 * 20_000);
        assertThat(traffic.messages().sizes()).containsExactly(50L, 0L, 0L, 50L, 0L, 0L, 0L, 0L, 0L);
    }

    @Test
    void sizesAreInPowersOfFour() {
        assertThat(Traffic.Messages.sizeClass(1)).isZero();
        assertThat(Traffic.Messages.sizeClass(999)).isZero();
        assertThat(Traffic.Messages.sizeClass(1000)).isEqualTo(1);
        assertThat(Traffic.Messages.sizeClass(3999)).isEqualTo(1);
        assertThat(Traffic.Messages.sizeClass(4000)).isEqualTo(2);
        assertThat(Traffic.Messages.sizeClass(Long.MAX_VALUE)).isEqualTo(8);
    }

    @Test
    void whatIsTooMuchToKeepIsCounted() {
        List<Spell> spells = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            spells.add(spell("m" + i, i * MS, 100, 500));
        }
        QueueTraffic few = new QueueTraffic(new LoadSettings(50_000, 8, 0, 50_000, 50_000, 20_000, 3, 10), 20_000);
        Traffic traffic = few.of(0, WINDOW, spells);
        assertThat(traffic.messages().count()).isEqualTo(10);
        assertThat(traffic.notKept()).isEqualTo(20);
    }

    @Test
    void windowsOfNoLengthAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> queue.of(5, 5, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new QueueTraffic(LoadSettings.defaults(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new LoadSettings(0, 1, 1, 1, 1, 1, 2, 1));
    }

    /** Two windows side by side hold what one over both holds, and the order in which spells come does not matter. */
    @Test
    void windowsAddUpWhateverTheOrder() {
        Property.check("windows of a queue", 100, random -> {
            List<Spell> spells = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                long from = random.nextLong(WINDOW);
                spells.add(spell(
                        "f" + random.nextInt(20), from, 1 + random.nextLong(5 * MS), 1 + random.nextLong(1_000_000)));
            }
            Traffic whole = queue.of(0, 2 * WINDOW, spells);
            Traffic first = queue.of(0, WINDOW / 2, spells);
            Traffic second = queue.of(WINDOW / 2, 2 * WINDOW, spells);
            assertThat(first.longBytes() + second.longBytes()).isCloseTo(whole.longBytes(), within(2L));
            assertThat(first.messages().count()
                            + second.messages().count()
                            + Math.round(first.bursts().count() * first.bursts().fanIn())
                            + Math.round(
                                    second.bursts().count() * second.bursts().fanIn()))
                    .isEqualTo(whole.messages().count()
                            + Math.round(whole.bursts().count() * whole.bursts().fanIn()));
            Collections.shuffle(spells, new Random(random.nextLong()));
            assertThat(queue.of(0, 2 * WINDOW, spells)).isEqualTo(whole);
        });
    }
}
