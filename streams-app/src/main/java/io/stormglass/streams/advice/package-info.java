/** Makes ECN advice from what queues went through: a plain consumer beside the streams application. */
@NullMarked
package io.stormglass.streams.advice;

import org.jspecify.annotations.NullMarked;
