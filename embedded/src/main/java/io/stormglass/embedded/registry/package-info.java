/** A schema registry with the REST protocol of Confluent Schema Registry, kept in a compacted Kafka topic. */
@NullMarked
package io.stormglass.embedded.registry;

import org.jspecify.annotations.NullMarked;
