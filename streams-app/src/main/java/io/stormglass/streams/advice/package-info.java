/**
 * Makes ECN advice: a plain consumer of {@code queue-loads} beside the streams application, which hands windows to {@code models.advice} in rounds and writes
 * {@code ecn-recommendations}. Begin with {@code Recommender}.
 */
@NullMarked
package io.stormglass.streams.advice;

import org.jspecify.annotations.NullMarked;
