package io.stormglass.models.facts;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of one port tell of it, and what follows. Of each field the value counts that an agent tells since the latest time; where two tell theirs since
 * the same instant, that of the smaller agent id. What an agent does not tell takes nothing from what another one tells. What one agent tells replaces all that it
 * told before. An agent that has not told its facts for 10 min while another one did tells nothing any more; facts are to be told once a minute.
 *
 * <p>So the outcome is a function of what each agent told, in its own order, and not of who was read first.
 *
 * @param told by agent id, at most {@link #MOST_AGENTS}: one more is not taken until one of them tells nothing any more
 * @param notTakenNanos event time of the newest telling that was not taken for that, 0 where there was none
 */
public record PortKnowledge(List<ToldFacts> told, long notTakenNanos) {
    /** Nobody has told anything. */
    public static final PortKnowledge NOTHING = new PortKnowledge(List.of(), 0);

    /** Agents of one port. */
    static final int MOST_AGENTS = 8;

    private static final long FORGET_NANOS = 600_000_000_000L;

    public PortKnowledge {
        told = told.stream().sorted(Comparator.comparing(ToldFacts::agentId)).toList();
    }

    /** The same when an agent has told something more. */
    public PortKnowledge with(Telling telling) {
        TreeMap<String, ToldFacts> by = new TreeMap<>();
        told.forEach(each -> by.put(each.agentId(), each));
        ToldFacts before = by.get(telling.agentId());
        if (before == null && by.size() == MOST_AGENTS) {
            ToldFacts oldest = Collections.min(by.values(), Comparator.comparingLong(ToldFacts::toldNanos));
            if (telling.atNanos() - oldest.toldNanos() <= FORGET_NANOS) {
                return new PortKnowledge(told, Math.max(notTakenNanos, telling.atNanos()));
            }
            by.remove(oldest.agentId());
        }
        by.put(telling.agentId(), before == null ? ToldFacts.first(telling) : before.then(telling));
        return new PortKnowledge(List.copyOf(by.values()), notTakenNanos);
    }

    /** What is known of the port; null where nobody has told anything. */
    public @Nullable LinkFacts facts() {
        List<ToldFacts> heard = heard();
        if (heard.size() < 2) {
            return heard.isEmpty() ? null : heard.getFirst().facts();
        }
        return new Merge(heard).facts();
    }

    /** What is wrong with what agents tell, sorted: {@link #disagreements()}, and {@code too-many-agents} where lately one was not taken. */
    public List<String> quality() {
        List<String> quality = new ArrayList<>(disagreements());
        if (notTakenNanos > 0 && newestNanos() - notTakenNanos <= FORGET_NANOS) {
            quality.add("too-many-agents");
        }
        return List.copyOf(quality);
    }

    private long newestNanos() {
        return told.stream().mapToLong(ToldFacts::toldNanos).max().orElse(0);
    }

    /** What agents tell different values of, sorted: {@code facts-disagree-mtu}. */
    public List<String> disagreements() {
        List<ToldFacts> heard = heard();
        TreeSet<String> found = new TreeSet<>();
        for (FactField<?> field : FactField.ALL) {
            long values = heard.stream()
                    .map(each -> field.of(each.facts()))
                    .filter(Objects::nonNull)
                    .distinct()
                    .count();
            if (field.disputed() && values > 1) {
                found.add("facts-disagree-" + field.name());
            }
        }
        return List.copyOf(found);
    }

    /** Agents that told something not too long before the newest telling. */
    private List<ToldFacts> heard() {
        long newest = newestNanos();
        return told.stream()
                .filter(each -> newest - each.toldNanos() <= FORGET_NANOS)
                .toList();
    }

    /** Facts of several agents, field by field. */
    private record Merge(List<ToldFacts> heard) {
        LinkFacts facts() {
            Long read = best(FactField.SPEED);
            Long assumed = best(FactField.ASSUMED_SPEED);
            String peer = text(FactField.PEER);
            // A port or role of another peer than the one that counts says nothing of this one.
            Merge ofPeer = of(each -> each.peerDevice().equals(peer));
            Merge notOfOthers = of(
                    each -> each.peerDevice().equals(peer) || each.peerDevice().isEmpty());
            return new LinkFacts(
                    or(FactField.ROLE, EntityRole.UNKNOWN),
                    peer,
                    ofPeer.text(FactField.PEER_PORT),
                    notOfOthers.or(FactField.PEER_ROLE, EntityRole.UNKNOWN),
                    read != null ? read : Objects.requireNonNullElse(assumed, 0L),
                    read == null && assumed != null,
                    text(FactField.MAC),
                    text(FactField.PEER_MAC),
                    or(FactField.ADDRESSES, List.of()),
                    text(FactField.BREAKOUT_PARENT),
                    text(FactField.LAG),
                    or(FactField.MTU, 0),
                    best(FactField.PFC),
                    or(FactField.ECN_THRESHOLDS, List.of()),
                    text(FactField.SOURCE),
                    settings());
        }

        private PortSettings settings() {
            return new PortSettings(
                    best(FactField.SENDS_PAUSE),
                    best(FactField.OBEYS_PAUSE),
                    best(FactField.ECN),
                    or(FactField.HEADROOM, List.of()),
                    text(FactField.DSCP_MAP),
                    best(FactField.CNP_CLASS),
                    best(FactField.WATCHDOG),
                    text(FactField.NIC_MODEL),
                    text(FactField.NIC_FIRMWARE),
                    text(FactField.CC_MODE),
                    text(FactField.CC_SETTINGS),
                    or(FactField.MARKING, List.of()),
                    or(FactField.BUFFER, List.of()));
        }

        private Merge of(Predicate<LinkFacts> which) {
            return new Merge(
                    heard.stream().filter(each -> which.test(each.facts())).toList());
        }

        private <V> @Nullable V best(FactField<V> field) {
            V best = null;
            long since = Long.MIN_VALUE;
            // By agent id: of those of one instant the first stays.
            for (ToldFacts each : heard) {
                V value = field.of(each.facts());
                if (value != null && (best == null || each.sinceNanos(field) > since)) {
                    best = value;
                    since = each.sinceNanos(field);
                }
            }
            return best;
        }

        private <V> V or(FactField<V> field, V otherwise) {
            return Objects.requireNonNullElse(best(field), otherwise);
        }

        private String text(FactField<String> field) {
            return or(field, "");
        }
    }
}
