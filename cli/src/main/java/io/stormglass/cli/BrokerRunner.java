package io.stormglass.cli;

import io.stormglass.avro.StormIncident;
import io.stormglass.cli.scoreboard.Case;
import io.stormglass.cli.scoreboard.CaseRunner;
import io.stormglass.fabric.publish.FabricPublisher;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.ConsumerPauses;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.results.RunWatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs cases of a scoreboard through a broker, one after another. */
final class BrokerRunner implements CaseRunner {
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final Terminal terminal;
    private final Cluster cluster;
    private final Shape shape;

    /**
     * How the topologies run; no result depends on it.
     *
     * @param partitions of the input topics
     * @param threads of each instance
     * @param instances of the streams application
     */
    record Shape(int partitions, int threads, int instances) {
        static final Shape PLAIN = new Shape(1, 1, 1);
    }

    BrokerRunner(Terminal terminal, Cluster cluster, Shape shape) {
        this.terminal = terminal;
        this.cluster = cluster;
        this.shape = shape;
    }

    @Override
    public List<StormIncident> run(Case each) {
        List<StormIncident> incidents = Collections.synchronizedList(new ArrayList<>());
        RunPlan plan = new RunPlan(
                TopicNaming.replay(each.runId()),
                shape.partitions(),
                shape.threads(),
                shape.instances(),
                null,
                false,
                ConsumerPauses.NONE);
        try (RunPipeline pipeline = new RunPipeline(terminal, plan)) {
            pipeline.start(cluster, FlowSettings.defaults());
            RunPipeline.Reading reading = pipeline.read(SILENCE, new RunWatcher() {
                @Override
                public void incident(StormIncident incident) {
                    incidents.add(incident);
                }
            });
            String fabric = each.scenario().telemetry().fabric();
            // The pipeline closes the publisher of records.
            FabricPublisher publisher = new FabricPublisher(
                    FabricPublisher.Plan.of(each.scenario(), each.seed()),
                    FabricPublisher.Timing.unlimited(),
                    pipeline.batchPublisher(fabric, 1));
            publisher.run();
            reading.await();
            return List.copyOf(incidents);
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }
}
