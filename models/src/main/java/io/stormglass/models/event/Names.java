package io.stormglass.models.event;

import java.util.Locale;

/** Rules for the names that take part in keys. */
public final class Names {
    private static final char LINE_SEPARATOR = '\u2028';
    private static final char PARAGRAPH_SEPARATOR = '\u2029';

    private Names() {}

    /**
     * Checks a fabric, device or port name.
     *
     * @param what what the name stands for, for the message
     * @throws IllegalArgumentException if the name is empty or holds {@code /} (devices, fabrics), {@code |} or a control character
     */
    public static String requireName(String what, String name) {
        requireNoControl(what + " name", name);
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('|') >= 0) {
            throw new IllegalArgumentException(
                    what + " name '" + name + "' must not be empty nor hold '/' or '|': keys are built from it");
        }
        return name;
    }

    /** Checks a port name: vendors use {@code /} in port names, {@code |} and control characters are refused. */
    public static String requirePortName(String name) {
        requireNoControl("port name", name);
        if (name.isEmpty() || name.indexOf('|') >= 0) {
            throw new IllegalArgumentException(
                    "port name '" + name + "' must not be empty nor hold '|': keys are built from it");
        }
        return name;
    }

    /** Place of the first control character (C0, C1, or a line or paragraph separator) in a text; -1 where there is none. */
    public static int controlAt(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR) {
                return i;
            }
        }
        return -1;
    }

    /** What is wrong with a text that holds a control character there; the text itself could not be printed. */
    public static String controlFound(String what, String text, int place) {
        return String.format(
                Locale.ROOT, "%s holds the control character U+%04X at %d", what, (int) text.charAt(place), place);
    }

    private static void requireNoControl(String what, String text) {
        int place = controlAt(text);
        if (place >= 0) {
            throw new IllegalArgumentException(controlFound(what, text, place));
        }
    }
}
