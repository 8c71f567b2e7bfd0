package io.stormglass.emulator;

/** The eight priorities of a link, and sets of them as bits. */
final class Priorities {
    static final int COUNT = 8;
    static final int ALL = 0xff;

    private Priorities() {}

    static int check(String what, int priority) {
        if (priority < 0 || priority >= COUNT) {
            throw new IllegalArgumentException(what + " is " + priority + ", 0 to 7 is possible");
        }
        return priority;
    }

    static int checkSet(String what, int set) {
        if (set < 0 || set > ALL) {
            throw new IllegalArgumentException(what + " is " + set + ", a set of 8 bits is needed");
        }
        return set;
    }

    static boolean has(int set, int priority) {
        return ((set >>> priority) & 1) != 0;
    }
}
