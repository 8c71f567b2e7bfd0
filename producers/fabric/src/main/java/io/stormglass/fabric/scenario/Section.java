package io.stormglass.fabric.scenario;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of a scenario file while it is read. Reading a key with its default is what declares it: the settings that a scenario has, and their values, are those
 * that were asked for, and a key that nobody asked for is refused.
 */
final class Section {
    private static final int MOST_CHARACTERS = 40;
    private static final String TOO_LONG = "a number of at most " + MOST_CHARACTERS + " digits was expected";

    private final YamlNode.Mapping mapping;
    private final String path;
    private final Reading reading;
    private final Set<String> known = new LinkedHashSet<>();

    /** What is common to all sections of one file: settings from outside, and what was found. */
    static final class Reading {
        final Map<String, String> overrides;
        /** Value by path, in the order of reading. */
        final Map<String, String> values = new java.util.LinkedHashMap<>();

        Reading(Map<String, String> overrides) {
            this.overrides = overrides;
        }
    }

    Section(YamlNode.Mapping mapping, String path, Reading reading) {
        this.mapping = mapping;
        this.path = path;
        this.reading = reading;
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    /** Where a key's value stands, for messages. */
    String at(String key) {
        if (reading.overrides.containsKey(path(key))) {
            return "setting " + path(key);
        }
        YamlNode node = mapping.values().get(key);
        return (node == null ? mapping.place() : node.place()) + ": " + path(key);
    }

    ScenarioFileException wrong(String key, String what) {
        return new ScenarioFileException(at(key) + " " + what);
    }

    /** True where the file or a setting gives the key. */
    boolean has(String key) {
        return mapping.values().containsKey(key) || reading.overrides.containsKey(path(key));
    }

    private @Nullable String given(String key) throws ScenarioFileException {
        known.add(key);
        String override = reading.overrides.get(path(key));
        if (override != null) {
            return override;
        }
        YamlNode node = mapping.values().get(key);
        return switch (node) {
            case null -> null;
            case YamlNode.Scalar scalar -> scalar.text();
            case YamlNode.Items items -> joined(key, items);
            case YamlNode.Mapping nested -> throw wrong(key, "is a mapping, a value was expected");
        };
    }

    private String joined(String key, YamlNode.Items items) throws ScenarioFileException {
        List<String> parts = new ArrayList<>();
        for (YamlNode item : items.items()) {
            if (!(item instanceof YamlNode.Scalar scalar)) {
                throw wrong(key, "is a list of more than words and numbers");
            }
            parts.add(scalar.text());
        }
        return String.join(",", parts);
    }

    /** Text; with no default (null) it must be given. */
    String text(String key, @Nullable String standard) throws ScenarioFileException {
        String text = given(key);
        if (text == null) {
            text = standard;
        }
        if (text == null) {
            throw new ScenarioFileException(mapping.place() + ": " + path(key) + " is missing");
        }
        reading.values.put(path(key), text);
        return text;
    }

    /** One of some words. */
    String word(String key, @Nullable String standard, String... words) throws ScenarioFileException {
        String text = text(key, standard);
        if (!Arrays.asList(words).contains(text)) {
            throw wrong(
                    key,
                    "is '" + text + "', " + String.join(", ", words) + " are possible"
                            + NearestWord.hint(text, List.of(words)));
        }
        return text;
    }

    /** One of some words. */
    String word(String key, String standard, Set<String> words) throws ScenarioFileException {
        return word(key, standard, words.toArray(new String[0]));
    }

    /** A number with parts. */
    double number(String key, double standard, double least, double most) throws ScenarioFileException {
        BigDecimal value = decimal(key, BigDecimal.valueOf(standard));
        if (value.doubleValue() < least || value.doubleValue() > most) {
            throw wrong(
                    key, "is " + value.toPlainString() + ", " + plain(least) + " to " + plain(most) + " is possible");
        }
        return value.doubleValue();
    }

    /** A whole number. */
    long whole(String key, long standard, long least, long most) throws ScenarioFileException {
        BigDecimal value = decimal(key, BigDecimal.valueOf(standard));
        return range(key, value, Unit.ONE, least, most);
    }

    int small(String key, long standard, long least, long most) throws ScenarioFileException {
        return Math.toIntExact(whole(key, standard, least, Math.min(most, Integer.MAX_VALUE)));
    }

    /** Microseconds in the file, picoseconds here. */
    long picos(String key, double standardMicros) throws ScenarioFileException {
        BigDecimal value = decimal(key, BigDecimal.valueOf(standardMicros));
        return range(key, value, Unit.PICOS, 0, Long.MAX_VALUE / 4);
    }

    /** As {@link #picos}, a microsecond at least: what comes over and over must leave time for what it does. */
    long periodPicos(String key, double standardMicros) throws ScenarioFileException {
        BigDecimal value = decimal(key, BigDecimal.valueOf(standardMicros));
        return range(key, value, Unit.PICOS, 1_000_000, Long.MAX_VALUE / 4);
    }

    /** As {@link #periodPicos}, or 0, which it is where it is not given. */
    long periodPicosOrNone(String key) throws ScenarioFileException {
        return picos(key, 0) == 0 ? 0 : periodPicos(key, 0);
    }

    /** Gigabits per second in the file, bits per second here. */
    long bitsPerSecond(String key, double standardGbps) throws ScenarioFileException {
        return bitsPerSecond(key, standardGbps, 100_000);
    }

    /** As {@link #bitsPerSecond}, at most so much. */
    long bitsPerSecond(String key, double standardGbps, double mostGbps) throws ScenarioFileException {
        BigDecimal value = decimal(key, BigDecimal.valueOf(standardGbps));
        return range(key, value, Unit.BITS_PER_SECOND, 1, Math.round(mostGbps * 1e9));
    }

    boolean flag(String key, String standard) throws ScenarioFileException {
        return Boolean.parseBoolean(word(key, standard, "true", "false"));
    }

    /** What a number in the file is turned into. */
    private enum Unit {
        ONE(1, ""),
        PICOS(1_000_000, " of picoseconds"),
        BITS_PER_SECOND(1_000_000_000, " of bit/s");

        final BigDecimal factor;
        final String words;

        Unit(long factor, String words) {
            this.factor = BigDecimal.valueOf(factor);
            this.words = words;
        }

        String shown(long value) {
            return BigDecimal.valueOf(value).divide(factor).stripTrailingZeros().toPlainString();
        }
    }

    private long range(String key, BigDecimal value, Unit unit, long least, long most) throws ScenarioFileException {
        BigDecimal scaled = value.multiply(unit.factor);
        if (scaled.stripTrailingZeros().scale() > 0) {
            throw wrong(key, "is " + value.toPlainString() + ", a whole number" + unit.words + " is needed");
        }
        if (scaled.compareTo(BigDecimal.valueOf(least)) < 0 || scaled.compareTo(BigDecimal.valueOf(most)) > 0) {
            throw wrong(
                    key,
                    "is " + value.toPlainString() + ", " + unit.shown(least) + " to " + unit.shown(most)
                            + " is possible");
        }
        return scaled.longValueExact();
    }

    private BigDecimal decimal(String key, BigDecimal standard) throws ScenarioFileException {
        String text = text(key, standard.stripTrailingZeros().toPlainString());
        if (text.length() > MOST_CHARACTERS) {
            throw wrong(key, "is '" + text.substring(0, MOST_CHARACTERS) + "...', " + TOO_LONG);
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw wrong(key, "is '" + text + "', a number was expected");
        }
        // A few characters such as 1e999999999 are gigabytes of digits once they are written out.
        if (Math.abs((long) value.precision() - value.scale()) > MOST_CHARACTERS) {
            throw wrong(key, "is '" + text + "', " + TOO_LONG);
        }
        return value;
    }

    private static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    /** Whole numbers and spans of them: {@code 0-3,7}. */
    List<Integer> numbers(String key, String standard, int most) throws ScenarioFileException {
        List<Integer> numbers = new ArrayList<>();
        String text = text(key, standard);
        for (String part : text.split(",", -1)) {
            String[] ends = part.strip().split("-", -1);
            try {
                int from = Integer.parseInt(ends[0].strip());
                int to = ends.length == 2 ? Integer.parseInt(ends[1].strip()) : from;
                if (ends.length > 2 || from < 0 || to < from || to > most) {
                    throw wrong(key, "has '" + part.strip() + "', numbers and spans of 0 to " + most + " are possible");
                }
                for (int each = from; each <= to; each++) {
                    numbers.add(each);
                }
            } catch (NumberFormatException e) {
                throw wrong(key, "has '" + part.strip() + "', a number or a span such as 0-3 was expected");
            }
        }
        return numbers;
    }

    /** A mapping below; empty where there is none. */
    Section section(String key) throws ScenarioFileException {
        known.add(key);
        YamlNode node = mapping.values().get(key);
        return switch (node) {
            case null -> new Section(new YamlNode.Mapping(mapping.place(), Map.of(), Map.of()), path(key), reading);
            case YamlNode.Mapping nested -> new Section(nested, path(key), reading);
            case YamlNode.Scalar other -> throw wrong(key, "is a value, a mapping was expected");
            case YamlNode.Items other -> throw wrong(key, "is a list, a mapping was expected");
        };
    }

    /** The mappings of a list below; none where there is no list. */
    List<Section> sections(String key) throws ScenarioFileException {
        known.add(key);
        YamlNode node = mapping.values().get(key);
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof YamlNode.Items items)) {
            throw wrong(key, "is no list; a list of mappings was expected");
        }
        List<Section> sections = new ArrayList<>();
        for (YamlNode item : items.items()) {
            if (!(item instanceof YamlNode.Mapping nested)) {
                throw new ScenarioFileException(item.place() + ": in " + path(key) + " a mapping was expected");
            }
            sections.add(new Section(nested, path(key) + "." + sections.size(), reading));
        }
        return sections;
    }

    /** Everything in this mapping as text, whatever it is. */
    Map<String, String> anything() throws ScenarioFileException {
        Map<String, String> all = new TreeMap<>();
        for (String key : mapping.values().keySet()) {
            String text = given(key);
            if (text != null) {
                all.put(key, text);
            }
        }
        return all;
    }

    /** Refuses what was not asked for. */
    void done() throws ScenarioFileException {
        for (String key : mapping.values().keySet()) {
            if (!known.contains(key)) {
                throw new ScenarioFileException(mapping.places().get(key) + ": unknown key '" + path(key) + "'"
                        + NearestWord.hint(key, known) + "; known here: " + String.join(", ", known));
            }
        }
    }
}
