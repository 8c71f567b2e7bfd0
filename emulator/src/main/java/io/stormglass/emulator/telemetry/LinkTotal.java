package io.stormglass.emulator.telemetry;

/** What a port counts of its cable. */
enum LinkTotal {
    FEC_CORRECTED,
    FEC_UNCORRECTED,
    SYMBOL_ERRORS,
    LINK_DOWNED
}
