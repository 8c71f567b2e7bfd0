package io.stormglass.cli;

import io.stormglass.models.consistency.ConsistencySettings;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.quality.QualitySettings;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.replay.YamlShape;
import io.stormglass.streams.Limits;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Limits that the configuration of {@code run} can set: where they stand in the file, what is possible, and which setting each of them is. */
@SuppressWarnings("ImmutableEnumChecker") // The functions keep nothing.
enum LimitKey {
    DETECTION(
            Section.PAUSES,
            "detectionMillis",
            range(Kind.MILLIS, 20, 5000),
            "detection time from frames and from an on-switch source, a multiple of 10",
            pause(s -> s.windowNanos())),
    DETECTION_REFRESHES(
            Section.PAUSES,
            "detectionRefreshes",
            range(Kind.WHOLE, 1, 20),
            "detection time from counters, in refreshes of the source, where that is longer",
            pause(s -> s.counterRefreshes())),
    SUSTAINED_SHARE(
            Section.PAUSES,
            "sustainedShare",
            range(Kind.NUMBER, 0.05, 1),
            "`sustained` and `idle-pause`: share of the time that must be paused",
            pause(s -> s.openRatio())),
    SENT_BEFORE(
            Section.PAUSES,
            "sentBeforeSeconds",
            range(Kind.SECONDS, 0, 3600),
            "`sustained` where occupancy is unknown: packets sent in so long before show that there was something to send",
            pause(s -> s.recentNanos())),
    IDLE(
            Section.PAUSES,
            "idleSeconds",
            range(Kind.SECONDS, 0.2, 3600),
            "`idle-pause`: how long it must be paused with nothing to send",
            pause(s -> s.idleNanos())),
    WATCHDOG_PASSING(
            Section.PAUSES,
            "watchdogPassingMinutes",
            range(Kind.MINUTES, 1, 1440),
            "`watchdog` without a word of its end: over so long after the last word where packets pass, at most `watchdogLongestHours`",
            pause(s -> s.watchdog().passingNanos())),
    WATCHDOG_LONGEST(
            Section.PAUSES,
            "watchdogLongestHours",
            range(Kind.HOURS, 1, 720),
            "`watchdog` without a word of its end: over so long after the last word, whatever is seen",
            pause(s -> s.watchdog().longestNanos())),
    CHOPPY_SHARE(
            Section.PAUSES,
            "choppyShare",
            range(Kind.NUMBER, 0.05, 1),
            "`choppy`: share of a second that must be paused",
            pause(s -> s.choppy().pausedRatio())),
    CHOPPY_SECONDS(
            Section.PAUSES,
            "choppySeconds",
            range(Kind.WHOLE, 1, 15),
            "`choppy`: in so many seconds, at most `choppyOfSeconds`",
            pause(s -> s.choppy().seconds())),
    CHOPPY_OF(
            Section.PAUSES,
            "choppyOfSeconds",
            range(Kind.WHOLE, 1, 15),
            "`choppy`: of so many in a row",
            pause(s -> s.choppy().ofSeconds())),
    CLEAR_SHARE(
            Section.PAUSES,
            "clearShare",
            range(Kind.NUMBER, 0.0001, 1),
            "a port is clear below this share, at most `sustainedShare`; how long: `storms.clearSeconds`",
            pause(s -> s.clearRatio())),
    BAD_SAMPLE(
            Section.PAUSES,
            "badSampleShare",
            range(Kind.NUMBER, 1, 2),
            "counters that say it was paused for more than this share of an interval are a bad sample",
            pause(s -> s.maxCounterRatio())),
    LINE_RATE(
            Section.PAUSES,
            "lineRateShare",
            range(Kind.NUMBER, 0.1, 1),
            "`congestion`: an origin that sends at this share of its line rate",
            pause(s -> s.signs().lineRateBegins())),
    LINE_RATE_ENDS(
            Section.PAUSES,
            "lineRateEndsShare",
            range(Kind.NUMBER, 0.01, 1),
            "`congestion`: over below this share, at most `lineRateShare`",
            pause(s -> s.signs().lineRateEnds())),
    BACK_PRESSURE(
            Section.PAUSES,
            "backPressureSeconds",
            range(Kind.SECONDS, 1, 3600),
            "a NIC's receive buffer or PCIe stalls are over when their counters did not grow for so long",
            pause(s -> s.signs().backPressureNanos())),
    LINK_ERRORS(
            Section.PAUSES,
            "linkErrorsSeconds",
            range(Kind.SECONDS, 1, 86_400),
            "a link has errors until their counters did not grow for so long",
            pause(s -> s.signs().linkErrorsNanos())),
    DROPS(
            Section.PAUSES,
            "dropSeconds",
            range(Kind.WHOLE, 1, 15),
            "`lossless-drop`: drops of so long are counted together",
            pause(s -> s.signs().dropSeconds())),
    RISING_SHARE(
            Section.PAUSES,
            "risingShare",
            range(Kind.NUMBER, 0.0001, 1),
            "`pauses-rising`: share of a window that must be paused",
            pause(s -> s.rising().pausedRatio())),
    RISING_FACTOR(
            Section.PAUSES,
            "risingOfMedian",
            range(Kind.NUMBER, 1, 1000),
            "`pauses-rising`: and so many times the port's own median",
            pause(s -> s.rising().ofMedian())),
    RISING_WINDOW(
            Section.PAUSES,
            "risingWindowSeconds",
            range(Kind.WHOLE_SECONDS, 60, 3600),
            "`pauses-rising`: length of a window, which divides a day",
            pause(s -> s.rising().windowNanos())),
    RISING_COVERED(
            Section.PAUSES,
            "risingCoveredShare",
            range(Kind.NUMBER, 0.1, 1),
            "`pauses-rising`: a window counts where samples cover this share of it",
            pause(s -> s.rising().coveredRatio())),
    RISING_ENDS(
            Section.PAUSES,
            "risingEndsShare",
            range(Kind.NUMBER, 0.01, 1),
            "`pauses-rising`: over below this share of both limits",
            pause(s -> s.rising().fallenShare())),
    RISING_DAYS(
            Section.PAUSES,
            "risingDays",
            range(Kind.WHOLE, 1, 30),
            "`pauses-rising`: days that make the median",
            pause(s -> s.rising().days())),
    RISING_HISTORY(
            Section.PAUSES,
            "risingHistoryHours",
            range(Kind.HOURS, 1, 720),
            "`pauses-rising`: so much must be counted before anything is judged, at most `risingDays`",
            pause(s -> s.rising().historyNanos())),
    RISING_GAP(
            Section.PAUSES,
            "risingTapGapSeconds",
            range(Kind.SECONDS, 1, 3600),
            "`pauses-rising`: a tap that told nothing for so long has not listened",
            pause(s -> s.rising().frameGapNanos())),
    SETTLE(
            Section.STORMS,
            "settleSeconds",
            range(Kind.SECONDS, 0, 60),
            "after this the identity of an incident is fixed; nothing pages before",
            storm(s -> s.settleNanos())),
    CLEAR(
            Section.STORMS,
            "clearSeconds",
            range(Kind.SECONDS, 1, 3600),
            "how long every port must be clear before an incident is resolved; a rise within it continues the same storm",
            storm(s -> s.clearNanos())),
    SILENT(
            Section.STORMS,
            "silentHours",
            range(Kind.HOURS, 1, 720),
            "a storm state of a device that has been silent for so long is over, whatever the other end of its link says",
            storm(s -> s.silentNanos())),
    REOPEN(
            Section.STORMS,
            "reopenSeconds",
            range(Kind.SECONDS, 0, 86_400),
            "a storm of the same origin so long after the end is the same incident",
            storm(s -> s.reopenNanos())),
    HOLD(
            Section.STORMS,
            "holdSeconds",
            range(Kind.SECONDS, 0, 3600),
            "page: how long it must be `critical`",
            storm(s -> s.paging().holdNanos())),
    UNEXPLAINED(
            Section.STORMS,
            "unexplainedSeconds",
            range(Kind.SECONDS, 0, 3600),
            "page: no earlier than this after the opening where a switch pauses for no known reason",
            storm(s -> s.paging().unexplainedNanos())),
    OPENINGS(
            Section.STORMS,
            "openings",
            range(Kind.WHOLE, 1, StormSettings.defaults().bounds().openings()),
            "page: or so many openings of one that was `critical`",
            storm(s -> s.paging().openings())),
    OPENINGS_WITHIN(
            Section.STORMS,
            "openingsMinutes",
            range(Kind.MINUTES, 1, 1440),
            "page: the time in which `openings` are counted",
            storm(s -> s.paging().openingsNanos())),
    PAGE_ON_CONGESTION(
            Section.STORMS,
            "pageOnCongestion",
            range(Kind.FLAG, 0, 1),
            "page: congestion that lasts for `holdSeconds` as well",
            storm(s -> s.paging().onCongestion() ? 1 : 0)),
    WARNING_BELOW(
            Section.STORMS,
            "warningBelowConfidence",
            range(Kind.NUMBER, 0, 1),
            "below this confidence an incident is a `warning`",
            storm(s -> s.warningBelowConfidence())),
    CRITICAL_DROPS(
            Section.STORMS,
            "criticalDrops",
            range(Kind.WHOLE, 1, 1_000_000),
            "`lossless-drop` is `critical` from so many packets in `pauses.dropSeconds`, a `warning` from one",
            storm(s -> s.criticalDrops())),
    EMERGENCY_SWITCHES(
            Section.STORMS,
            "emergencySwitches",
            range(Kind.WHOLE, 1, 10_000),
            "`emergency` from so many switches with waiting ports",
            storm(s -> s.emergency().switches())),
    EMERGENCY_HOST_SHARE(
            Section.STORMS,
            "emergencyHostShare",
            range(Kind.NUMBER, 0.001, 1),
            "`emergency` from this share of the host ports",
            storm(s -> s.emergency().hostShare())),
    EMERGENCY_HOSTS(
            Section.STORMS,
            "emergencyHosts",
            range(Kind.WHOLE, 1, 10_000),
            "`emergency` by their share: from so many host ports",
            storm(s -> s.emergency().hosts())),
    VICTIMS(
            Section.STORMS,
            "victims",
            range(Kind.WHOLE, 1, 200),
            "so many victims are named, the worst first; totals count all",
            storm(s -> s.bounds().victims())),
    MISSED(
            Section.QUALITY,
            "missedRefreshes",
            range(Kind.WHOLE, 1, 100),
            "`unknown` after so many missed refreshes",
            quality(s -> s.missedRefreshes())),
    SILENCE(
            Section.QUALITY,
            "silenceSeconds",
            range(Kind.WHOLE_SECONDS, 1, 3600),
            "`unknown` after this silence, if it is longer",
            quality(s -> s.silenceNanos())),
    TICKET(
            Section.QUALITY,
            "ticketSeconds",
            range(Kind.WHOLE_SECONDS, 1, 86_400),
            "silence that is a ticket, at least `silenceSeconds`",
            quality(s -> s.ticketNanos())),
    SKEW_HOLD(
            Section.QUALITY,
            "skewHoldSeconds",
            range(Kind.WHOLE_SECONDS, 1, 3600),
            "a clock is off until no record said so for this long",
            quality(s -> s.skewHoldNanos())),
    REPORT(
            Section.QUALITY,
            "reportSeconds",
            range(Kind.WHOLE_SECONDS, 1, 3600),
            "how often counts are published",
            quality(s -> s.reportNanos())),
    FORGET(
            Section.QUALITY,
            "forgetDays",
            range(Kind.DAYS, 1, 365),
            "who was silent for so long is forgotten",
            quality(s -> s.forgetNanos())),
    FINDING_SETTLE(
            Section.FINDINGS,
            "settleSeconds",
            range(Kind.SECONDS, 0, 86_400),
            "settings must differ for so long before they are told, and fit for so long before that is",
            findings(s -> s.settleNanos())),
    MAJORITY(
            Section.FINDINGS,
            "majority",
            range(Kind.WHOLE, 1, 1000),
            "so many devices must agree, and two thirds of those that are known, before one is told to be unlike them",
            findings(s -> s.majority())),
    MTU_SLACK(
            Section.FINDINGS,
            "hostMtuSlackBytes",
            range(Kind.WHOLE, 0, 9000),
            "a host's MTU may be so much smaller than its switch's",
            findings(s -> s.hostMtuSlackBytes())),
    LISTED(
            Section.FINDINGS,
            "listedPorts",
            range(Kind.WHOLE, 1, 100),
            "ports that evidence names one by one",
            findings(s -> s.listed()));

    /** Section of the file. */
    enum Section {
        PAUSES("pauses"),
        STORMS("storms"),
        QUALITY("quality"),
        FINDINGS("findings");

        final String text;

        Section(String text) {
            this.text = text;
        }

        /** Keys that it may hold. */
        YamlShape shape() {
            return YamlShape.keys(keys().stream().map(LimitKey::key).toArray(String[]::new));
        }

        private List<LimitKey> keys() {
            return Arrays.stream(LimitKey.values())
                    .filter(each -> each.section == this)
                    .toList();
        }
    }

    /** How a value is written: in which unit, and whether it may have parts. */
    enum Kind {
        NUMBER(1, false),
        WHOLE(1, true),
        MILLIS(1_000_000L, true),
        SECONDS(1_000_000_000L, false),
        WHOLE_SECONDS(1_000_000_000L, true),
        MINUTES(60_000_000_000L, true),
        HOURS(3_600_000_000_000L, true),
        DAYS(86_400_000_000_000L, true),
        FLAG(1, true);

        final long scale;
        final boolean whole;

        Kind(long scale, boolean whole) {
            this.scale = scale;
            this.whole = whole;
        }
    }

    private record Range(Kind kind, double least, double most) {}

    private final Section section;
    private final String key;
    private final Range range;
    private final String meaning;
    private final ToDoubleFunction<Limits> setting;

    LimitKey(Section section, String key, Range range, String meaning, ToDoubleFunction<Limits> setting) {
        this.section = section;
        this.key = key;
        this.range = range;
        this.meaning = meaning;
        this.setting = setting;
    }

    /** The key of a section, which has it. */
    static LimitKey of(String section, String key) {
        return Arrays.stream(values())
                .filter(each -> each.section.text.equals(section) && each.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + section + "." + key));
    }

    String key() {
        return key;
    }

    /** With its section. */
    String path() {
        return section.text + "." + key;
    }

    Kind kind() {
        return range.kind;
    }

    String meaning() {
        return meaning;
    }

    /** What the setting is in these limits, in the unit of the file; a flag is 0 or 1. */
    BigDecimal in(Limits limits) {
        BigDecimal value =
                BigDecimal.valueOf(setting.applyAsDouble(limits)).divide(BigDecimal.valueOf(range.kind.scale));
        return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    }

    /** A value as the file has it. */
    String text(BigDecimal value) {
        return range.kind == Kind.FLAG ? String.valueOf(value.signum() != 0) : value.toPlainString();
    }

    /** What is possible. */
    String possible() {
        return range.kind == Kind.FLAG ? "true or false" : plain(range.least) + " to " + plain(range.most);
    }

    /**
     * The value.
     *
     * @throws IllegalArgumentException if it is not possible
     */
    BigDecimal checked(BigDecimal value) {
        if (value.doubleValue() < range.least || value.doubleValue() > range.most) {
            throw new IllegalArgumentException(
                    path() + " is " + value.toPlainString() + ", " + possible() + " is possible");
        }
        if (range.kind.whole && value.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException(path() + " is " + value.toPlainString() + ", it must be a whole number");
        }
        return value;
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static Range range(Kind kind, double least, double most) {
        return new Range(kind, least, most);
    }

    private static ToDoubleFunction<Limits> pause(ToDoubleFunction<PauseSettings> setting) {
        return part(Limits::pause, setting);
    }

    private static ToDoubleFunction<Limits> storm(ToDoubleFunction<StormSettings> setting) {
        return part(Limits::storm, setting);
    }

    private static ToDoubleFunction<Limits> quality(ToDoubleFunction<QualitySettings> setting) {
        return part(Limits::quality, setting);
    }

    private static ToDoubleFunction<Limits> findings(ToDoubleFunction<ConsistencySettings> setting) {
        return part(Limits::consistency, setting);
    }

    private static <S> ToDoubleFunction<Limits> part(Function<Limits, S> part, ToDoubleFunction<S> setting) {
        return limits -> setting.applyAsDouble(part.apply(limits));
    }
}
