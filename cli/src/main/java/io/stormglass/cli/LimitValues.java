package io.stormglass.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.stormglass.models.consistency.ConsistencySettings;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.quality.QualitySettings;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.streams.Limits;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits as the configuration of {@code run} gives them; what is left out is as it is by default.
 *
 * @param given in the unit of the file
 */
@JsonDeserialize(using = LimitValues.Reader.class)
record LimitValues(Map<LimitKey, BigDecimal> given) {
    private static final Limits BASE = Limits.defaults();

    LimitValues {
        given = Map.copyOf(given);
    }

    /** All of them together. */
    static LimitValues of(Collection<LimitValues> sections) {
        Map<LimitKey, BigDecimal> all = new EnumMap<>(LimitKey.class);
        sections.forEach(each -> all.putAll(each.given));
        return new LimitValues(all);
    }

    /**
     * The limits.
     *
     * @throws IllegalArgumentException if two of them do not fit
     */
    Limits limits() {
        requireFits();
        return new Limits(pause(), storm(), quality(), findings());
    }

    private void requireFits() {
        requireAtMost(LimitKey.CLEAR_SHARE, LimitKey.SUSTAINED_SHARE);
        requireAtMost(LimitKey.CHOPPY_SECONDS, LimitKey.CHOPPY_OF);
        requireAtMost(LimitKey.LINE_RATE_ENDS, LimitKey.LINE_RATE);
        requireAtMost(LimitKey.WATCHDOG_PASSING, LimitKey.WATCHDOG_LONGEST);
        requireAtMost(LimitKey.SILENCE, LimitKey.TICKET);
        if (nanos(LimitKey.DETECTION) % BASE.pause().bucketNanos() != 0) {
            throw wrong(LimitKey.DETECTION, "it must be a multiple of 10");
        }
        long day = LimitKey.Kind.DAYS.scale;
        if (day % nanos(LimitKey.RISING_WINDOW) != 0) {
            throw wrong(LimitKey.RISING_WINDOW, "it must divide a day, such as 300 or 600");
        }
        if (nanos(LimitKey.RISING_HISTORY) > whole(LimitKey.RISING_DAYS) * day) {
            throw wrong(
                    LimitKey.RISING_HISTORY,
                    "longer than " + LimitKey.RISING_DAYS.path() + ", which is " + whole(LimitKey.RISING_DAYS));
        }
    }

    private void requireAtMost(LimitKey low, LimitKey high) {
        if (scaled(low).compareTo(scaled(high)) > 0) {
            throw wrong(low, "more than " + high.path() + ", which is " + high.text(value(high)));
        }
    }

    private IllegalArgumentException wrong(LimitKey key, String why) {
        return new IllegalArgumentException(key.path() + " is " + key.text(value(key)) + ", " + why);
    }

    private PauseSettings pause() {
        PauseSettings base = BASE.pause();
        return new PauseSettings(
                base.bucketNanos(),
                Math.toIntExact(nanos(LimitKey.DETECTION) / base.bucketNanos()),
                number(LimitKey.SUSTAINED_SHARE),
                number(LimitKey.CLEAR_SHARE),
                nanos(LimitKey.CLEAR),
                nanos(LimitKey.SENT_BEFORE),
                nanos(LimitKey.IDLE),
                whole(LimitKey.DETECTION_REFRESHES),
                number(LimitKey.BAD_SAMPLE),
                new PauseSettings.Watchdog(nanos(LimitKey.WATCHDOG_PASSING), nanos(LimitKey.WATCHDOG_LONGEST)),
                new PauseSettings.Choppy(
                        number(LimitKey.CHOPPY_SHARE), whole(LimitKey.CHOPPY_SECONDS), whole(LimitKey.CHOPPY_OF)),
                signs(base.signs()),
                rising());
    }

    private PauseSettings.Signs signs(PauseSettings.Signs base) {
        return new PauseSettings.Signs(
                number(LimitKey.LINE_RATE),
                number(LimitKey.LINE_RATE_ENDS),
                nanos(LimitKey.BACK_PRESSURE),
                nanos(LimitKey.LINK_ERRORS),
                whole(LimitKey.DROPS),
                number(LimitKey.CRITICAL_DROPS),
                base.toldAgainFactor(),
                base.toldAgainNanos());
    }

    private PauseSettings.Rising rising() {
        return new PauseSettings.Rising(
                nanos(LimitKey.RISING_WINDOW),
                number(LimitKey.RISING_COVERED),
                number(LimitKey.RISING_SHARE),
                number(LimitKey.RISING_FACTOR),
                number(LimitKey.RISING_ENDS),
                whole(LimitKey.RISING_DAYS),
                nanos(LimitKey.RISING_HISTORY),
                nanos(LimitKey.RISING_GAP));
    }

    private StormSettings storm() {
        StormSettings.Bounds bounds = BASE.storm().bounds();
        return new StormSettings(
                nanos(LimitKey.SETTLE),
                nanos(LimitKey.CLEAR),
                nanos(LimitKey.SILENT),
                nanos(LimitKey.REOPEN),
                number(LimitKey.WARNING_BELOW),
                number(LimitKey.CRITICAL_DROPS),
                new StormSettings.Emergency(
                        whole(LimitKey.EMERGENCY_SWITCHES),
                        number(LimitKey.EMERGENCY_HOST_SHARE),
                        whole(LimitKey.EMERGENCY_HOSTS)),
                new StormSettings.Paging(
                        nanos(LimitKey.HOLD),
                        nanos(LimitKey.UNEXPLAINED),
                        whole(LimitKey.OPENINGS),
                        nanos(LimitKey.OPENINGS_WITHIN),
                        whole(LimitKey.PAGE_ON_CONGESTION) == 1),
                new StormSettings.Bounds(
                        bounds.ports(),
                        bounds.openings(),
                        whole(LimitKey.VICTIMS),
                        bounds.timeline(),
                        bounds.evidence()));
    }

    private QualitySettings quality() {
        return new QualitySettings(
                BASE.quality().stepNanos(),
                nanos(LimitKey.REPORT),
                nanos(LimitKey.SILENCE),
                whole(LimitKey.MISSED),
                nanos(LimitKey.TICKET),
                nanos(LimitKey.SKEW_HOLD),
                nanos(LimitKey.FORGET));
    }

    private ConsistencySettings findings() {
        return new ConsistencySettings(
                BASE.consistency().stepNanos(),
                nanos(LimitKey.FINDING_SETTLE),
                whole(LimitKey.MAJORITY),
                whole(LimitKey.MTU_SLACK),
                whole(LimitKey.LISTED));
    }

    private BigDecimal value(LimitKey key) {
        BigDecimal value = given.get(key);
        return value == null ? key.in(BASE) : value;
    }

    private long nanos(LimitKey key) {
        return scaled(key).longValue();
    }

    private BigDecimal scaled(LimitKey key) {
        return value(key).multiply(BigDecimal.valueOf(key.kind().scale));
    }

    private double number(LimitKey key) {
        return value(key).doubleValue();
    }

    private int whole(LimitKey key) {
        return value(key).intValue();
    }

    /** Reads a section; its keys are known to belong there. */
    static final class Reader extends JsonDeserializer<LimitValues> {
        @Override
        public LimitValues deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String section = parser.currentName();
            if (!parser.isExpectedStartObjectToken()) {
                throw JsonMappingException.from(
                        parser, section + " is '" + parser.getText() + "', it must hold keys with their values");
            }
            Map<LimitKey, BigDecimal> values = new EnumMap<>(LimitKey.class);
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                LimitKey key = LimitKey.of(section, parser.currentName());
                parser.nextToken();
                values.put(key, value(parser, key));
            }
            return new LimitValues(values);
        }

        private static BigDecimal value(JsonParser parser, LimitKey key) throws IOException {
            BigDecimal value = key.kind() == LimitKey.Kind.FLAG ? flag(parser) : number(parser);
            if (value == null) {
                throw JsonMappingException.from(
                        parser, key.path() + " is '" + parser.getText() + "', " + key.possible() + " is possible");
            }
            try {
                return key.checked(value);
            } catch (IllegalArgumentException e) {
                throw JsonMappingException.from(parser, String.valueOf(e.getMessage()), e);
            }
        }

        private static @Nullable BigDecimal flag(JsonParser parser) throws IOException {
            return switch (parser.currentToken()) {
                case VALUE_TRUE -> BigDecimal.ONE;
                case VALUE_FALSE -> BigDecimal.ZERO;
                default -> null;
            };
        }

        private static @Nullable BigDecimal number(JsonParser parser) throws IOException {
            try {
                return parser.currentToken().isNumeric() ? parser.getDecimalValue() : null;
            } catch (StreamReadException e) {
                // Not a number, or infinite.
                return null;
            }
        }
    }
}
