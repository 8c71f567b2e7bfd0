package io.stormglass.cli;

import java.util.Arrays;

/** Values of the options that models share. */
final class ModelOptions {
    private ModelOptions() {}

    /** The constant whose word was given. */
    static <E extends Enum<E>> E oneOf(String option, String text, E[] constants) {
        for (E constant : constants) {
            if (Json.word(constant).equals(text)) {
                return constant;
            }
        }
        throw CommandFailure.usage(
                option + " is '" + text + "', one of "
                        + String.join(
                                ", ", Arrays.stream(constants).map(Json::word).toList()) + " is expected",
                null);
    }
}
