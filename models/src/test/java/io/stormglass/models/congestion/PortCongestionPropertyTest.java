package io.stormglass.models.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.shadow.QueueSign;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PortCongestionPropertyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_700_000_000L * SECOND;
    private static final long WRAP = 1L << 32;

    /** A NIC that answers every mark, a few of them one refresh late, and handles every CNP; its counters are 32 bits wide. */
    private static final class HonestNic {
        private final SplittableRandom random;
        private final boolean zeroCnps;
        final List<PortEvent> events = new ArrayList<>();
        final List<Long> marks = new ArrayList<>();
        private long ce;
        private long sent;
        private long handled;
        private long slow;
        private long owed;

        HonestNic(SplittableRandom random, boolean zeroCnps) {
            this.random = random;
            this.zeroCnps = zeroCnps;
            ce = counter();
            sent = counter();
            handled = counter();
        }

        private long counter() {
            return random.nextInt(3) == 0 ? WRAP - random.nextLong(1, 500) : random.nextLong(1000);
        }

        void run(int polls) {
            long at = T0;
            for (int i = 0; i < polls; i++) {
                at += random.nextInt(10) == 0 ? random.nextLong(1, 100) * SECOND : SECOND;
                if (random.nextInt(30) == 0) {
                    ce = random.nextLong(20);
                    sent = 0;
                    handled = 0;
                    slow = 0;
                    owed = 0;
                }
                step();
                PortEvent event = new PortEvent.NicCongestion(
                        at,
                        new Refresh(at, SECOND),
                        read(ce),
                        zeroCnps ? Long.valueOf(0) : read(sent),
                        zeroCnps ? Long.valueOf(0) : read(handled),
                        random.nextInt(20) == 0 ? null : (Long) 0L,
                        read(slow));
                for (int copy = random.nextInt(8) == 0 ? 2 : 1; copy > 0; copy--) {
                    events.add(event);
                }
            }
        }

        private void step() {
            long grown = random.nextInt(3) == 0 ? 0 : random.nextLong(1, 200);
            boolean late = random.nextInt(4) == 0;
            long answers = grown == 0 ? 0 : 1 + grown / 20;
            ce += grown;
            sent += owed + (late ? 0 : answers);
            owed = late ? answers : 0;
            long restarts = random.nextInt(5);
            slow += restarts;
            handled += restarts + random.nextInt(30);
            marks.add(grown);
        }

        private @Nullable Long read(long total) {
            return random.nextInt(20) == 0 ? null : (Long) (total % WRAP);
        }
    }

    private static PortCongestion port() {
        return new PortCongestion(CongestionSettings.defaults().withCounterWidthBits(32));
    }

    @Test
    void aNicThatAnswersIsNeverCalledOff() {
        Property.check("a NIC that answers marks and handles CNPs is never off", 100, random -> {
            HonestNic nic = new HonestNic(random, false);
            nic.run(200);
            PortCongestion port = port();
            int handling = 0;
            for (PortEvent event : nic.events) {
                port.accept(event);
                NicReading reading = port.nic(event.timeNanos(), QueueSign.PASSED_KMAX);
                assertThat(reading.nicClass()).as(reading.evidence()).isNotIn(NicClass.CC_OFF, NicClass.NOT_CONGESTED);
                handling += reading.nicClass() == NicClass.HANDLING ? 1 : 0;
            }
            // The check above can fail only where something is claimed at all.
            assertThat(handling * 2).isGreaterThan(nic.events.size());
        });
    }

    @Test
    void aNicWhoseCnpCountersAreZeroIsNeverCalledOff() {
        Property.check("constant 0 is never off", 100, random -> {
            HonestNic nic = new HonestNic(random, true);
            nic.run(100);
            PortCongestion port = port();
            for (PortEvent event : nic.events) {
                port.accept(event);
                for (QueueSign sign : QueueSign.values()) {
                    assertThat(port.nic(event.timeNanos(), sign).nicClass())
                            .isIn(NicClass.NOT_OBSERVABLE, NicClass.UNKNOWN);
                }
            }
            assertThat(port.nic(nic.events.getLast().timeNanos(), QueueSign.UNKNOWN)
                            .nicClass())
                    .isEqualTo(NicClass.NOT_OBSERVABLE);
        });
    }

    @Test
    void noCountExceedsWhatHappened() {
        Property.check("growth is never more than what happened", 60, random -> {
            HonestNic nic = new HonestNic(random, false);
            nic.run(100);
            PortCongestion port = port();
            long happened = nic.marks.stream().mapToLong(Long::longValue).sum();
            for (PortEvent event : nic.events) {
                port.accept(event);
                Long seen = port.nic(event.timeNanos(), QueueSign.UNKNOWN).ceReceived();
                assertThat(seen == null ? 0 : seen).isBetween(0L, happened);
            }
        });
    }

    @Test
    void duplicatesAndRestartsChangeNothing() {
        Property.check("each event twice, and stored and restored after each, is the same", 30, random -> {
            PortCongestion once = port();
            PortCongestion twice = port();
            for (PortEvent event : mixed(random)) {
                once.accept(event);
                twice.accept(event);
                twice.accept(event);
                twice = new PortCongestion(CongestionSettings.defaults().withCounterWidthBits(32), twice.state());
                assertThat(twice.state()).isEqualTo(once.state());
                assertThat(twice.queues(event.timeNanos())).isEqualTo(once.queues(event.timeNanos()));
            }
        });
    }

    @Test
    void theOrderOfDifferentGroupsChangesNothing() {
        Property.check("NIC and queues may be interleaved in any way", 40, random -> {
            List<PortEvent> events = mixed(random);
            PortCongestion sorted = port();
            events.forEach(sorted::accept);
            List<PortEvent> byGroup = new ArrayList<>();
            for (int group = 5; group >= -1; group--) {
                for (PortEvent event : events) {
                    if (group(event) == group) {
                        byGroup.add(event);
                    }
                }
            }
            assertThat(byGroup).hasSameSizeAs(events);
            PortCongestion grouped = port();
            byGroup.forEach(grouped::accept);
            assertThat(grouped.state()).isEqualTo(sorted.state());
        });
    }

    private static int group(PortEvent event) {
        return event instanceof PortEvent.QueueSample sample ? sample.queue() : -1;
    }

    private static List<PortEvent> mixed(SplittableRandom random) {
        HonestNic nic = new HonestNic(random, false);
        nic.run(40);
        List<PortEvent> events = new ArrayList<>();
        for (PortEvent event : nic.events) {
            events.add(event);
            long at = event.timeNanos();
            for (int queue = 0; queue < 3; queue++) {
                events.add(new PortEvent.QueueSample(
                        at,
                        new Refresh(at - random.nextLong(SECOND), SECOND),
                        3,
                        queue,
                        some(random),
                        some(random),
                        some(random),
                        null,
                        some(random),
                        some(random),
                        null));
            }
        }
        return events;
    }

    private static @Nullable Long some(SplittableRandom random) {
        return random.nextInt(4) == 0 ? null : (Long) random.nextLong(1_000_000);
    }
}
