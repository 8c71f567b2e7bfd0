package io.stormglass.models.shadow;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.shadow.SyntheticPath.CnpOutcome;
import io.stormglass.models.shadow.SyntheticPath.Conditions;
import io.stormglass.models.shadow.SyntheticPath.Seen;
import java.util.List;
import java.util.SplittableRandom;

/** Synthetic flows and what they are. */
enum Scenario {
    CONFORMING("conforming", FlowClass.CONFORMING) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, right(), plain());
        }
    },
    HANDLED_COUNTED("conforming, NIC tells", FlowClass.CONFORMING) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, right(), plain().as(CnpOutcome.HANDLED));
        }
    },
    PAUSED("conforming, 30 % paused", FlowClass.CONFORMING) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, right(), plain().paused(0.3));
        }
    },
    HALF_IDLE("conforming, 50 % idle", FlowClass.CONFORMING) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            long on = random.nextLong(500_000, 3_000_000);
            follow(random, shadow, right(), plain().bursts(on, on));
        }
    },
    IGNORES("ignores CNPs", FlowClass.IGNORES_CNPS) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, SyntheticSender.unlimited(), plain());
        }
    },
    CUTS_TWICE("cuts twice as deep", FlowClass.OVER_REACTS) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, SyntheticSender.reactionPoint(SyntheticSender.changed(10, 0, 300)), plain());
        }
    },
    CUTS_HALF("cuts half", FlowClass.UNDER_REACTS) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, SyntheticSender.reactionPoint(SyntheticSender.changed(12, 50, 300)), plain());
        }
    },
    RECOVERS("recovers at once", FlowClass.UNDER_REACTS) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, SyntheticSender.recoversAtOnce(random.split()), plain());
        }
    },
    SENDER_OFF("sender's side off", FlowClass.CC_OFF) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, SyntheticSender.unlimited(), plain().as(CnpOutcome.IGNORED));
        }
    },
    RECEIVER_OFF("receiver's side off", FlowClass.CC_OFF) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, right(), plain().withoutNotifier());
        }
    },
    QUEUE_FULL("no CNP, queue past Kmax", FlowClass.CC_OFF) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            shadow.queue(QueueSign.PASSED_KMAX);
            quiet(random, shadow);
        }
    },
    QUIET("no CNP, queue below Kmin", FlowClass.NOT_CONGESTED) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            shadow.queue(QueueSign.BELOW_KMIN);
            quiet(random, shadow);
        }
    },
    UNSEEN_QUEUE("no CNP, queue unknown", FlowClass.UNKNOWN) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            quiet(random, shadow);
        }
    },
    CONSTANT_ZERO("per-QP counters constant 0", FlowClass.NOT_OBSERVABLE) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            shadow.queue(QueueSign.of(random.nextInt(4)));
            ShadowSource counters = new ShadowSource(Scope.QP_COUNTER, Vantage.SENDER, ObserverRole.NIC, 1);
            for (int poll = 0; poll < 40; poll++) {
                long at = SyntheticPath.START + poll * 1_000_000L;
                shadow.event(counters, new FlowEvent(FlowEventKind.SENT, at, 2000, random.nextLong(9_000_000), 0, 0));
                shadow.event(counters, new FlowEvent(FlowEventKind.CNP_HANDLED, at, 0, 0, 0, 0));
                shadow.event(counters, new FlowEvent(FlowEventKind.CNP_SENT, at, 0, 0, 0, 0));
                shadow.event(counters, new FlowEvent(FlowEventKind.CNP_IGNORED, at, 0, 0, 0, 0));
            }
        }
    },
    DELAY("by delay", FlowClass.RTT_BASED) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            long base = base(random);
            follow(random, shadow, base, SyntheticSender.byDelay(random.split(), base), plain());
        }
    },
    APPLICATION("application limited", FlowClass.APP_LIMITED) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            long on = random.nextLong(1_000, 6_000);
            follow(random, shadow, right(), plain().bursts(on, random.nextLong(100_000, 400_000)));
        }
    },
    CNPS_LOST("half of the CNPs lost", FlowClass.CNP_LOST) {
        @Override
        void run(SplittableRandom random, FlowShadow shadow) {
            follow(random, shadow, right(), plain().losingCnps(random.nextDouble(0.35, 0.9)));
        }
    };

    final String text;
    final FlowClass truth;

    Scenario(String text, FlowClass truth) {
        this.text = text;
        this.truth = truth;
    }

    /** Hands the events of one such flow to a shadow. */
    abstract void run(SplittableRandom random, FlowShadow shadow);

    private static SyntheticSender right() {
        return SyntheticSender.reactionPoint(SyntheticSender.firmware());
    }

    private static Conditions plain() {
        return Conditions.plain();
    }

    private static long base(SplittableRandom random) {
        return random.nextLong(8_000, 20_000);
    }

    private static void follow(
            SplittableRandom random, FlowShadow shadow, SyntheticSender sender, Conditions conditions) {
        follow(random, shadow, base(random), sender, conditions);
    }

    private static void follow(
            SplittableRandom random, FlowShadow shadow, long base, SyntheticSender sender, Conditions conditions) {
        List<Seen> exact = new SyntheticPath(random.split(), base, sender, conditions).run().seen;
        SyntheticPath.feed(SyntheticPath.disturb(exact, random.split()), shadow);
    }

    /** A flow at a steady rate on an empty path, the way back in sight. */
    private static void quiet(SplittableRandom random, FlowShadow shadow) {
        long base = base(random);
        long gap = random.nextLong(400, 2_000);
        for (int i = 0; i < 20_000; i++) {
            long at = SyntheticPath.START + i * gap;
            shadow.event(
                    SyntheticPath.SENDER, new FlowEvent(FlowEventKind.SENT, at, 1, SyntheticPath.PACKET_BYTES, 0, 0));
            if (i * gap > base) {
                long rtt = base + random.nextLong(100);
                shadow.event(
                        SyntheticPath.SENDER,
                        new FlowEvent(FlowEventKind.RTT_SAMPLE, at, 1, SyntheticPath.PACKET_BYTES, rtt, 0));
            }
        }
    }
}
