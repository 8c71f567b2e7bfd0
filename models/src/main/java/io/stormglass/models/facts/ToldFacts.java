package io.stormglass.models.facts;

import io.stormglass.models.event.LinkFacts;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The newest facts that one agent tells of a port.
 *
 * @param epoch of the record that told them
 * @param sequence of that record
 * @param toldNanos event time of that record
 * @param sinceNanos since when the agent tells what it tells, event time
 * @param changedNanos the same for what it tells since another time, by name of the field
 */
public record ToldFacts(
        String agentId,
        long epoch,
        long sequence,
        long toldNanos,
        LinkFacts facts,
        long sinceNanos,
        SortedMap<String, Long> changedNanos) {

    public ToldFacts {
        changedNanos = Collections.unmodifiableSortedMap(new TreeMap<>(changedNanos));
    }

    /** Facts of an agent that told none before. */
    static ToldFacts first(Telling telling) {
        return new ToldFacts(
                telling.agentId(),
                telling.epoch(),
                telling.sequence(),
                telling.atNanos(),
                telling.facts(),
                telling.atNanos(),
                Collections.emptySortedMap());
    }

    /** What the agent tells now takes the place of all that it told, unless it told that later. */
    ToldFacts then(Telling telling) {
        if (telling.epoch() < epoch || (telling.epoch() == epoch && telling.sequence() <= sequence)) {
            return this;
        }
        TreeMap<String, Long> changed = new TreeMap<>(changedNanos);
        for (FactField<?> field : FactField.ALL) {
            if (!Objects.equals(field.of(facts), field.of(telling.facts()))) {
                changed.put(field.name(), telling.atNanos());
            }
        }
        return new ToldFacts(
                agentId, telling.epoch(), telling.sequence(), telling.atNanos(), telling.facts(), sinceNanos, changed);
    }

    long sinceNanos(FactField<?> field) {
        return ((Map<String, Long>) changedNanos).getOrDefault(field.name(), sinceNanos);
    }
}
