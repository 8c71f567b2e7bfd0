package io.stormglass.models.advice;

import io.stormglass.models.ecn.Decline;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Advice for many objects, in rounds of event time. Each round drafts every object; the model is asked about a limited number of them per period, those first for which the
 * closed form promises most. What it remembers between rounds, besides windows, is the newest advice of each object, which can be read back.
 */
public final class AdviceRounds {
    /** What only a search can say: it stands until the next one. */
    private static final Set<Decline.Reason> OF_A_SEARCH = EnumSet.of(
            Decline.Reason.TARGETS_MET,
            Decline.Reason.NOT_THE_LEVER,
            Decline.Reason.SMALL_MOVE,
            Decline.Reason.SMALL_GAIN,
            Decline.Reason.WITHIN_NOISE,
            Decline.Reason.WAS_WORSE,
            Decline.Reason.NO_GOOD_STEP,
            Decline.Reason.NOT_ECT,
            Decline.Reason.FAILED);

    private final Advisor advisor;
    private final AdviceSettings settings;
    private final Limits limits;
    private final Map<String, List<QueueLoad>> windows = new TreeMap<>();
    private final Map<String, Advice> newest = new TreeMap<>();
    private final Map<String, Storm> storms = new TreeMap<>();
    private final Map<String, Long> searchedNanos = new TreeMap<>();
    private long nextNanos = Long.MIN_VALUE;
    private long period = Long.MIN_VALUE;
    private int searches;
    private long late;

    /** With an advisor that has the same settings. */
    public AdviceRounds(Advisor advisor, AdviceSettings settings, Limits limits) {
        this.advisor = advisor;
        this.settings = settings;
        this.limits = limits;
    }

    /**
     * How much is done.
     *
     * @param roundNanos event time from one round to the next, above 0
     * @param periodNanos in which an object is searched once, and
     * @param searches objects at most
     * @param forgetNanos a queue that is silent for so long is gone
     */
    public record Limits(long roundNanos, long periodNanos, int searches, long forgetNanos) {
        private static final long SECOND = 1_000_000_000L;

        /** Rounds of 10 s, 100 searches in 10 min, queues for 1 h. */
        public static final Limits STANDARD = new Limits(10 * SECOND, 600 * SECOND, 100, 3_600 * SECOND);

        public Limits {
            if (roundNanos <= 0 || periodNanos < roundNanos || searches < 0 || forgetNanos < roundNanos) {
                throw new IllegalArgumentException("rounds of " + roundNanos + " ns, " + searches + " searches in "
                        + periodNanos + " ns, queues for " + forgetNanos
                        + " ns: above 0, at least 0, and not shorter than a round are needed");
            }
        }
    }

    /**
     * What a round came to.
     *
     * @param atNanos its boundary
     * @param news advice that says something new, by the keys of its objects
     * @param objects that were looked at
     * @param searched for which the model was asked
     * @param waiting that were left for later
     * @param failures by the key of the object, in words
     */
    public record Round(
            long atNanos, List<Advice> news, int objects, int searched, int waiting, Map<String, String> failures) {
        public Round {
            news = List.copyOf(news);
            failures = Map.copyOf(failures);
        }
    }

    /** The newest advice of an object, as it was published. */
    public void remember(Advice advice) {
        newest.put(advice.name().key(), advice);
    }

    /** The newest advice of each object, by its key. */
    public Map<String, Advice> newest() {
        return Map.copyOf(newest);
    }

    /** A storm, in its newest version. */
    public void take(Storm storm) {
        storms.put(storm.id(), storm);
    }

    /** A window of a queue, in any order. The same window again replaces the one before. */
    public void take(QueueLoad load) {
        if (nextNanos == Long.MIN_VALUE) {
            nextNanos = (Math.floorDiv(load.toNanos(), limits.roundNanos()) + 1) * limits.roundNanos();
        }
        if (load.toNanos() <= nextNanos - limits.roundNanos()) {
            late++;
        }
        List<QueueLoad> of = windows.computeIfAbsent(load.queue(), queue -> new ArrayList<>());
        of.removeIf(known -> known.fromNanos() == load.fromNanos());
        of.add(load);
        of.sort(Comparator.comparingLong(QueueLoad::fromNanos));
    }

    /** Windows that came after the round that should have seen them. */
    public long late() {
        return late;
    }

    /** Boundary of the next round; empty before the first window. */
    public Optional<Long> nextNanos() {
        return nextNanos == Long.MIN_VALUE ? Optional.empty() : Optional.of(nextNanos);
    }

    /** No round up to a boundary is made again: it was before a restart. */
    public void doneUntil(long boundaryNanos) {
        nextNanos = boundaryNanos + limits.roundNanos();
    }

    /** Makes the next round, once all windows that end at its boundary or before have been taken. */
    public Round next() {
        if (nextNanos == Long.MIN_VALUE) {
            throw new IllegalStateException("no window was taken yet");
        }
        long boundary = nextNanos;
        nextNanos += limits.roundNanos();
        forget(boundary);
        startPeriod(boundary);
        return round(boundary);
    }

    private void startPeriod(long boundary) {
        long now = Math.floorDiv(boundary, limits.periodNanos());
        if (now != period) {
            period = now;
            searches = 0;
        }
    }

    /** Of each queue the windows that slide, and always the newest: it says what the queue is bound to. */
    private void forget(long boundary) {
        windows.values().removeIf(of -> of.getLast().toNanos() < boundary - limits.forgetNanos());
        windows.values().forEach(of -> {
            long last = of.getLast().fromNanos();
            long oldest = boundary - settings.slidingNanos() - limits.roundNanos();
            of.removeIf(load -> load.fromNanos() != last && load.toNanos() <= oldest);
        });
        storms.values().removeIf(storm -> !storm.during(boundary - settings.slidingNanos(), Long.MAX_VALUE));
    }

    private List<ObjectLoads> objects(long boundary) {
        return ObjectLoads.of(windows.values().stream()
                .flatMap(List::stream)
                .filter(load -> load.toNanos() <= boundary)
                .toList());
    }

    private Round round(long boundary) {
        Tally tally = new Tally();
        List<Draft.Open> open = new ArrayList<>();
        List<ObjectLoads> objects = objects(boundary);
        for (ObjectLoads loads : objects) {
            String key = loads.name().key();
            try {
                switch (advisor.draft(loads, newest.get(key), storm(loads, boundary))) {
                    case Draft.Settled settled -> tally.tell(settled.advice());
                    case Draft.Open one -> open.add(one);
                }
            } catch (RuntimeException e) {
                tally.failed(loads, e);
            }
        }
        open.sort(Comparator.comparingDouble(Draft.Open::gain)
                .reversed()
                .thenComparing(draft -> draft.advice().name()));
        open.forEach(draft -> search(draft, boundary, tally));
        tally.news.sort(Comparator.comparing(Advice::name));
        return new Round(boundary, tally.news, objects.size(), tally.searched, tally.waiting, tally.failures);
    }

    private void search(Draft.Open draft, long boundary, Tally tally) {
        String key = draft.advice().name().key();
        Advice before = newest.get(key);
        if (!isDue(draft, before, boundary)) {
            Decline decline = before == null ? null : before.decline();
            boolean stands = decline != null && OF_A_SEARCH.contains(decline.reason());
            tally.tell(before != null && stands ? before : draft.advice());
            return;
        }
        if (searches >= limits.searches()) {
            tally.waiting++;
            tally.tell(draft.advice());
            return;
        }
        searches++;
        tally.searched++;
        searchedNanos.put(key, boundary);
        try {
            tally.tell(advisor.search(draft));
        } catch (RuntimeException e) {
            tally.failed(draft.advice(), e);
        }
    }

    /** Once per period, and at once after a change of its thresholds or of what it works in. */
    private boolean isDue(Draft.Open draft, @Nullable Advice before, long boundary) {
        Long searched = searchedNanos.get(draft.advice().name().key());
        if (searched == null || before == null || searched + limits.periodNanos() <= boundary) {
            return true;
        }
        Memory now = draft.of.memory();
        return now.changedNanos() > searched
                || !now.environment().equals(before.memory().environment())
                || (before.decline() != null
                        && !OF_A_SEARCH.contains(before.decline().reason()));
    }

    private @Nullable String storm(ObjectLoads loads, long boundary) {
        for (Storm storm : storms.values()) {
            if (storm.fabric().equals(loads.name().fabric())
                    && storm.during(boundary - settings.slidingNanos(), boundary)
                    && loads.queues().stream()
                            .map(queue -> queue.getLast().port())
                            .anyMatch(port -> storm.ports().contains(port.device() + "/" + port.port()))) {
                return storm.id();
            }
        }
        return null;
    }

    /** What a round adds up. */
    private final class Tally {
        private final List<Advice> news = new ArrayList<>();
        private final Map<String, String> failures = new TreeMap<>();
        private int searched;
        private int waiting;

        void tell(Advice advice) {
            if (!advice.saysTheSameAs(newest.get(advice.name().key()))) {
                newest.put(advice.name().key(), advice);
                news.add(advice);
            }
        }

        void failed(ObjectLoads loads, RuntimeException error) {
            failures.put(loads.name().key(), String.valueOf(error.getMessage()));
            tell(Case.failed(loads, newest.get(loads.name().key()), error));
        }

        /** Of a search: it is searched again when it is due, not each round. */
        void failed(Advice draft, RuntimeException error) {
            failures.put(draft.name().key(), String.valueOf(error.getMessage()));
            tell(draft.failed(error));
        }
    }
}
