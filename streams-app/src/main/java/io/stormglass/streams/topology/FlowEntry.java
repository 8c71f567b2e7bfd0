package io.stormglass.streams.topology;

import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.Transport;
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

/**
 * One flow as its task works on it: counters, models, the order of its observers, and what was published of it. {@link FlowTable} keeps it,
 * as a {@link StoredFlow} in the store; the laws themselves are in {@code models}.
 */
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
    boolean changed;
    private int factsRank;
    private int dataRank;
    private int ceRank;
    private int cnpRank;
    private int ackRank;

    /** Whose events a held batch has, and where it is stored. */
    record Told(ShadowSource source, String place) {}

    FlowEntry(FlowFacts facts, FlowSettings settings, FlowModels models) {
        this.models = models;
        this.facts = facts;
        tally = new FlowTally(FlowCounters.ZERO);
        order = new ObserverOrder<>(settings.reorder().toNanos(), FlowEvent::timeNanos);
        lineBitsPerSecond = settings.assumedLineBitsPerSecond();
        lineAssumed = true;
        shadow = facts.transport() == Transport.TCP ? null : models.begin(lineBitsPerSecond);
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
        boolean known = stored.getLineBitsPerSecond() > 0 && !stored.getLineAssumed();
        lineBitsPerSecond = known ? stored.getLineBitsPerSecond() : settings.assumedLineBitsPerSecond();
        lineAssumed = !known;
        boolean same = stored.getModels() == models.fingerprint()
                && stored.getLineBitsPerSecond() == lineBitsPerSecond
                && stored.getShadow().hasRemaining();
        FlowShadow begun = facts.transport() == Transport.TCP ? null : models.begin(lineBitsPerSecond);
        if (begun != null && same) {
            begun.load(stored.getShadow());
        }
        shadow = begun;
        changed = stored.getChanged();
        factsRank = stored.getFactsRank();
        dataRank = stored.getDataRank();
        ceRank = stored.getCeRank();
        cnpRank = stored.getCnpRank();
        ackRank = stored.getAckRank();
        publishedNanos = stored.getPublishedNanos();
        publishedClass = stored.getPublishedClass();
    }

    /**
     * Learns what an observer knows beside events; the word of the one nearest to the sender counts.
     *
     * @return true where models had to begin anew, with another rate of the sender's port
     */
    boolean learn(FlowFacts told, int rank, long senderBitsPerSecond) {
        if (rank < factsRank) {
            return false;
        }
        factsRank = rank;
        facts = told;
        if (senderBitsPerSecond <= 0) {
            return false;
        }
        long line = FlowModels.wholeMegabits(senderBitsPerSecond);
        boolean another = line != lineBitsPerSecond;
        lineBitsPerSecond = line;
        lineAssumed = false;
        if (another && shadow != null) {
            shadow = models.begin(line);
        }
        return another && tally.atNanos() > 0;
    }

    /** Counts an event, unless another observer shows the same more nearly. CE is counted where the receiver is near, the rest where the sender is. */
    void count(FlowEvent event, int rank) {
        switch (event.kind()) {
            case SENT, RETRANSMITTED, REORDERED -> {
                dataRank = Math.max(dataRank, rank);
                countIf(rank == dataRank, event);
            }
            case CE_MARKED -> marked(event, rank);
            case CNP_SEEN -> {
                cnpRank = Math.max(cnpRank, rank);
                countIf(rank == cnpRank, event);
            }
            case DELIVERED, RTT_SAMPLE, NAK, RNR -> {
                ackRank = Math.max(ackRank, rank);
                countIf(rank == ackRank, event);
            }
            case CNP_SENT, CNP_HANDLED, CNP_IGNORED, TIMEOUT, PAUSED, UNKNOWN -> tally.add(event);
        }
    }

    private void marked(FlowEvent event, int rank) {
        dataRank = Math.max(dataRank, rank);
        ceRank = ceRank == 0 ? rank : Math.min(ceRank, rank);
        if (rank == dataRank && rank == ceRank) {
            tally.add(event);
        } else if (rank == dataRank) {
            tally.addWithoutCe(event);
        } else if (rank == ceRank) {
            tally.addCeOnly(event);
        }
    }

    private void countIf(boolean counts, FlowEvent event) {
        if (counts) {
            tally.add(event);
        }
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

    /** The class as of the newest event that stepped the models; null without models. */
    @Nullable
    FlowVerdict verdict() {
        FlowShadow judged = shadow;
        return judged == null ? null : judged.verdict(judged.newestNanos());
    }

    /** Whether the class is not the one that was published; asked when the flow's time crosses a multiple of 250 ms. */
    boolean classChanged(long beforeNanos) {
        if (publishedNanos == 0) {
            return true;
        }
        if (beforeNanos / CHECK_NANOS == tally.atNanos() / CHECK_NANOS) {
            return false;
        }
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
        stored.setChanged(changed);
        stored.setFactsRank(factsRank);
        stored.setDataRank(dataRank);
        stored.setCeRank(ceRank);
        stored.setCnpRank(cnpRank);
        stored.setAckRank(ackRank);
        stored.setGoneNanos(order.goneNanos());
        stored.setObservers(order.newestByObserver().entrySet().stream()
                .map(each -> new StoredObserver(each.getKey(), each.getValue()))
                .toList());
        return stored;
    }
}
