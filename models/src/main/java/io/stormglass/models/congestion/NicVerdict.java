package io.stormglass.models.congestion;

/** A class with its reasons; see {@link NicReading}. */
record NicVerdict(NicClass nicClass, String evidence, String missing) {}
