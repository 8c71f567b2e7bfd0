package io.stormglass.models.ecn.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.testkit.Property;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ChangesTest {
    private static final long LINE = 100_000_000_000L;
    private static final Thresholds WANTED = new Thresholds(150_000, 1_500_000, 0.07);

    private static AdviceObject object(Dialect dialect, ThresholdUnit unit, Setting current) {
        boolean sonic = dialect == Dialect.SONIC;
        return new AdviceObject(
                dialect,
                "leaf-1",
                "LOSSLESS",
                sonic ? null : "3",
                unit,
                unit == ThresholdUnit.SEGMENTS ? 208L : null,
                current,
                List.of(new QueueName("Ethernet4", 3, LINE), new QueueName("Ethernet0", 3, LINE)));
    }

    private static Change.Commands commands(AdviceObject object, Thresholds wanted) {
        Change change = Changes.to(object, wanted);
        assertThat(change).isInstanceOf(Change.Commands.class);
        return (Change.Commands) change;
    }

    private static String refusal(AdviceObject object, boolean advisable) {
        Change change = Changes.to(object, WANTED);
        assertThat(change).isInstanceOf(Change.Refusal.class);
        assertThat(((Change.Refusal) change).advisable()).isEqualTo(advisable);
        return ((Change.Refusal) change).reason();
    }

    @Test
    void eachSystemGetsItsOwnCommandsInItsUnit() {
        Setting bytes = new Setting(1_048_576, 2_097_152, 5, null);
        Change.Commands sonic = commands(object(Dialect.SONIC, ThresholdUnit.BYTES, bytes), WANTED);
        assertThat(sonic.commands()).containsExactly("ecnconfig -p LOSSLESS -gmin 150000 -gmax 1500000 -gdrop 7");
        assertThat(sonic.rollback()).containsExactly("ecnconfig -p LOSSLESS -gmin 1048576 -gmax 2097152 -gdrop 5");
        assertThat(sonic.document())
                .isEqualTo("{\"WRED_PROFILE\": {\"LOSSLESS\": {\"green_min_threshold\": \"150000\","
                        + " \"green_max_threshold\": \"1500000\", \"green_drop_probability\": \"7\"}}}");
        assertThat(sonic.rollbackDocument()).contains("\"1048576\"", "\"2097152\"", "\"5\"");
        assertThat(sonic.queues()).extracting(QueueName::text).containsExactly("Ethernet0|3", "Ethernet4|3");

        Change.Commands nxOs =
                commands(object(Dialect.NX_OS, ThresholdUnit.KBYTES, new Setting(150, 3000, 7, 0)), WANTED);
        assertThat(nxOs.commands().get(3))
                .isEqualTo("random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes"
                        + " drop-probability 7 weight 0 ecn");
        assertThat(nxOs.notes()).anyMatch(note -> note.contains("1,000 or 1,024"));

        // 150,000 / 208 and 1,500,000 / 208
        Change.Commands eos =
                commands(object(Dialect.EOS, ThresholdUnit.SEGMENTS, new Setting(2000, 10_000, 20, 0)), WANTED);
        assertThat(eos.commands().get(3))
                .isEqualTo("random-detect ecn minimum-threshold 721 segments maximum-threshold 7212 segments"
                        + " max-mark-probability 7 weight 0");
        assertThat(eos.effective()).isEqualTo(new Thresholds(721 * 208, 7212 * 208, 0.07));

        Change.Commands nvue =
                commands(object(Dialect.NVUE, ThresholdUnit.BYTES, new Setting(40_000, 200_000, 100, null)), WANTED);
        assertThat(nvue.commands())
                .containsExactly(
                        "nv set qos congestion-control LOSSLESS traffic-class 3 min-threshold 150000",
                        "nv set qos congestion-control LOSSLESS traffic-class 3 max-threshold 1500000",
                        "nv set qos congestion-control LOSSLESS traffic-class 3 probability 7",
                        "nv config apply");
    }

    @Test
    void millisecondsAreTimeAtTheSpeedOfTheQueue() {
        AdviceObject object = object(Dialect.EOS, ThresholdUnit.MILLISECONDS, new Setting(1, 4, 20, 0));
        assertThat(Changes.current(object)).isEqualTo(new Thresholds(12_500_000, 50_000_000, 0.2));
        assertThat(commands(object, new Thresholds(25_000_000, 75_000_000, 0.1))
                        .commands()
                        .get(3))
                .contains("minimum-threshold 2 milliseconds maximum-threshold 6 milliseconds");
        AdviceObject mixed = new AdviceObject(
                Dialect.EOS,
                "leaf-1",
                "P",
                "3",
                ThresholdUnit.MILLISECONDS,
                null,
                new Setting(1, 4, 20, 0),
                List.of(new QueueName("Ethernet1", 3, LINE), new QueueName("Ethernet2", 3, 4 * LINE)));
        assertThat(refusal(mixed, false)).contains("different speeds");
        assertThat(Changes.current(mixed)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "NX_OS, PERCENT, percents of a buffer",
        "NX_OS, DYNAMIC, moves its thresholds itself",
        "NX_OS, CELLS, how large one is is not known"
    })
    void thresholdsThatAreNoBytesAreNotAdvised(Dialect dialect, ThresholdUnit unit, String reason) {
        AdviceObject object = object(dialect, unit, new Setting(10, 20, 5, 0));
        assertThat(refusal(object, false)).contains(reason);
        assertThat(Changes.current(object)).isNull();
    }

    @Test
    void whatIsNotKnownOfTheObjectMakesNoCommand() {
        Setting current = new Setting(150, 3000, 7, 0);
        AdviceObject known = object(Dialect.NX_OS, ThresholdUnit.KBYTES, current);
        assertThat(refusal(with(known, null, "3", current), true))
                .startsWith("command cannot be generated: ")
                .contains("name of the profile");
        assertThat(refusal(with(known, "X", null, current), true)).contains("class or queue within 'X'");
        assertThat(refusal(with(known, "X", "3", null), true)).contains("what is set now");
        assertThat(refusal(object(Dialect.NVUE, ThresholdUnit.KBYTES, current), true))
                .contains("NVUE");
        for (String name : List.of("a b", "x;reload", "", "$(x)", "\"", "-x", "x\nreload", "ü")) {
            assertThat(refusal(with(known, name, "3", current), true)).as(name).contains("characters");
            assertThat(refusal(with(known, "X", name, current), true)).as(name).contains("characters");
        }
    }

    private static AdviceObject with(
            AdviceObject object, @Nullable String name, @Nullable String place, @Nullable Setting current) {
        return new AdviceObject(
                object.dialect(),
                object.device(),
                name,
                place,
                object.unit(),
                object.pieceBytes(),
                current,
                object.queues());
    }

    /** Whatever is asked for and whatever was there: the commands say what the switch will have, the rollback what it had. */
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void commandsAreReadBackAsWhatTheySet(Dialect dialect) {
        List<ThresholdUnit> units =
                List.of(ThresholdUnit.values()).stream().filter(dialect::takes).toList();
        Property.check("commands of " + dialect, 300, random -> {
            ThresholdUnit unit = units.get(random.nextInt(units.size()));
            Integer weight = dialect == Dialect.NX_OS || dialect == Dialect.EOS ? random.nextInt(16) : null;
            Setting current =
                    new Setting(random.nextInt(5000), 5000 + random.nextInt(5000), random.nextInt(101), weight);
            AdviceObject object = object(dialect, unit, current);
            Thresholds wanted = wanted(random);
            Change.Commands change = commands(object, wanted);
            Syntax.Read set = Syntax.read(dialect, change.commands());
            Syntax.Read back = Syntax.read(dialect, change.rollback());
            Setting said =
                    dialect == Dialect.SONIC || dialect == Dialect.NVUE ? without(change.setting()) : change.setting();
            assertThat(set.setting()).isEqualTo(said);
            assertThat(back.setting()).isEqualTo(current);
            assertThat(set.unit()).isEqualTo(unit.word());
            assertThat(set.name()).isEqualTo("LOSSLESS");
            assertThat(set.place()).isEqualTo(dialect == Dialect.SONIC ? "" : "3");
            Scale scale = Objects.requireNonNull(Scale.of(unit, LINE, 208L));
            assertThat(change.effective()).isEqualTo(change.setting().thresholds(scale));
            assertThat(Math.abs(change.effective().kminBytes() - wanted.kminBytes()))
                    .as("the nearest one")
                    .isLessThanOrEqualTo((long) Math.ceil(
                            wanted.kminBytes() < scale.bytesEach() ? scale.bytesEach() : scale.bytesEach() / 2));
        });
    }

    private static Setting without(Setting setting) {
        return new Setting(setting.minimum(), setting.maximum(), setting.percent(), null);
    }

    private static Thresholds wanted(SplittableRandom random) {
        long kmin = random.nextLong(10_000_000);
        return new Thresholds(kmin, kmin + random.nextLong(40_000_000), random.nextDouble());
    }

    @Test
    void aProbabilityOfLessThanOnePercentIsOnePercent() {
        Change.Commands change = commands(
                object(Dialect.SONIC, ThresholdUnit.BYTES, new Setting(10, 20, 5, null)),
                new Thresholds(1000, 2000, 0.001));
        assertThat(change.setting().percent()).isEqualTo(1);
        assertThat(change.effective().maxProbability()).isEqualTo(0.01);
    }

    @Test
    void aStepIsOneUnitWide() {
        Change.Commands change = commands(
                object(Dialect.NX_OS, ThresholdUnit.KBYTES, new Setting(10, 20, 5, 0)),
                new Thresholds(30_000, 30_000, 1));
        assertThat(change.effective()).isEqualTo(new Thresholds(30_000, 31_000, 1));
    }

    @Test
    void theRolloutBeginsWithOneDeviceAndSaysHowMuchOfItChanges() {
        AdviceObject object = object(Dialect.SONIC, ThresholdUnit.BYTES, new Setting(10, 20, 5, null));
        assertThat(Rollout.steps(object, commands(object, WANTED)).get(0))
                .isEqualTo("change leaf-1 alone; it changes all its 2 queues");
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Setting(5, 4, 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Setting(5, 6, 101, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Setting(5, 6, 1, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Scale(ThresholdUnit.BYTES, 0));
    }
}
