package io.stormglass.models.congestion;

import io.stormglass.models.shadow.QueueSign;

/**
 * The sign of a queue, and over what time it holds.
 *
 * @param fromNanos start of the newest interval between two refreshes that the sign rests on, 0 where it is unknown
 * @param untilNanos end of that interval
 * @param sinceNanos PASSED_KMAX: start of the interval before it in which the queue passed Kmax as well, 0 where there is none
 */
public record QueueSpell(int priority, int queue, QueueSign sign, long fromNanos, long untilNanos, long sinceNanos) {}
