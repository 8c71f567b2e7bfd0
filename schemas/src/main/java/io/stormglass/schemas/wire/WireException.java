package io.stormglass.schemas.wire;

import io.stormglass.schemas.Reason;
import org.apache.kafka.common.errors.SerializationException;

/** A value could not be read. */
public abstract sealed class WireException extends SerializationException {
    private WireException(String message, Throwable cause) {
        super(message, cause);
    }

    private WireException(String message) {
        super(message);
    }

    /** The bytes are bad: reading them again gives the same. */
    public static final class BadRecord extends WireException {
        private final Reason reason;

        BadRecord(String topic, Reason reason, String detail) {
            super(reason.text() + " in a value of " + topic + ": " + detail);
            this.reason = reason;
        }

        /** One of NOT_CONFLUENT_FORMAT, UNKNOWN_SCHEMA_ID, NOT_DECODABLE. */
        public Reason reason() {
            return reason;
        }
    }

    /** The registry could not be asked, which says nothing about the bytes: read them again later. */
    public static final class RegistryUnavailable extends WireException {
        RegistryUnavailable(int schemaId, Throwable cause) {
            super("schema " + schemaId + " cannot be looked up now: " + cause.getMessage(), cause);
        }
    }
}
