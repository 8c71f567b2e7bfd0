package io.stormglass.models.cc;

import java.nio.ByteBuffer;

/** Refuses what is out of range, naming it. */
final class Expect {
    private Expect() {}

    static void inRange(String what, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            throw new IllegalArgumentException(what + " is " + value + ", " + low + " to " + high + " is possible");
        }
    }

    static void inRange(String what, long value, long low, long high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(what + " is " + value + ", " + low + " to " + high + " is possible");
        }
    }

    /** Reads the version byte of a saved state. */
    static void version(ByteBuffer in, byte version, String law) {
        byte found = in.get();
        if (found != version) {
            throw new IllegalArgumentException(
                    "version of a saved " + law + " state is " + found + ", " + version + " can be read");
        }
    }
}
