package io.stormglass.schemas.registry;

import org.apache.avro.Schema;

/**
 * A version of a subject.
 *
 * @param version 1 and up
 * @param id of the schema, the same in every subject that holds it
 */
public record RegisteredSchema(String subject, int version, int id, Schema schema) {}
