package io.stormglass.streams.topology;

import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.models.flow.FlowTally;
import io.stormglass.models.shadow.FlowShadow;
import io.stormglass.models.shadow.FlowVerdict;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.models.time.ObserverOrder;
import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One flow as its task works on it. */
final class FlowEntry {
    /** A class is asked for no more often than this. */
    private static final long CHECK_NANOS = 250_000_000L;

    private final FlowModels models;
    final FlowTally tally;
    final ObserverOrder<FlowEvent, Told> order;
    FlowFacts facts;

    @Nullable
    FlowShadow shadow;

    private long lineBitsPerSecond;
    private boolean lineAssumed;
    long publishedNanos;
    String publishedClass = "";
    private long checkedNanos;

    /** Whose events a held batch has, and where it is stored. */
    record Told(ShadowSource source, String place) {}

    FlowEntry(FlowFacts facts, FlowSettings settings, FlowModels models) {
        this.models = models;
        this.facts = facts;
        tally = new FlowTally(FlowCounters.ZERO);
        order = new ObserverOrder<>(settings.reorder().toNanos(), FlowEvent::timeNanos);
        lineBitsPerSecond = settings.assumedLineBitsPerSecond();
        lineAssumed = true;
        shadow = models.begin(lineBitsPerSecond);
    }

    FlowEntry(StoredFlow stored, FlowSettings settings, FlowModels models) {
        this.models = models;
        facts = FlowFacts.of(stored);
        tally = new FlowTally(StoredFlows.counters(stored));
        order = new ObserverOrder<>(settings.reorder().toNanos(), FlowEvent::timeNanos);
        Map<String, Long> newest = new HashMap<>();
        for (StoredObserver observer : stored.getObservers()) {
            newest.put(observer.getName(), observer.getNewestNanos());
        }
        if (!newest.isEmpty()) {
            order.restore(stored.getFirstNanos(), stored.getGoneNanos(), newest);
        }
        boolean same = stored.getModels() == models.fingerprint() && stored.getLineBitsPerSecond() > 0;
        lineBitsPerSecond = same ? stored.getLineBitsPerSecond() : settings.assumedLineBitsPerSecond();
        lineAssumed = !same || stored.getLineAssumed();
        FlowShadow begun = models.begin(lineBitsPerSecond);
        if (begun != null && same && stored.getShadow().hasRemaining()) {
            begun.load(stored.getShadow());
        }
        shadow = begun;
        publishedNanos = stored.getPublishedNanos();
        publishedClass = stored.getPublishedClass();
    }

    /**
     * Learns the rate of the sender's port.
     *
     * @return true where models had to begin anew with it
     */
    boolean line(long bitsPerSecond) {
        if (bitsPerSecond <= 0 || (bitsPerSecond == lineBitsPerSecond && !lineAssumed)) {
            return false;
        }
        boolean changes = bitsPerSecond != lineBitsPerSecond;
        lineBitsPerSecond = bitsPerSecond;
        lineAssumed = false;
        if (changes) {
            shadow = models.begin(bitsPerSecond);
        }
        return changes && tally.counters().atNanos() > 0;
    }

    long lineBitsPerSecond() {
        return lineBitsPerSecond;
    }

    boolean lineAssumed() {
        return lineAssumed;
    }

    static ShadowSource source(FlowBatch batch) {
        return new ShadowSource(
                batch.header().scope(),
                batch.vantage(),
                batch.header().observerRole(),
                Math.max(1, batch.header().samplingRate()));
    }

    void step(ShadowSource source, FlowEvent event) {
        FlowShadow stepped = shadow;
        if (stepped != null) {
            stepped.event(source, event);
        }
    }

    /** Steps the models with what may go before a time. */
    int release(long boundNanos, List<Batch<FlowEvent, Told>> done) {
        return order.release(boundNanos, (batch, event) -> step(batch.source().source(), event), done);
    }

    /** The class as of the newest event; null without models. */
    @Nullable
    FlowVerdict verdict() {
        FlowShadow judged = shadow;
        return judged == null ? null : judged.verdict(tally.counters().atNanos());
    }

    /** Whether the class is not the one that was published; asked only so often. */
    boolean classChanged() {
        long now = tally.counters().atNanos();
        if (publishedNanos == 0) {
            return true;
        }
        if (now - checkedNanos < CHECK_NANOS) {
            return false;
        }
        checkedNanos = now;
        FlowVerdict verdict = verdict();
        return verdict != null && !verdict.flowClass().text().equals(publishedClass);
    }

    StoredFlow store() {
        StoredFlow stored = StoredFlows.store(facts, tally.counters());
        stored.setLineBitsPerSecond(lineBitsPerSecond);
        stored.setLineAssumed(lineAssumed);
        stored.setModels(models.fingerprint());
        stored.setShadow(FlowModels.save(shadow));
        stored.setPublishedNanos(publishedNanos);
        stored.setPublishedClass(publishedClass);
        stored.setGoneNanos(order.goneNanos());
        stored.setObservers(order.newestByObserver().entrySet().stream()
                .map(each -> new StoredObserver(each.getKey(), each.getValue()))
                .toList());
        return stored;
    }
}
