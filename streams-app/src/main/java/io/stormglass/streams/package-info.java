/** Kafka Streams topologies around the models, and their runtime. */
@NullMarked
package io.stormglass.streams;

import org.jspecify.annotations.NullMarked;
