package io.stormglass.schemas;

/** Why something was refused; the text is the value of the header {@link RecordHeaders#REASON}. */
public enum Reason {
    /** The value does not start with magic byte 0 and a four-byte schema id. */
    NOT_CONFLUENT_FORMAT("not-confluent-format"),
    /** The registry says that there is no schema with that id. */
    UNKNOWN_SCHEMA_ID("unknown-schema-id"),
    /** The bytes cannot be read with the schema that they name, or that schema is of another record. */
    NOT_DECODABLE("not-decodable"),
    /** A time outside 2000 to 2100, or further ahead of the present than any clock may be. */
    IMPOSSIBLE_TIME("impossible-time"),
    /** A number outside its range. */
    VALUE_OUT_OF_RANGE("value-out-of-range"),
    /** A name or key part that is missing or holds a forbidden character. */
    INVALID_KEY("invalid-key"),
    /** The record is right, but a model failed on it: a defect of this program. The record is counted, the model began anew. */
    MODEL_FAILED("model-failed");

    private final String text;

    Reason(String text) {
        this.text = text;
    }

    /** Stable word for headers, metrics and reports. */
    public String text() {
        return text;
    }
}
