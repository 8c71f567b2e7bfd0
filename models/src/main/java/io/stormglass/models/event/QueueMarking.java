package io.stormglass.models.event;

import org.jspecify.annotations.Nullable;

/**
 * What a switch keeps for the marking of one priority, as it was read back. Empty texts and nulls were not read.
 *
 * @param priority 0..7
 * @param system whose commands the switch takes: {@code sonic}, {@code nx-os}, {@code eos}, {@code nvue}, or another
 * @param object name of the profile or policy that the queue is bound to
 * @param place within it: class of a policy, transmit queue or traffic class
 * @param unit of the thresholds
 * @param minimum in that unit
 * @param maximum in that unit
 * @param maxProbability Pmax, 0..1
 * @param weight exponent of the moving average that is compared with the thresholds, 0: the queue as it is at that moment
 * @param pieceBytes size of a segment or cell
 */
public record QueueMarking(
        int priority,
        String system,
        String object,
        String place,
        @Nullable ThresholdUnit unit,
        @Nullable Long minimum,
        @Nullable Long maximum,
        @Nullable Double maxProbability,
        @Nullable Integer weight,
        @Nullable Long pieceBytes) {
    private static final int MOST_WEIGHT = 31;

    public QueueMarking {
        if (priority < 0 || priority > 7) {
            throw new IllegalArgumentException("priority of a marking is " + priority + ", not within 0 to 7");
        }
        if ((minimum != null && minimum < 0) || (maximum != null && maximum < 0)) {
            throw new IllegalArgumentException("thresholds " + minimum + " and " + maximum + " cannot be negative");
        }
        if (minimum != null && maximum != null && minimum > maximum) {
            throw new IllegalArgumentException("threshold " + minimum + " is above " + maximum);
        }
        if (maxProbability != null && !(maxProbability >= 0 && maxProbability <= 1)) {
            throw new IllegalArgumentException("Pmax is " + maxProbability + ", not within 0 to 1");
        }
        if (weight != null && (weight < 0 || weight > MOST_WEIGHT)) {
            throw new IllegalArgumentException("weight of the average is " + weight + ", not within 0 to 31");
        }
        if (pieceBytes != null && pieceBytes < 1) {
            throw new IllegalArgumentException("a segment or cell of " + pieceBytes + " bytes: at least 1 is needed");
        }
    }
}
