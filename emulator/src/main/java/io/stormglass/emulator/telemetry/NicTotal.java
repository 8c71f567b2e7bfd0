package io.stormglass.emulator.telemetry;

/** What a NIC counts beside its port. */
enum NicTotal {
    CE_RECEIVED,
    CNP_SENT,
    CNP_HANDLED,
    CNP_IGNORED,
    OUT_OF_SEQUENCE,
    NAK_RECEIVED,
    TIMEOUTS,
    RETRANSMITTED,
    PCIE_STALLS,
    PCIE_STALLED_NANOS,
    BUFFER_OVER_THRESHOLD
}
