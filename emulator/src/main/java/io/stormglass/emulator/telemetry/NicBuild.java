package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.Names;

/**
 * What a host's agent reads of its NIC besides counters and congestion control. Empty texts are not read.
 *
 * @param mtuBytes 0: not read
 */
public record NicBuild(String model, String firmware, int mtuBytes) {
    public NicBuild {
        requirePrintable("model of a NIC", model);
        requirePrintable("firmware of a NIC", firmware);
        if (mtuBytes < 0) {
            throw new IllegalArgumentException("MTU of a NIC is " + mtuBytes + " bytes, 0 and up is possible");
        }
    }

    private static void requirePrintable(String what, String text) {
        int place = Names.controlAt(text);
        if (place >= 0) {
            throw new IllegalArgumentException(Names.controlFound(what, text, place));
        }
    }
}
