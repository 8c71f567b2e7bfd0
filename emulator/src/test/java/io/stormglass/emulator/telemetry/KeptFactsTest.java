package io.stormglass.emulator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.telemetry.SwitchSystem.Hidden;
import io.stormglass.emulator.telemetry.SwitchSystem.Name;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What agents of switches read back, as each system shows it. */
class KeptFactsTest {
    private static final BufferSettings BUFFER = BufferSettings.standard().withTotal(10_000_000);
    private static final EcnSettings ECN = new EcnSettings(
            new MarkingCurve(120_300, 600_700, 0.2), EcnSettings.Point.DEQUEUE, 1.0 / 32, 1 << 3 | 1 << 4);

    private static KeptFacts shown(Name name, ThresholdUnit unit, int pieceBytes, Set<Hidden> hidden) {
        return new KeptFacts(new SwitchSystem(name, name.usualObject(), unit, pieceBytes, hidden), BUFFER);
    }

    private static KeptFacts shown(Name name, ThresholdUnit unit, int pieceBytes) {
        return shown(name, unit, pieceBytes, Set.of());
    }

    @Test
    void sonicKeepsAProfileInBytes() {
        KeptFacts sonic = new KeptFacts(SwitchSystem.standard(), BUFFER);
        assertThat(sonic.markings(ECN, "")).containsExactly(sonic(3, ""), sonic(4, ""));
        assertThat(sonic.markings(ECN, "_Ethernet4")).containsExactly(sonic(3, "_Ethernet4"), sonic(4, "_Ethernet4"));
        assertThat(sonic.thresholds(ECN))
                .containsExactly(new QueueEcn(3, 120_300, 600_700), new QueueEcn(4, 120_300, 600_700));
    }

    private static QueueMarking sonic(int priority, String end) {
        return new QueueMarking(
                priority, "sonic", "AZURE_LOSSLESS" + end, "", ThresholdUnit.BYTES, 120_300L, 600_700L, 0.2, 5, null);
    }

    @Test
    void othersKeepAnObjectWithPlacesForQueues() {
        assertThat(shown(Name.NX_OS, ThresholdUnit.BYTES, 0).markings(ECN, ""))
                .extracting(QueueMarking::object, QueueMarking::place)
                .containsExactly(
                        tuple("default-8q-out-policy", "c-out-8q-q3"), tuple("default-8q-out-policy", "c-out-8q-q4"));
        assertThat(shown(Name.EOS, ThresholdUnit.BYTES, 0).markings(ECN, ""))
                .extracting(QueueMarking::place)
                .containsExactly("3", "4");
        assertThat(shown(Name.NVUE, ThresholdUnit.BYTES, 0).markings(ECN, ""))
                .extracting(QueueMarking::system)
                .containsOnly("nvue");
    }

    @Test
    void thresholdsAreWholeUnitsAndTheBytesThatFollowFromThem() {
        KeptFacts kbytes = shown(Name.NX_OS, ThresholdUnit.KBYTES, 0);
        assertMarks(kbytes, 120L, 601L);
        assertThat(kbytes.thresholds(ECN)).contains(new QueueEcn(3, 120_000, 601_000));
        KeptFacts cells = shown(Name.EOS, ThresholdUnit.CELLS, 208);
        assertMarks(cells, 578L, 2_888L);
        assertThat(cells.thresholds(ECN)).contains(new QueueEcn(3, 578 * 208, 2_888 * 208));
        assertThat(cells.markings(ECN, "").getFirst().pieceBytes()).isEqualTo(208);
    }

    private static void assertMarks(KeptFacts kept, Long least, Long most) {
        QueueMarking marking = kept.markings(ECN, "").getFirst();
        assertThat(marking.minimum()).isEqualTo(least);
        assertThat(marking.maximum()).isEqualTo(most);
    }

    @Test
    void unitsThatAreNoBytesGiveNoThresholdsInBytes() {
        KeptFacts percent = shown(Name.NX_OS, ThresholdUnit.PERCENT, 0);
        assertMarks(percent, 1L, 6L);
        assertThat(percent.thresholds(ECN)).isEmpty();
        KeptFacts dynamic = shown(Name.NX_OS, ThresholdUnit.DYNAMIC, 0);
        assertThat(dynamic.markings(ECN, "").getFirst().minimum()).isNull();
        assertThat(dynamic.markings(ECN, "").getFirst().maximum()).isNull();
        assertThat(dynamic.thresholds(ECN)).isEmpty();
        KeptFacts unknown = shown(Name.EOS, ThresholdUnit.SEGMENTS, 208, Set.of(Hidden.PIECE));
        assertMarks(unknown, 578L, 2_888L);
        assertThat(unknown.markings(ECN, "").getFirst().pieceBytes()).isNull();
        assertThat(unknown.thresholds(ECN)).isEmpty();
    }

    @Test
    void aSwitchThatMarksNothingKeepsNothing() {
        KeptFacts sonic = new KeptFacts(SwitchSystem.standard(), BUFFER);
        assertThat(sonic.markings(EcnSettings.off(), "")).isEmpty();
        assertThat(sonic.thresholds(EcnSettings.off())).isEmpty();
    }

    @Test
    void onlyAWeightThatIsAPowerOfTwoHasAnExponent() {
        assertThat(KeptFacts.exponent(1)).isEqualTo(0);
        assertThat(KeptFacts.exponent(0.5)).isEqualTo(1);
        assertThat(KeptFacts.exponent(Math.scalb(1.0, -31))).isEqualTo(31);
        assertThat(KeptFacts.exponent(Math.scalb(1.0, -32))).isNull();
        assertThat(KeptFacts.exponent(0.3)).isNull();
    }

    @Test
    void theBufferIsToldPerLosslessPriority() {
        KeptFacts dynamic = new KeptFacts(SwitchSystem.standard(), BUFFER);
        assertThat(dynamic.buffers(1 << 3 | 1 << 4, 5_000))
                .containsExactly(
                        new QueueBuffer(3, 5_000L, 4_096L, 0.125, null, 3_072L),
                        new QueueBuffer(4, 5_000L, 4_096L, 0.125, null, 3_072L));
        KeptFacts fixed =
                new KeptFacts(SwitchSystem.standard(), BUFFER.with(new PauseThreshold.Static(200_000), 40_000));
        assertThat(fixed.buffers(1 << 3, 5_000))
                .containsExactly(new QueueBuffer(3, 5_000L, 4_096L, null, 200_000L, 40_000L));
        assertThat(dynamic.buffers(0, 5_000)).isEmpty();
    }

    @Test
    void whatIsHiddenIsNotTold() {
        QueueMarking marking = shown(
                        Name.EOS, ThresholdUnit.BYTES, 0, EnumSet.of(Hidden.WEIGHT, Hidden.PMAX, Hidden.OBJECT))
                .markings(ECN, "_Ethernet4")
                .getFirst();
        assertThat(marking)
                .isEqualTo(
                        new QueueMarking(3, "eos", "", "", ThresholdUnit.BYTES, 120_300L, 600_700L, null, null, null));
        assertThat(buffers(Hidden.ALPHA)).containsExactly(new QueueBuffer(3, 5_000L, 4_096L, null, null, null));
        assertThat(buffers(Hidden.BUFFER)).containsExactly(new QueueBuffer(3, null, null, 0.125, null, 3_072L));
        assertThat(buffers(Hidden.BUFFER, Hidden.ALPHA)).isEmpty();
    }

    private static List<QueueBuffer> buffers(Hidden... hidden) {
        return shown(Name.SONIC, ThresholdUnit.BYTES, 0, Set.of(hidden)).buffers(1 << 3, 5_000);
    }
}
