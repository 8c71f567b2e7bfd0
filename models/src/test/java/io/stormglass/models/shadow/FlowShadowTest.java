package io.stormglass.models.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.shadow.ShadowModels.Preset;
import io.stormglass.models.shadow.SyntheticPath.Conditions;
import io.stormglass.models.shadow.SyntheticPath.Seen;
import io.stormglass.testkit.Property;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FlowShadowTest {
    private static final long T0 = SyntheticPath.START;
    private static final long LINE = 100_000_000_000L;
    private static final ShadowSource SAMPLES = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.MIRROR, 1000);
    private static final ShadowSource MID = new ShadowSource(Scope.FLOW, Vantage.MID, ObserverRole.SWITCH, 1);

    @Test
    void aSavedStateKeepsItsLimits() {
        for (ShadowModels models :
                List.of(references(NvidiaParameters.firmware(100_000)), references(HpccParameters.attributes(LINE)))) {
            FlowShadow bare = new FlowShadow(new ShadowModels(models.reference(), List.of(), 4096));
            FlowShadow full = new FlowShadow(models);
            assertThat(saved(bare)).hasSize(bare.savedBytes()).hasSizeLessThanOrEqualTo(FlowShadow.MAX_BYTES);
            assertThat(saved(full)).hasSize(full.savedBytes());
            assertThat(full.savedBytes() - bare.savedBytes())
                    .isLessThanOrEqualTo(
                            FlowShadow.COMPARED_BYTES * models.compared().size());
        }
    }

    @Test
    void everyComparedPresetFitsIntoItsBytes() {
        int bare = new FlowShadow(new ShadowModels(reference(), List.of(), 4096)).savedBytes();
        for (Preset preset : all()) {
            int with = new FlowShadow(new ShadowModels(reference(), List.of(preset), 4096)).savedBytes();
            assertThat(with - bare).as(preset.name()).isBetween(1, FlowShadow.COMPARED_BYTES);
        }
    }

    @Test
    void aReferenceThatDoesNotFitIsRefused() {
        Preset msr = new Preset("msr-ns3", MsrParameters.attributes(LINE));
        assertThatThrownBy(() -> new ShadowModels(msr, List.of(), 4096))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("msr-ns3");
    }

    @Test
    void anUnknownVersionIsRefused() {
        FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
        byte[] bytes = saved(shadow);
        bytes[0] = 9;
        assertThatThrownBy(() -> shadow.load(ByteBuffer.wrap(bytes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("version 9");
    }

    @Test
    void savingAndLoadingAnywhereChangesNothing() {
        Property.check("saving and loading a flow shadow changes nothing", 12, random -> {
            List<Seen> events = flow(random);
            FlowShadow straight = new FlowShadow(references(NvidiaParameters.firmware(100_000)));
            FlowShadow stored = new FlowShadow(references(NvidiaParameters.firmware(100_000)));
            FlowShadow other = new FlowShadow(references(NvidiaParameters.firmware(100_000)));
            for (Seen each : events) {
                hand(each, straight);
                hand(each, stored);
                if (random.nextInt(200) == 0) {
                    byte[] bytes = saved(stored);
                    other.load(ByteBuffer.wrap(bytes));
                    assertThat(saved(other)).isEqualTo(bytes);
                    FlowShadow swap = stored;
                    stored = other;
                    other = swap;
                }
            }
            assertSame(straight, stored, random);
        });
    }

    @Test
    void aFlowThatWasPausedForHoursIsTakenUpAsItWasSaved() {
        FlowShadow straight = new FlowShadow(references(NvidiaParameters.firmware(100_000)));
        FlowShadow stored = new FlowShadow(references(NvidiaParameters.firmware(100_000)));
        long at = T0;
        for (int second = 0; second < 1500; second++) {
            for (int piece = 0; piece < 20; piece++) {
                at += 25_000_000;
                FlowEvent sent = new FlowEvent(FlowEventKind.SENT, at, 1000, 4_096_000, 0, 0);
                straight.event(SyntheticPath.SENDER, sent);
                stored.event(SyntheticPath.SENDER, sent);
            }
            straight.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_HANDLED, at));
            stored.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_HANDLED, at));
            FlowEvent paused = new FlowEvent(FlowEventKind.PAUSED, at, 1, 0, 500_000_000, 0);
            straight.event(SyntheticPath.SENDER, paused);
            stored.event(SyntheticPath.SENDER, paused);
            at += 500_000_000;
            byte[] bytes = saved(stored);
            stored = new FlowShadow(references(NvidiaParameters.firmware(100_000)));
            stored.load(ByteBuffer.wrap(bytes));
        }
        for (int n = 0; n < 200; n++) {
            at += 10_000;
            straight.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_HANDLED, at));
            stored.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_HANDLED, at));
        }
        assertThat(stored.view(at)).isEqualTo(straight.view(at));
        assertThat(stored.evidence(at)).isEqualTo(straight.evidence(at));
        assertThat(straight.view(at).limitBitsPerSecond()).isLessThan(LINE);
    }

    @Test
    void lookingAtAnIdleFlowAnywhereChangesNothing() {
        Property.check("splitting an idle interval of a flow shadow changes nothing", 12, random -> {
            List<Seen> events = flow(random);
            FlowShadow straight = new FlowShadow(ShadowModels.firmware(100_000));
            FlowShadow watched = new FlowShadow(ShadowModels.firmware(100_000));
            long before = T0;
            for (Seen each : events) {
                hand(each, straight);
                if (random.nextInt(20) == 0 && each.timeNanos() > before) {
                    long between = random.nextLong(before, each.timeNanos());
                    watched.view(between);
                    watched.verdict(between);
                    watched.event(MID, new FlowEvent(FlowEventKind.NAK, between, 1, 64, 0, 0));
                }
                hand(each, watched);
                before = Math.max(before, each.timeNanos());
            }
            assertSame(straight, watched, random);
        });
    }

    @Test
    void samplesStepNoModel() {
        Property.check("samples step no model", 5, random -> {
            FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
            for (Seen each : flow(random)) {
                if (each.pausedToNanos() == 0) {
                    shadow.event(SAMPLES, each.event());
                }
            }
            FlowView view = shadow.view(T0 + 50_000_000);
            assertThat(view.limitBitsPerSecond()).isEqualTo(-1);
            assertThat(view.rtPropNanos()).isEqualTo(-1);
            assertThat(view.notRun()).contains("samples only").contains("bbr");
            assertThat(shadow.verdict(T0 + 50_000_000).flowClass()).isEqualTo(FlowClass.UNKNOWN);
        });
    }

    @Test
    void samplesBesideEveryPacketChangeNothingOfTheModels() {
        Property.check("samples beside every packet change no model", 5, random -> {
            FlowShadow alone = new FlowShadow(ShadowModels.firmware(100_000));
            FlowShadow both = new FlowShadow(ShadowModels.firmware(100_000));
            for (Seen each : flow(random)) {
                hand(each, alone);
                hand(each, both);
                if (each.pausedToNanos() == 0) {
                    both.event(SAMPLES, each.event());
                }
            }
            long at = T0 + 50_000_000;
            assertThat(both.view(at)).isEqualTo(alone.view(at));
        });
    }

    @Test
    void aCnpThatIsSeenAndHandledCutsOnce() {
        FlowShadow seen = new FlowShadow(ShadowModels.firmware(100_000));
        FlowShadow both = new FlowShadow(ShadowModels.firmware(100_000));
        for (int i = 0; i < 50; i++) {
            long at = T0 + i * 20_000L;
            seen.event(SyntheticPath.SENDER_NIC, cnp(FlowEventKind.CNP_HANDLED, at));
            both.event(SyntheticPath.RECEIVER_NIC, cnp(FlowEventKind.CNP_SENT, at - 5_000));
            both.event(SyntheticPath.SENDER_NIC, cnp(FlowEventKind.CNP_HANDLED, at));
            both.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_SEEN, at));
        }
        long at = T0 + 1_000_000;
        assertThat(both.evidence(at).received()).isEqualTo(50);
        // The first handled one had been sent, so only its time is another.
        assertThat((double) both.view(at).limitBitsPerSecond())
                .isBetween(
                        0.5 * seen.view(at).limitBitsPerSecond(),
                        2.0 * seen.view(at).limitBitsPerSecond());
        assertThat(seen.view(at).limitBitsPerSecond()).isLessThan(LINE / 2);
    }

    @Test
    void sentCnpsDriveWhereNothingElseIsKnown() {
        FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
        for (int i = 0; i < 20; i++) {
            shadow.event(SyntheticPath.RECEIVER_NIC, cnp(FlowEventKind.CNP_SENT, T0 + i * 20_000L));
        }
        assertThat(shadow.view(T0 + 400_000).limitBitsPerSecond()).isLessThan(LINE / 2);
    }

    @Test
    void aReceiverThatSendsCnpsIsNotSaidToHaveThemOff() {
        assertThat(receiverSees(20, 0).flowClass()).isEqualTo(FlowClass.CC_OFF);
        FlowVerdict some = receiverSees(20, 2);
        assertThat(some.flowClass()).isNotEqualTo(FlowClass.CC_OFF);
        assertThat(some.missing()).isNotEmpty();
    }

    private static FlowVerdict receiverSees(int marked, int cnps) {
        ShadowSource receiver = SyntheticPath.RECEIVER_NIC;
        FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
        ShadowSource sender = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.CAPTURE, 1);
        for (int i = 0; i < marked; i++) {
            shadow.event(sender, new FlowEvent(FlowEventKind.DELIVERED, T0 + i * 10_000L, 1, 4096, 0, 0));
            shadow.event(receiver, new FlowEvent(FlowEventKind.CE_MARKED, T0 + i * 10_000L, 1, 4096, 0, 0));
        }
        for (int i = 0; i < cnps; i++) {
            shadow.event(
                    receiver, new FlowEvent(FlowEventKind.CNP_SENT, T0 + marked * 10_000L + i * 50_000L, 1, 0, 0, 0));
        }
        return shadow.verdict(T0 + 1_000_000);
    }

    @Test
    void onlyRttOfTheSendersSideFeedsBbr() {
        FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
        for (int i = 0; i < 100; i++) {
            shadow.event(MID, new FlowEvent(FlowEventKind.RTT_SAMPLE, T0 + i * 1_000L, 1, 4096, 3_000, 0));
        }
        assertThat(shadow.view(T0 + 100_000).rtPropNanos()).isEqualTo(-1);
        assertThat(shadow.view(T0 + 100_000).notRun()).contains("RTT not of the sender's side");
        for (int i = 100; i < 200; i++) {
            shadow.event(
                    SyntheticPath.SENDER,
                    new FlowEvent(FlowEventKind.RTT_SAMPLE, T0 + i * 1_000L, 1, 4096, 9_000 + i, 0));
        }
        FlowView view = shadow.view(T0 + 200_000);
        assertThat(view.rtPropNanos()).isEqualTo(9_100);
        assertThat(view.queueingNanos()).isEqualTo(99);
        assertThat((double) view.btlBwBitsPerSecond()).isBetween(4096 * 8e6 * 0.99, 4096 * 8e6 * 1.01);
    }

    @Test
    void pausedTimeIsNoTimeOfTheModel() {
        FlowShadow through = new FlowShadow(ShadowModels.firmware(100_000));
        FlowShadow paused = new FlowShadow(ShadowModels.firmware(100_000));
        long pause = 700_000;
        for (int i = 0; i < 20; i++) {
            through.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_SEEN, T0 + i * 50_000L));
            if (i == 10) {
                paused.paused(T0 + 460_000, T0 + 460_000 + pause);
            }
            long late = i < 10 ? 0 : pause;
            paused.event(SyntheticPath.SENDER, cnp(FlowEventKind.CNP_SEEN, T0 + i * 50_000L + late));
        }
        FlowView view = paused.view(T0 + 1_200_000 + pause);
        assertThat(view.limitBitsPerSecond())
                .isEqualTo(through.view(T0 + 1_200_000).limitBitsPerSecond());
        assertThat(view.alpha()).isEqualTo(through.view(T0 + 1_200_000).alpha());
    }

    @Test
    void thePresetThatDrivesTheSenderFitsBest() {
        Property.check("the preset of the sender fits best", 4, random -> {
            SyntheticSender sender = SyntheticSender.reactionPoint(HpccParameters.runDcqcn(LINE));
            List<Seen> events = new SyntheticPath(random.split(), 10_000, sender, Conditions.plain()).run().seen;
            FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
            SyntheticPath.feed(events, shadow);
            FlowView view = shadow.view(T0 + 40_000_000);
            assertThat(view.bestPreset()).isEqualTo("ns3-hpcc");
            assertThat(view.bestResidual()).isLessThan(view.residual());
        });
    }

    @Test
    void anEventAllocatesNothing() {
        FlowShadow shadow = new FlowShadow(ShadowModels.firmware(100_000));
        List<Seen> events = flow(new SplittableRandom(1));
        for (int i = 0; i < 5; i++) {
            shadow.begin();
            SyntheticPath.feed(events, shadow);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        shadow.begin();
        long before = threads.getCurrentThreadAllocatedBytes();
        SyntheticPath.feed(events, shadow);
        long perEvent = (threads.getCurrentThreadAllocatedBytes() - before) / events.size();
        assertThat(perEvent).isZero();
    }

    private static Preset reference() {
        return new Preset("nvidia-firmware", NvidiaParameters.firmware(100_000));
    }

    private static List<Preset> all() {
        return List.of(
                reference(),
                new Preset("ns3-hpcc", HpccParameters.runDcqcn(LINE)),
                new Preset("msr-ns3", MsrParameters.attributes(LINE)),
                new Preset("paper", PaperParameters.deployment(LINE)));
    }

    private static ShadowModels references(io.stormglass.models.dcqcn.DcqcnParameters parameters) {
        return new ShadowModels(new Preset("reference", parameters), all(), 4096);
    }

    /** A disturbed flow of a random sender, paused and idle at times. */
    private static List<Seen> flow(SplittableRandom random) {
        Conditions conditions = new Conditions(
                8_000_000,
                random.nextBoolean() ? 0.3 : 0,
                random.nextLong(100_000, 1_000_000),
                random.nextBoolean() ? 0 : random.nextLong(50_000, 1_000_000),
                0.1,
                true,
                SyntheticPath.CnpOutcome.SEEN);
        SyntheticSender sender = random.nextInt(4) == 0
                ? SyntheticSender.byDelay(random.split(), 10_000)
                : SyntheticSender.reactionPoint(SyntheticSender.firmware());
        return SyntheticPath.disturb(
                new SyntheticPath(random.split(), 10_000, sender, conditions).run().seen, random.split());
    }

    private static void hand(Seen each, FlowShadow shadow) {
        if (each.pausedToNanos() > 0) {
            shadow.paused(each.timeNanos(), each.pausedToNanos());
        } else {
            shadow.event(each.source(), each.event());
        }
    }

    private static FlowEvent cnp(FlowEventKind kind, long at) {
        return new FlowEvent(kind, at, 1, 64, 0, 0);
    }

    private static byte[] saved(FlowShadow shadow) {
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        shadow.save(buffer);
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    private static void assertSame(FlowShadow one, FlowShadow other, SplittableRandom random) {
        assertThat(saved(other)).isEqualTo(saved(one));
        long at = T0 + 8_000_000 + random.nextLong(400_000_000);
        assertThat(other.view(at)).isEqualTo(one.view(at));
        assertThat(other.verdict(at)).isEqualTo(one.verdict(at));
    }
}
