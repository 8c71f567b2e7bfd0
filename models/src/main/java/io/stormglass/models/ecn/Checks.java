package io.stormglass.models.ecn;

/** Ranges that the records share. */
final class Checks {
    private Checks() {}

    static void share(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " is " + value + ", 0..1 is needed");
        }
    }

    static void atLeast(String what, double value, double least) {
        if (!(value >= least) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(what + " is " + value + ", at least " + least + " is needed");
        }
    }

    static void atLeast(String what, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " is " + value + ", at least " + least + " is needed");
        }
    }

    static void above(String what, long value, long bound) {
        if (value <= bound) {
            throw new IllegalArgumentException(what + " is " + value + ", above " + bound + " is needed");
        }
    }

    static void above(String what, double value, double bound) {
        if (!(value > bound) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(what + " is " + value + ", above " + bound + " is needed");
        }
    }
}
