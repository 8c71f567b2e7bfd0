package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;
import io.stormglass.testkit.Property;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of NICs as text. */
class ReactionsTest {
    private static final long LINE = 100_000_000_000L;

    @ParameterizedTest
    @EnumSource
    void aPresetIsKnownByItsName(DcqcnPreset preset) {
        for (long line : new long[] {10_000_000_000L, 25_000_000_000L, 400_000_000_000L}) {
            assertThat(Reactions.parse(preset.text(), line))
                    .hasValueSatisfying(reaction -> assertThat(reaction.point()).isEqualTo(preset.at(line)))
                    .isEqualTo(Reactions.parse("np=on preset=" + preset.text() + " rp=on", line));
        }
    }

    @Test
    void theNameOfAPresetSaysWhenItsReceiversSendCnps() {
        assertThat(Reactions.parse("nvidia-firmware", LINE).orElseThrow().cnpNanos())
                .isEqualTo(4_000);
        assertThat(Reactions.parse("paper", LINE).orElseThrow().cnpNanos()).isEqualTo(50_000);
        assertThat(Reactions.parse("ns3-hpcc", LINE).orElseThrow().cnpNanos()).isEqualTo(0);
    }

    @Test
    void onlyWhatDiffersFromThePresetIsWritten() {
        Reaction firmware = Reaction.of(NvidiaParameters.firmware(100_000), 4_000);
        assertThat(Reactions.text(firmware)).isEqualTo("rp=on np=on preset=nvidia-firmware");
        assertThat(Reactions.text(Reaction.of(HpccParameters.runDcqcnPaper(LINE), 0)))
                .isEqualTo("rp=on np=on preset=ns3-hpcc-paper");
        assertThat(Reactions.text(
                        Reaction.of(PaperParameters.deployment(LINE), 10_000).with(Reaction.Window.VARIABLE)))
                .isEqualTo("rp=on np=on preset=paper cnp-ns=10000 window=variable");
    }

    @Test
    void theFirmwaresOwnNamesAreReadInTheFirmwaresUnits() {
        String text = "RPG_AI_RATE=50 rpg_hai_rate=150 rpg_time_reset=600 dce_tcp_g=1000 dce_tcp_rtt=2"
                + " rate_reduce_monitor_period=8 rate_to_set_on_first_cnp=0 clamp_tgt_rate=1 min_time_between_cnps=7"
                + " cnp_dscp=48";
        Reaction reaction = Reactions.parse(text, LINE).orElseThrow();
        assertThat(reaction.point())
                .isEqualTo(new NvidiaParameters(
                        100_000, 1, 1000, 2, 1023, 100_000, 50, 11, 8, ClampTarget.ALWAYS, 600, 32_767, 1, 50, 150));
        assertThat(reaction.cnpNanos()).isEqualTo(7_000);
        assertThat(reaction.increaseNanos()).isEqualTo(600_000);
        assertThat(reaction.decreaseNanos()).isEqualTo(8_000);
    }

    @Test
    void aNicMayBeHeldBelowItsLine() {
        assertThat(Reactions.parse("rpg_max_rate=50000", LINE).orElseThrow().point())
                .isEqualTo(NvidiaParameters.firmware(50_000));
        assertThat(Reactions.parse("rpg_max_rate=0", LINE).orElseThrow().point())
                .isEqualTo(NvidiaParameters.firmware(100_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rp=on np=on",
                "something else",
                "preset=unheard-of",
                "rp=off np=on preset=paper",
                "rp=on np=off preset=paper",
                "preset=paper preset=paper",
                "preset=paper gain=many",
                "preset=paper gain=1.5",
                "preset=paper gain=NaN",
                "preset=paper recoveries=0",
                "preset=paper window=wide",
                "preset=paper cnp-ns=-1",
                "preset=paper cnp-ns=1000000001",
                "preset=ns3-hpcc clamp=never",
                "preset=ns3-hpcc clamp=after-byte-increase",
                "rpg_min_rate=200000",
                "rpg_max_rate=-5",
                "rpg_max_rate=9223372036854775807",
                "min_time_between_cnps=9223372036854775807",
                "clamp_tgt_rate=2"
            })
    void whatSaysNothingOrCannotBeIsNoReaction(String text) {
        assertThat(Reactions.parse(text, LINE)).isEmpty();
    }

    @Test
    void withoutALineThereIsNoReaction() {
        assertThat(Reactions.parse("paper", 0)).isEmpty();
        assertThat(Reactions.parse("nvidia-firmware", 0)).isEmpty();
    }

    @Test
    void everyReactionSaysTheSameWhenItIsReadAgain() {
        Property.check("text of settings", 500, random -> {
            Reaction reaction = reaction(random);
            assertThat(Reactions.parse(
                            Reactions.text(reaction), reaction.point().lineBitsPerSecond()))
                    .hasValue(reaction);
        });
    }

    private static Reaction reaction(SplittableRandom random) {
        long line = random.nextLong(1, 800) * 1_000_000_000;
        DcqcnParameters point =
                switch (random.nextInt(5)) {
                    case 0 -> pick(random, DcqcnPreset.values()).at(line);
                    case 1 -> nvidia(random, line / 1_000_000);
                    case 2 -> hpcc(random, line);
                    case 3 ->
                        new MsrParameters(
                                line,
                                random.nextLong(1, line),
                                random.nextDouble(),
                                random.nextDouble(),
                                pick(random, ClampTarget.values()),
                                micros(random),
                                micros(random),
                                random.nextLong(2, 1L << 30),
                                random.nextInt(1, 9),
                                random.nextLong(line),
                                random.nextLong(line));
                    default ->
                        new PaperParameters(
                                line,
                                random.nextLong(1, line),
                                random.nextDouble(),
                                random.nextDouble(),
                                micros(random),
                                micros(random),
                                random.nextLong(1L << 30),
                                random.nextInt(1, 9),
                                random.nextLong(line),
                                random.nextLong(line));
                };
        Reaction.Window window = pick(random, Reaction.Window.values());
        return new Reaction(point, random.nextLong(100_000), window);
    }

    private static HpccParameters hpcc(SplittableRandom random, long line) {
        return new HpccParameters(
                line,
                random.nextLong(1, line / 2),
                random.nextDouble(),
                random.nextDouble(0.5, 1),
                random.nextBoolean() ? ClampTarget.ALWAYS : ClampTarget.AFTER_ANY_INCREASE,
                micros(random),
                micros(random),
                micros(random),
                random.nextInt(9),
                random.nextLong(line),
                random.nextLong(line));
    }

    private static NvidiaParameters nvidia(SplittableRandom random, long line) {
        long least = random.nextLong(1, line);
        return new NvidiaParameters(
                line,
                least,
                random.nextInt(1025),
                micros(random),
                random.nextInt(1024),
                random.nextLong(least, line + 1),
                random.nextInt(101),
                random.nextInt(63),
                micros(random),
                pick(random, ClampTarget.values()),
                micros(random),
                random.nextLong(1, 1L << 30),
                random.nextInt(9),
                random.nextLong(line),
                random.nextLong(line));
    }

    private static long micros(SplittableRandom random) {
        return random.nextLong(2, 2_000);
    }

    private static <T> T pick(SplittableRandom random, T[] of) {
        return of[random.nextInt(of.length)];
    }
}
