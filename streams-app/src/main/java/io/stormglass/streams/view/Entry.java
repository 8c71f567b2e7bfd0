package io.stormglass.streams.view;

import org.apache.avro.specific.SpecificRecord;

/**
 * A value of a key.
 *
 * @param key as in the topic
 * @param toldNanos event time at which it was told, to a millisecond
 * @param value not to be changed
 */
public record Entry(String key, long toldNanos, SpecificRecord value) {}
