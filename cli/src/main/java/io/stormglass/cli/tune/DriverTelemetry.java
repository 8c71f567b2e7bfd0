package io.stormglass.cli.tune;

import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricPublisher;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.QueueLoadCodec;
import java.util.ArrayList;
import java.util.List;

/** Telemetry through the topologies as they are deployed: no broker, one partition. */
public final class DriverTelemetry implements ClosedLoop.Telemetry {
    private final DriverRunner runner = new DriverRunner(Perturbation.NONE);

    @Override
    public List<QueueLoad> loads(Scenario scenario, long seed, long startNanos) {
        List<QueueLoad> loads = new ArrayList<>();
        FabricPublisher.Plan plan = new FabricPublisher.Plan(scenario, seed, startNanos);
        for (io.stormglass.avro.QueueLoad record : runner.run(plan, "tune").loads()) {
            switch (QueueLoadCodec.toNeutral(record)) {
                case Decoded.Value<QueueLoad> value -> loads.add(value.value());
                case Decoded.Malformed<QueueLoad> bad ->
                    throw new IllegalStateException("a window of a queue cannot be read: " + bad.detail());
            }
        }
        return loads;
    }
}
