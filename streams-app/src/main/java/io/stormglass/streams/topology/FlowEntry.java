package io.stormglass.streams.topology;

import io.stormglass.models.congestion.PathQuestion;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.Transport;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.models.flow.FlowTally;
import io.stormglass.models.flow.Sampling;
import io.stormglass.models.load.FlowLoad;
import io.stormglass.models.load.LoadSettings;
import io.stormglass.models.shadow.FlowClass;
import io.stormglass.models.shadow.FlowVerdict;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.models.time.ObserverOrder;
import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.models.time.ObserverOrder.Heard;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredFlowLoad;
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
    /** After that a thousandth is left of what was counted without them (half per 100 ms). */
    private static final long UNSEEN_NANOS = 1_000_000_000L;

    private final FlowModels models;
    final FlowTally tally;
    final ObserverOrder<FlowEvent, Told> order;
    final GuardedShadow shadow;
    final FlowLoad load;
    FlowFacts facts;
    private List<PathHop> hops = List.of();
    private boolean lineAssumed;
    long publishedNanos;
    String publishedClass = "";
    private String judgedClass = "";
    boolean changed;
    private int factsRank;
    private int dataRank;
    private int ceRank;
    private int cnpRank;
    private int ackRank;
    /** CNPs that no model saw because a merge handed them over without their times, and the time up to which they came. */
    private long unseenCnps;

    private long unseenNanos;
    private @Nullable Fault fault;

    /** Whose events a held batch has, and where it is stored. */
    record Told(ShadowSource source, String place) {}

    /**
     * What went wrong with the models.
     *
     * @param place of the held batch on which they failed; empty where it was none
     */
    record Fault(String detail, String place) {}

    FlowEntry(FlowFacts facts, FlowSettings settings, FlowModels models) {
        this.models = models;
        this.facts = facts;
        tally = new FlowTally(FlowCounters.ZERO);
        order = new ObserverOrder<>(settings.reorder().toNanos(), FlowEvent::timeNanos);
        lineAssumed = true;
        shadow = beside(facts, settings.assumedLineBitsPerSecond(), models);
        load = new FlowLoad(LoadSettings.defaults(), facts.key(), shadow.lineBitsPerSecond());
    }

    private static GuardedShadow beside(FlowFacts facts, long lineBitsPerSecond, FlowModels models) {
        boolean judged = facts.transport() != Transport.TCP;
        return new GuardedShadow(line -> judged ? models.begin(line) : null, lineBitsPerSecond);
    }

    FlowEntry(StoredFlow stored, FlowSettings settings, FlowModels models) {
        this.models = models;
        facts = FlowFacts.of(stored);
        tally = new FlowTally(StoredFlows.counters(stored));
        order = new ObserverOrder<>(settings.reorder().toNanos(), FlowEvent::timeNanos);
        Map<String, Heard> heard = new HashMap<>();
        for (StoredObserver observer : stored.getObservers()) {
            heard.put(observer.getName(), new Heard(observer.getNewestNanos(), observer.getMissing()));
        }
        if (!heard.isEmpty()) {
            order.restore(stored.getBeganNanos(), stored.getGoneNanos(), heard);
        }
        boolean known = stored.getLineBitsPerSecond() > 0 && !stored.getLineAssumed();
        long line = known ? stored.getLineBitsPerSecond() : settings.assumedLineBitsPerSecond();
        lineAssumed = !known;
        boolean same = stored.getModels() == models.fingerprint()
                && stored.getLineBitsPerSecond() == line
                && stored.getShadow().hasRemaining();
        shadow = beside(facts, line, models);
        if (same) {
            shadow.load(new GuardedShadow.Saved(stored.getShadow(), stored.getShadowCheck()));
            fault("");
        }
        StoredFlowLoad measured = stored.getLoad();
        load = measured == null
                ? new FlowLoad(LoadSettings.defaults(), facts.key(), line)
                : new FlowLoad(LoadSettings.defaults(), facts.key(), line, StoredLoads.state(measured, facts.key()));
        hops = StoredLoads.path(stored.getPath());
        unseenCnps = stored.getUnseenCnps();
        unseenNanos = stored.getUnseenNanos();
        changed = stored.getChanged();
        factsRank = stored.getFactsRank();
        dataRank = stored.getDataRank();
        ceRank = stored.getCeRank();
        cnpRank = stored.getCnpRank();
        ackRank = stored.getAckRank();
        publishedNanos = stored.getPublishedNanos();
        publishedClass = stored.getPublishedClass();
        judgedClass = stored.getJudgedClass();
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
        boolean another = line != shadow.lineBitsPerSecond();
        if (another) {
            shadow.beginAnew(line);
            fault("");
            load.line(Math.max(1, shadow.lineBitsPerSecond()));
        }
        lineAssumed = line != shadow.lineBitsPerSecond();
        return another && tally.atNanos() > 0;
    }

    /** Learns the way of the flow; the word of the observer nearest to the sender counts. */
    void learn(List<PathHop> told, int rank) {
        if (rank >= factsRank && !told.isEmpty()) {
            hops = told;
        }
    }

    List<PathHop> hops() {
        return hops;
    }

    /** Counts an event, unless another observer shows the same more nearly. CE is counted where the receiver is near, the rest where the sender is. */
    void count(ShadowSource source, FlowEvent event) {
        boolean counted = count(Sampling.scaled(event, source.samplingRate()), source.rank());
        if (counted && Sampling.isOfPackets(event)) {
            tally.sampled(source.samplingRate());
        }
    }

    private boolean count(FlowEvent event, int rank) {
        return switch (event.kind()) {
            case SENT, RETRANSMITTED, REORDERED -> {
                dataRank = Math.max(dataRank, rank);
                yield countIf(rank == dataRank, event);
            }
            case CE_MARKED -> marked(event, rank);
            case CNP_SEEN -> {
                cnpRank = Math.max(cnpRank, rank);
                yield countIf(rank == cnpRank, event);
            }
            case DELIVERED, RTT_SAMPLE, NAK, RNR -> {
                ackRank = Math.max(ackRank, rank);
                yield countIf(rank == ackRank, event);
            }
            case CNP_SENT, CNP_HANDLED, CNP_IGNORED, TIMEOUT, PAUSED, UNKNOWN -> countIf(true, event);
        };
    }

    private boolean marked(FlowEvent event, int rank) {
        dataRank = Math.max(dataRank, rank);
        ceRank = ceRank == 0 ? rank : Math.min(ceRank, rank);
        if (rank == dataRank && rank == ceRank) {
            tally.add(event);
        } else if (rank == dataRank) {
            tally.addWithoutCe(event);
        } else if (rank == ceRank) {
            tally.addCeOnly(event);
        }
        return rank == dataRank || rank == ceRank;
    }

    private boolean countIf(boolean counts, FlowEvent event) {
        if (counts) {
            tally.add(event);
        }
        return counts;
    }

    /** Adds what a merge hands over. Its CNPs come without their times: the models cannot be stepped with them. */
    void add(FlowCounters handedOver) {
        tally.add(handedOver);
        if (handedOver.cnp() > 0) {
            unseenCnps = unseen() + handedOver.cnp();
            unseenNanos = Math.max(unseenNanos, Math.max(handedOver.atNanos(), shadow.newestNanos()));
        }
    }

    /** CNPs of the newest time that no model saw. */
    private long unseen() {
        return shadow.newestNanos() - unseenNanos > UNSEEN_NANOS ? 0 : unseenCnps;
    }

    long lineBitsPerSecond() {
        return shadow.lineBitsPerSecond();
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
        measure(source, event);
        shadow.event(source, event);
        fault("");
    }

    /** Takes an event into the flow's window, not into the models. */
    void measure(ShadowSource source, FlowEvent event) {
        if (load.isOver(event.timeNanos())) {
            closeWindow();
        }
        load.accept(source, event);
    }

    /** No event of the window that goes on will come any more. */
    void closeWindow() {
        load.close(load.congested() && isDeaf());
    }

    private boolean isDeaf() {
        FlowVerdict verdict = verdict();
        if (verdict == null) {
            return false;
        }
        return switch (verdict.flowClass()) {
            case IGNORES_CNPS, CC_OFF, CNP_LOST -> true;
            case CONFORMING,
                    OVER_REACTS,
                    UNDER_REACTS,
                    NOT_OBSERVABLE,
                    NOT_CONGESTED,
                    RTT_BASED,
                    APP_LIMITED,
                    UNKNOWN -> false;
        };
    }

    private void step(Batch<FlowEvent, Told> batch, FlowEvent event) {
        measure(batch.source().source(), event);
        shadow.event(batch.source().source(), event);
        fault(batch.source().place());
    }

    /** Steps the models with what may go before a time. */
    int release(long boundNanos, List<Batch<FlowEvent, Told>> done) {
        return order.release(boundNanos, this::step, done);
    }

    /** Steps the models with all that is held. */
    int releaseAll(List<Batch<FlowEvent, Told>> done) {
        return order.releaseAll(this::step, done);
    }

    private void fault(String place) {
        String detail = shadow.takeFault();
        if (detail != null) {
            fault = new Fault(detail, place);
        }
    }

    /** What went wrong since this was asked last; null where nothing did. */
    @Nullable
    Fault takeFault() {
        fault("");
        Fault taken = fault;
        fault = null;
        return taken;
    }

    /**
     * The classes as of the newest event that stepped the models; null without models. While CNPs are missing to the models nothing is said
     * that rests on them, good or bad.
     */
    @Nullable
    QueueVerdicts verdicts() {
        QueueVerdicts verdicts = shadow.verdicts();
        return verdicts == null || unseen() == 0 ? verdicts : verdicts.each(this::without);
    }

    /** The class should the switches say nothing. */
    @Nullable
    FlowVerdict verdict() {
        QueueVerdicts verdicts = verdicts();
        return verdicts == null ? null : verdicts.unknown();
    }

    private FlowVerdict without(FlowVerdict verdict) {
        return switch (verdict.flowClass()) {
            case UNKNOWN, APP_LIMITED -> verdict;
            case CONFORMING,
                    IGNORES_CNPS,
                    UNDER_REACTS,
                    OVER_REACTS,
                    CC_OFF,
                    NOT_OBSERVABLE,
                    NOT_CONGESTED,
                    CNP_LOST,
                    RTT_BASED ->
                new FlowVerdict(
                        FlowClass.UNKNOWN,
                        verdict.evidence(),
                        "times of " + unseen() + " CNPs that came under a provisional key");
        };
    }

    private static String judged(QueueVerdicts verdicts) {
        return verdicts.ask() ? "" : verdicts.unknown().flowClass().text();
    }

    /** What the queues on the path are asked about. */
    PathQuestion path() {
        FlowCounters counters = tally.counters();
        return new PathQuestion(
                facts.fabric(),
                facts.srcIp(),
                facts.dstIp(),
                facts.priority(),
                counters.firstNanos(),
                shadow.runs() ? shadow.newestNanos() : counters.atNanos(),
                counters.packets(),
                counters.cnpsSeen() + counters.cnpsHandled());
    }

    /** A state is made, as of a time. */
    void published(@Nullable QueueVerdicts verdicts, long asOfNanos) {
        publishedNanos = Math.max(1, asOfNanos);
        judgedClass = verdicts == null ? "" : judged(verdicts);
    }

    /**
     * Whether the class is not the one that was published; asked when the flow's time crosses a multiple of 250 ms. What the switches say does not
     * count: that of this time may not have been heard yet.
     */
    boolean classChanged(long beforeNanos) {
        if (publishedNanos == 0) {
            return true;
        }
        if (beforeNanos / CHECK_NANOS == tally.atNanos() / CHECK_NANOS) {
            return false;
        }
        QueueVerdicts verdicts = verdicts();
        return verdicts != null && !judged(verdicts).equals(judgedClass);
    }

    StoredFlow store() {
        StoredFlow stored = StoredFlows.store(facts, tally.counters());
        stored.setLineBitsPerSecond(shadow.lineBitsPerSecond());
        stored.setLineAssumed(lineAssumed);
        stored.setModels(models.fingerprint());
        GuardedShadow.Saved saved = shadow.save();
        stored.setShadow(saved.bytes());
        stored.setShadowCheck(saved.check());
        stored.setPath(StoredLoads.store(hops));
        stored.setLoad(StoredLoads.store(load.state()));
        stored.setUnseenCnps(unseenCnps);
        stored.setUnseenNanos(unseenNanos);
        stored.setPublishedNanos(publishedNanos);
        stored.setPublishedClass(publishedClass);
        stored.setJudgedClass(judgedClass);
        stored.setChanged(changed);
        stored.setFactsRank(factsRank);
        stored.setDataRank(dataRank);
        stored.setCeRank(ceRank);
        stored.setCnpRank(cnpRank);
        stored.setAckRank(ackRank);
        stored.setBeganNanos(order.firstNanos());
        stored.setGoneNanos(order.goneNanos());
        stored.setObservers(order.heardByObserver().entrySet().stream()
                .map(each -> new StoredObserver(
                        each.getKey(),
                        each.getValue().newestNanos(),
                        each.getValue().missing()))
                .toList());
        return stored;
    }
}
