package io.stormglass.schemas;

/** Outcome of reading data that may be bad; bad data is a value, never an exception. */
public sealed interface Decoded<T> {
    /**
     * It was readable.
     *
     * @param value what it says
     * @param skipped elements left out because their kind is newer than this program; count them
     */
    record Value<T>(T value, int skipped) implements Decoded<T> {
        /** Nothing skipped. */
        public Value(T value) {
            this(value, 0);
        }
    }

    /**
     * It was not: a dead letter.
     *
     * @param detail in words, with the value
     */
    record Malformed<T>(Reason reason, String detail) implements Decoded<T> {}
}
