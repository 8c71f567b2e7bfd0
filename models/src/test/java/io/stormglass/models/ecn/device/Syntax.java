package io.stormglass.models.ecn.device;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads commands as the four systems document them; made from their documents, not from what writes them. */
final class Syntax {
    private static final Pattern ECNCONFIG =
            Pattern.compile("ecnconfig -p (\\S+) -gmin (\\d+) -gmax (\\d+) -gdrop (\\d+)");
    private static final Pattern NX_OS = Pattern.compile(
            "random-detect minimum-threshold (\\d+) (bytes|kbytes|mbytes) maximum-threshold (\\d+) (bytes|kbytes|mbytes)"
                    + " drop-probability (\\d+)(?: weight (\\d+))? ecn");
    private static final Pattern EOS =
            Pattern.compile("random-detect ecn minimum-threshold (\\d+) (segments|bytes|kbytes|mbytes|milliseconds)"
                    + " maximum-threshold (\\d+) (segments|bytes|kbytes|mbytes|milliseconds)"
                    + " max-mark-probability (\\d+)(?: weight (\\d+))?");
    private static final Pattern NVUE = Pattern.compile(
            "nv set qos congestion-control (\\S+) traffic-class (\\d+) (min-threshold|max-threshold|probability) (\\d+)");

    private Syntax() {}

    /** What was set, and where. */
    record Read(String name, String place, String unit, Setting setting) {}

    static Read read(Dialect dialect, List<String> lines) {
        return switch (dialect) {
            case SONIC -> sonic(lines);
            case NX_OS -> mode(lines, "configure terminal", "policy-map type queuing ", "class type queuing ", NX_OS);
            case EOS -> mode(lines, "configure", "qos profile ", "uc-tx-queue ", EOS);
            case NVUE -> nvue(lines);
        };
    }

    private static Read sonic(List<String> lines) {
        Matcher m = match(ECNCONFIG, only(lines));
        return new Read(m.group(1), "", "bytes", setting(m.group(2), m.group(3), m.group(4), null));
    }

    private static Read mode(List<String> lines, String enter, String object, String part, Pattern last) {
        if (lines.size() != 5 || !lines.get(0).equals(enter) || !lines.get(4).equals("end")) {
            throw new IllegalArgumentException("not a configuration session: " + lines);
        }
        Matcher m = match(last, lines.get(3));
        if (!m.group(2).equals(m.group(4))) {
            throw new IllegalArgumentException("two units: " + lines.get(3));
        }
        return new Read(
                after(object, lines.get(1)),
                after(part, lines.get(2)),
                m.group(2),
                setting(m.group(1), m.group(3), m.group(5), m.group(6)));
    }

    private static Read nvue(List<String> lines) {
        Map<String, String> values = new HashMap<>();
        String name = "";
        String place = "";
        for (String line : lines.subList(0, lines.size() - 1)) {
            Matcher m = match(NVUE, line);
            name = m.group(1);
            place = m.group(2);
            values.put(m.group(3), m.group(4));
        }
        if (!lines.getLast().equals("nv config apply")) {
            throw new IllegalArgumentException("never applied: " + lines);
        }
        return new Read(
                name,
                place,
                "bytes",
                setting(values.get("min-threshold"), values.get("max-threshold"), values.get("probability"), null));
    }

    private static Setting setting(
            @Nullable String minimum, @Nullable String maximum, @Nullable String percent, @Nullable String weight) {
        return new Setting(
                Long.parseLong(Objects.requireNonNull(minimum)),
                Long.parseLong(Objects.requireNonNull(maximum)),
                Integer.parseInt(Objects.requireNonNull(percent)),
                weight == null ? null : Integer.valueOf(weight));
    }

    private static String after(String start, String line) {
        if (!line.startsWith(start)) {
            throw new IllegalArgumentException("'" + line + "' does not begin with '" + start + "'");
        }
        return line.substring(start.length());
    }

    private static Matcher match(Pattern pattern, String line) {
        Matcher m = pattern.matcher(line);
        if (!m.matches()) {
            throw new IllegalArgumentException("'" + line + "' is not a command of " + pattern);
        }
        return m;
    }

    private static String only(List<String> lines) {
        if (lines.size() != 1) {
            throw new IllegalArgumentException("one line is needed: " + lines);
        }
        return lines.get(0);
    }
}
