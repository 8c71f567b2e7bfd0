package io.stormglass.emulator.fault;

/** What the parts of a fault must be. */
final class Check {
    private Check() {}

    static void node(String what, int number) {
        if (number < 0) {
            throw new IllegalArgumentException(what + " is " + number + ", 0 and up is possible");
        }
    }

    static void priority(int priority) {
        if (priority < 0 || priority > 7) {
            throw new IllegalArgumentException("priority is " + priority + ", 0 to 7 is possible");
        }
    }

    static void above(String what, long value, long bound) {
        if (value <= bound) {
            throw new IllegalArgumentException(what + " is " + value + ", above " + bound + " is needed");
        }
    }
}
