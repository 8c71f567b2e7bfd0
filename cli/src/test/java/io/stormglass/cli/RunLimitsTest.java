package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryState;
import io.stormglass.cli.scoreboard.Case;
import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.cli.scoreboard.Small;
import io.stormglass.models.consistency.ConsistencySettings;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.quality.QualitySettings;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.streams.Limits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits in the configuration of {@code run}: what is read, what is refused, and that the topologies go by it. */
class RunLimitsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Limits DEFAULTS = Limits.defaults();

    @TempDir
    private Path folder;

    private Path file(String sections) throws IOException {
        return Files.writeString(
                folder.resolve("run.yaml"),
                "bootstrapServers: localhost:9092\nschemaRegistry:\n  url: http://localhost:8081\n" + sections + "\n");
    }

    private Limits limits(String sections) throws IOException {
        return RunCommand.settings(RunConfig.read(file(sections))).limits();
    }

    private Limits with(LimitKey key, String value) throws IOException {
        String[] path = key.path().split("\\.", -1);
        return limits(path[0] + ":\n  " + path[1] + ": " + value);
    }

    /** Not the default, and possible beside the defaults of the others. */
    private static BigDecimal other(LimitKey key) {
        BigDecimal standard = key.in(DEFAULTS);
        return switch (key.kind()) {
            case FLAG -> BigDecimal.ONE.subtract(standard);
            case NUMBER -> standard.multiply(new BigDecimal("0.99"));
            case SECONDS -> standard.multiply(new BigDecimal("1.5"));
            case MILLIS -> standard.add(BigDecimal.TEN);
            case WHOLE_SECONDS -> standard.multiply(BigDecimal.TWO);
            case WHOLE, MINUTES, HOURS, DAYS -> standard.add(BigDecimal.ONE);
        };
    }

    @Test
    void whatIsLeftOutIsAsByDefault() throws IOException {
        assertThat(limits("")).isEqualTo(DEFAULTS);
        assertThat(limits("pauses:\nstorms: {}")).isEqualTo(DEFAULTS);
    }

    @ParameterizedTest
    @EnumSource(LimitKey.class)
    void eachKeyReachesItsSettingAndNoOther(LimitKey key) throws IOException {
        BigDecimal value = other(key);
        Limits limits = with(key, key.text(value));
        for (LimitKey each : LimitKey.values()) {
            assertThat(each.in(limits)).as(each.path()).isEqualByComparingTo(each == key ? value : each.in(DEFAULTS));
        }
    }

    @Test
    void everySettingIsTaken() throws IOException {
        assertThat(limits("""
                        pauses: {detectionMillis: 300, detectionRefreshes: 4, sustainedShare: 0.9, sentBeforeSeconds: 11, idleSeconds: 12.5, watchdogPassingMinutes: 32, watchdogLongestHours: 33,
                          choppyShare: 0.4, choppySeconds: 6, choppyOfSeconds: 8, clearShare: 0.06, badSampleShare: 1.05, lineRateShare: 0.85,
                          lineRateEndsShare: 0.7, backPressureSeconds: 13, linkErrorsSeconds: 14, dropSeconds: 9, risingShare: 0.02,
                          risingOfMedian: 7.5, risingWindowSeconds: 600, risingCoveredShare: 0.75, risingEndsShare: 0.45, risingDays: 5,
                          risingHistoryHours: 48, risingTapGapSeconds: 15}
                        storms: {settleSeconds: 3, clearSeconds: 30, silentHours: 12, reopenSeconds: 600, holdSeconds: 4, unexplainedSeconds: 6, openings: 5,
                          openingsMinutes: 20, pageOnCongestion: true, warningBelowConfidence: 0.55, criticalDrops: 16, emergencySwitches: 17,
                          emergencyHostShare: 0.2, emergencyHosts: 18, victims: 19}
                        quality: {missedRefreshes: 21, silenceSeconds: 22, ticketSeconds: 23, skewHoldSeconds: 24, reportSeconds: 25, forgetDays: 26}
                        findings: {settleSeconds: 27, majority: 28, hostMtuSlackBytes: 29, listedPorts: 31}
                        """))
                .isEqualTo(new Limits(
                        new PauseSettings(
                                10_000_000L,
                                30,
                                0.9,
                                0.06,
                                30 * SECOND,
                                11 * SECOND,
                                12_500_000_000L,
                                4,
                                1.05,
                                new PauseSettings.Watchdog(32 * 60 * SECOND, 33 * 3600 * SECOND),
                                new PauseSettings.Choppy(0.4, 6, 8),
                                new PauseSettings.Signs(0.85, 0.7, 13 * SECOND, 14 * SECOND, 9, 16, 2, SECOND),
                                new PauseSettings.Rising(
                                        600 * SECOND, 0.75, 0.02, 7.5, 0.45, 5, 48 * 3600 * SECOND, 15 * SECOND)),
                        new StormSettings(
                                3 * SECOND,
                                30 * SECOND,
                                12 * 3600 * SECOND,
                                600 * SECOND,
                                0.55,
                                16,
                                new StormSettings.Emergency(17, 0.2, 18),
                                new StormSettings.Paging(4 * SECOND, 6 * SECOND, 5, 1200 * SECOND, true),
                                new StormSettings.Bounds(256, 32, 19, 50, 20)),
                        new QualitySettings(
                                SECOND, 25 * SECOND, 22 * SECOND, 21, 23 * SECOND, 24 * SECOND, 26 * 86_400 * SECOND),
                        new ConsistencySettings(SECOND, 27 * SECOND, 28, 29, 31)));
    }

    @ParameterizedTest
    @EnumSource(LimitKey.class)
    void whatIsOutOfRangeIsRefused(LimitKey key) {
        for (String value : List.of("-1", "1e15", "many", "")) {
            assertThatThrownBy(() -> with(key, value))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("run.yaml, line 5: " + key.path() + " is ")
                    .hasMessageContaining(key.possible() + " is possible");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "storms: {holdSeconds: -1} | run.yaml, line 4: storms.holdSeconds is -1, 0 to 3600 is possible",
                "storms: {pageOnCongestion: 1} | storms.pageOnCongestion is '1', true or false is possible",
                "storms: {openings: 2.5} | storms.openings is 2.5, it must be a whole number",
                "storms: {openings: .nan} | 1 to 32 is possible",
                "storms: {openings: [3]} | storms.openings is '[', 1 to 32 is possible",
                "storms: 3 | storms is '3', it must hold keys with their values",
                "storms: {holdSecond: 3} | line 4: unknown key 'holdSecond'",
                "storms: {holdSecond: 3} | did you mean 'holdSeconds'?",
                "storm: {holdSeconds: 3} | did you mean 'storms'?",
                "storms: {holdSeconds: 3, holdSeconds: 4} | Duplicate field 'holdSeconds'",
                "pauses: {sustainedShare: 1.2} | pauses.sustainedShare is 1.2, 0.05 to 1 is possible",
                "pauses: {clearShare: 0.96} | pauses.clearShare is 0.96, more than pauses.sustainedShare, which is 0.95",
                "pauses: {choppySeconds: 6} | pauses.choppySeconds is 6, more than pauses.choppyOfSeconds, which is 5",
                "pauses: {lineRateShare: 0.7} | pauses.lineRateEndsShare is 0.8, more than pauses.lineRateShare, which is 0.7",
                "pauses: {detectionMillis: 205} | pauses.detectionMillis is 205, it must be a multiple of 10",
                "pauses: {risingWindowSeconds: 301} | pauses.risingWindowSeconds is 301, it must divide a day",
                "pauses: {risingHistoryHours: 169} | pauses.risingHistoryHours is 169, longer than pauses.risingDays, which is 7",
                "pauses: {watchdogLongestHours: 1, watchdogPassingMinutes: 61} | pauses.watchdogPassingMinutes is 61, more than pauses.watchdogLongestHours, which is 1",
                "quality: {silenceSeconds: 900} | quality.silenceSeconds is 900, more than quality.ticketSeconds, which is 600",
            })
    void whatCannotBeIsRefusedWithItsReason(String section, String reason) {
        assertThatThrownBy(() -> limits(section))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("run.yaml")
                .hasMessageContaining(reason);
    }

    private static List<StormIncident> incast(Limits limits) {
        return new DriverRunner(Perturbation.NONE, limits).run(Case.of(Small.incast(), 1, Small.EVERY_200_MS));
    }

    @Test
    void congestionPagesOnlyWhereTheConfigurationSaysSo() throws IOException {
        String early =
                "pauses: {choppyShare: 0.2, choppySeconds: 1, choppyOfSeconds: 1}\nstorms: {settleSeconds: 1, holdSeconds: 1";
        assertThat(incast(limits(early + "}"))).isNotEmpty().allMatch(incident -> incident.getPage() == null);
        assertThat(incast(limits(early + ", pageOnCongestion: true}"))).last().satisfies(incident -> {
            assertThat(incident.getRule()).isEqualTo("congestion");
            assertThat(Objects.requireNonNull(incident.getPage()).getReason()).isEqualTo("congestion for 1 s");
        });
    }

    private static boolean missesTheLeaf(Limits limits) {
        return new DriverRunner(Perturbation.NONE, limits)
                .run(Case.of(Small.silence(), 1, Small.EVERY_200_MS).scenario(), 1, "silence").telemetry().stream()
                        .anyMatch(row -> row.getName().equals("leaf-1") && row.getState() == TelemetryState.UNKNOWN);
    }

    @Test
    void silenceIsJudgedByTheConfiguration() throws IOException {
        assertThat(missesTheLeaf(limits(""))).isFalse();
        assertThat(missesTheLeaf(limits("quality: {silenceSeconds: 1, missedRefreshes: 1}")))
                .isTrue();
    }
}
