package io.stormglass.cli;

import io.stormglass.avro.QueueLoad;
import io.stormglass.capture.Inspection;
import io.stormglass.emulator.queue.PacketQueueWhatIf;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.publisher.BatchLimits;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.publisher.PublishCounts;
import io.stormglass.publisher.PublishException;
import io.stormglass.publisher.PublisherSettings;
import io.stormglass.replay.LinksFile;
import io.stormglass.replay.Replay;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.advice.AdviceCounters;
import io.stormglass.streams.advice.FinishedAdvice;
import io.stormglass.streams.advice.RecommenderSettings;
import io.stormglass.streams.postgres.PostgresSink;
import io.stormglass.streams.remotewrite.RemoteWriteSink;
import io.stormglass.streams.results.RunResults;
import io.stormglass.streams.results.RunWatcher;
import io.stormglass.streams.sink.OnCallSinks;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One replay through Kafka: captures as the publisher of a run, and the report of what came of it. */
final class ReplayRun implements AutoCloseable {
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final Duration SILENCE_WHEN_PACED = Duration.ofDays(3650);
    private static final Duration TELLING = Duration.ofMinutes(2);
    private static final String AGENT_ID = "replay";
    /** Of about 2 kB each. */
    private static final int MOST_WINDOWS = 100_000;
    /** A search takes seconds, and somebody waits for the report. */
    private static final int MOST_SEARCHES = 10;

    private static final RecommenderSettings ADVICE = advice();

    private final Terminal terminal;
    private final Replay replay;
    private final LinksFile links;
    private final RunPlan plan;
    private final RunPipeline pipeline;

    ReplayRun(Terminal terminal, Replay replay, LinksFile links, RunPlan plan) {
        this.terminal = terminal;
        this.replay = replay;
        this.links = links;
        this.plan = plan;
        pipeline = new RunPipeline(terminal, plan);
    }

    /** Makes topics and starts the topologies, which then wait for what is published. */
    void start(Cluster cluster) {
        // Captures are merged before they are published: of every flow one observer tells, who waits for nobody.
        pipeline.start(cluster, FlowSettings.defaults().withReorder(Duration.ZERO));
    }

    /**
     * Publishes the captures and reads what came of it.
     *
     * @param sinks who is told of the incidents; empty: nobody
     * @param stored where what was found is kept
     * @param report is given what was found, before everything is closed: nobody should wait for that
     */
    void publish(
            Inspection inspection, Optional<SinkSettings> sinks, StorageSinks stored, Consumer<ReplayReport> report)
            throws InterruptedException {
        try {
            EventPublisher publisher = pipeline.publisher(publisherSettings(inspection), pace());
            Optional<OnCallSinks> telling = sinks.map(pipeline::tell);
            List<RemoteWriteSink> sending =
                    stored.remoteWrite().stream().map(pipeline::send).toList();
            PostgresSink keeping = stored.postgres() == null ? null : pipeline.keep(stored.postgres());
            report.accept(publishAndRead(publisher, inspection));
            for (RemoteWriteSink sink : sending) {
                finish("sent", sink.awaitSent(TELLING), sink.counters());
            }
            if (keeping != null) {
                finish("kept", keeping.awaitWritten(TELLING), keeping.counters());
            }
            if (telling.isPresent()) {
                awaitTold(telling.get());
            }
        } catch (RunFailedException | PublishException | RegistryException e) {
            throw RunPipeline.failed(e);
        }
    }

    /** Stops what was started. */
    @Override
    public void close() {
        pipeline.close();
    }

    private static RecommenderSettings advice() {
        RecommenderSettings base = RecommenderSettings.of(Profile.BALANCED);
        AdviceRounds.Limits limits = base.limits();
        return new RecommenderSettings(
                base.advice(),
                new AdviceRounds.Limits(limits.roundNanos(), limits.periodNanos(), MOST_SEARCHES, limits.forgetNanos()),
                base.patience());
    }

    private void awaitTold(OnCallSinks sinks) throws InterruptedException {
        boolean isTold = sinks.awaitTold(TELLING);
        sinks.counters().stream().skip(1).forEach(counters -> terminal.say("told " + counters));
        boolean isRefused =
                sinks.counters().stream().anyMatch(counters -> counters.get(SinkCounters.Count.REFUSED) > 0);
        if (!isTold || isRefused) {
            throw CommandFailure.failed(
                    isTold ? "a sink refused what it was told; the log says why" : "not every sink could be told",
                    null);
        }
    }

    private void finish(String what, boolean isDone, SinkCounters counters) {
        terminal.say(what + " " + counters);
        long left = counters.get(SinkCounters.Count.REFUSED)
                + counters.get(SinkCounters.Count.LOST)
                + counters.get(SinkCounters.Count.IGNORED)
                + counters.get(SinkCounters.Count.UNREADABLE);
        if (!isDone || left > 0) {
            throw CommandFailure.failed(
                    isDone
                            ? counters.sink() + " did not take everything; the log says why"
                            : counters.sink() + " has not taken everything in " + TELLING.toSeconds() + " s",
                    null);
        }
    }

    private ReplayReport publishAndRead(EventPublisher publisher, Inspection inspection) throws InterruptedException {
        long startedNanos = System.nanoTime();
        FinishedAdvice advice = new FinishedAdvice(ADVICE, MOST_WINDOWS);
        RunPipeline.Reading results =
                pipeline.read(plan.speed() == null ? SILENCE : SILENCE_WHEN_PACED, new RunWatcher() {
                    @Override
                    public void load(QueueLoad load) {
                        advice.take(load);
                    }
                });
        long pausesNotAttributed = publish(publisher, inspection);
        RunResults found = results.await();
        double seconds = Math.max(1, System.nanoTime() - startedNanos) / 1e9;
        PublishCounts counts = publisher.counts();
        List<String> assumptions = new ArrayList<>(links.assumptions());
        assumptions.addAll(inspection.assumptions());
        long leftOut = advice.counters().get(AdviceCounters.Count.LEFT_OUT);
        if (leftOut > 0) {
            assumptions.add("ECN advice rests on the newest " + Words.count(MOST_WINDOWS)
                    + " windows of queues; older ones left out: " + Words.count(leftOut));
        }
        List<Advice> advised = advice.make(found.incidents().values(), PacketQueueWhatIf.standard());
        return new ReplayReport(
                plan.naming().runId(),
                counts.flowRecords(),
                counts.portRecords(),
                counts.events(),
                counts.late(),
                pausesNotAttributed,
                found.deadLetters(),
                List.copyOf(found.flows().values()),
                List.copyOf(found.incidents().values()),
                List.copyOf(found.modes().values()),
                advised,
                List.copyOf(found.telemetry().values()),
                inspection,
                assumptions,
                Math.rint(counts.events() / seconds));
    }

    private long publish(EventPublisher publisher, Inspection inspection) {
        Long first = inspection.firstNanos();
        Long last = inspection.lastNanos();
        double span = first == null || last == null ? 1 : Math.max(1, last - first);
        long from = first == null ? 0 : first;
        try (ProgressBar bar = new ProgressBar(terminal, "replay")) {
            long pausesNotAttributed = replay.emit(inspection, publisher, timeNanos -> {
                if (Thread.currentThread().isInterrupted()) {
                    throw CommandFailure.interrupted(null);
                }
                bar.show((timeNanos - from) / span);
            });
            publisher.end();
            return pausesNotAttributed;
        }
    }

    private PublisherSettings publisherSettings(Inspection inspection) {
        return new PublisherSettings(
                links.fabric(),
                plan.naming().runId(),
                AGENT_ID,
                0,
                ObserverRole.CAPTURE,
                Scope.FLOW,
                plan.partitions(),
                plan.partitions(),
                replay.reorderNanos(inspection),
                BatchLimits.DEFAULT);
    }

    private Pace pace() {
        Double speed = plan.speed();
        return speed == null ? Pace.unlimited() : Pace.realTime(speed);
    }
}
