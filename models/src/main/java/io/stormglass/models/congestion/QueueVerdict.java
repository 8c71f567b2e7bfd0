package io.stormglass.models.congestion;

/** A class with its reasons; see {@link QueueReading}. */
record QueueVerdict(QueueClass queueClass, String evidence, String missing) {}
