package io.stormglass.fabric.publish;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.EmulatedAgents;
import io.stormglass.emulator.telemetry.TelemetryOutput;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.publisher.PublishCounts;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Runs a scenario and publishes what its agents say: one publisher that owns the order of every partition, so the records are a function of scenario and seed. Every
 * 50 ms of event time each partition gets a tick, at the end its end mark.
 *
 * <pre>{@code
 * BatchPublisher records = BatchPublisher.connect(settings, target, clientSettings, ids);
 * try (FabricPublisher publisher = new FabricPublisher(plan, Timing.scaled(0.1), records)) {
 *     FabricProgress end = publisher.run();   // in a thread of its own; progress() and stop() from any other
 * }
 * }</pre>
 *
 * <p>{@link #run} is called once. {@link #stop} makes it end early and in order: what was emulated is published, the end marks follow.
 */
public final class FabricPublisher implements AutoCloseable {
    /** Event time between two ticks. */
    static final long TICK_NANOS = 50_000_000L;
    /** A longer gap without events is crossed by one tick. */
    static final long GAP_NANOS = 1_000_000_000L;

    private final Plan plan;
    private final Timing timing;
    private final BatchPublisher records;
    private final Out out = new Out();
    private volatile boolean stopped;
    private volatile FabricProgress progress = FabricProgress.NONE;
    private long startedWallNanos;
    private long behindNanos;

    /**
     * What is run.
     *
     * @param seed decides everything random
     * @param startNanos event time of the scenario's time 0, ns since 1970 UTC, a multiple of 50 ms
     * @param inventory published before anything else, at the start
     */
    public record Plan(Scenario scenario, long seed, long startNanos, List<InventoryEntity> inventory) {
        public Plan {
            inventory = List.copyOf(inventory);
            if (startNanos <= 0 || startNanos % TICK_NANOS != 0) {
                throw new IllegalArgumentException(
                        "start at " + startNanos + " ns since 1970: a multiple of " + TICK_NANOS + " is needed");
            }
        }

        /** Without an inventory. */
        public Plan(Scenario scenario, long seed, long startNanos) {
            this(scenario, seed, startNanos, List.of());
        }

        /** With {@link FabricInventory}: what a scheduler's hook would write. */
        public Plan withInventory() {
            return new Plan(scenario, seed, startNanos, FabricInventory.of(scenario, startNanos));
        }

        /** From {@link FabricSource#DEFAULT_START_NANOS} on. */
        public static Plan of(Scenario scenario, long seed) {
            return new Plan(scenario, seed, FabricSource.DEFAULT_START_NANOS);
        }
    }

    /**
     * How event time runs.
     *
     * @param scale event time per wall time, above 0; {@link Double#POSITIVE_INFINITY}: as fast as it goes
     * @param nowNanos wall clock, ns from any origin
     * @param pause waits for so many nanoseconds, may return early
     */
    public record Timing(double scale, LongSupplier nowNanos, Pace.Wait pause) {
        public Timing {
            if (!(scale > 0)) {
                throw new IllegalArgumentException("event time per wall time is " + scale + ", above 0 is possible");
            }
        }

        /** As fast as fabric and readers go. */
        public static Timing unlimited() {
            return scaled(Double.POSITIVE_INFINITY);
        }

        /** So much event time per wall time, or less where the machine cannot. */
        public static Timing scaled(double scale) {
            return new Timing(scale, System::nanoTime, LockSupport::parkNanos);
        }
    }

    /**
     * A publisher that has not started.
     *
     * @param records where batches go; closed with this
     */
    public FabricPublisher(Plan plan, Timing timing, BatchPublisher records) {
        this.plan = plan;
        this.timing = timing;
        this.records = records;
    }

    /**
     * Runs the scenario to its end, or until {@link #stop}.
     *
     * @return how it ended
     * @throws io.stormglass.publisher.PublishException if something could not be written
     */
    public FabricProgress run() {
        FabricSource source = FabricSource.start(plan.scenario, plan.seed, plan.startNanos, out);
        startedWallNanos = timing.nowNanos.getAsLong();
        plan.inventory.forEach(entity -> records.inventory(entity, plan.startNanos));
        while (!stopped && !source.isOver() && !Thread.currentThread().isInterrupted()) {
            long next = source.nowPicos() + EmulatedAgents.SLICE_NANOS * Picos.PER_NANO;
            source.runUntil(Math.min(next, source.durationPicos()));
            pace(source.nowPicos() / Picos.PER_NANO);
            note(source);
        }
        source.end();
        out.releaseAll();
        records.end(plan.startNanos + source.nowPicos() / Picos.PER_NANO + 1);
        note(source);
        return progress;
    }

    /** How far it has come; from any thread. */
    public FabricProgress progress() {
        return progress;
    }

    /** Makes {@link #run} end after the slice that is being emulated; from any thread. */
    public void stop() {
        stopped = true;
    }

    @Override
    public void close() {
        records.close();
    }

    private void pace(long eventNanos) {
        if (Double.isInfinite(timing.scale)) {
            return;
        }
        long dueNanos = startedWallNanos + (long) (eventNanos / timing.scale);
        long left = dueNanos - timing.nowNanos.getAsLong();
        behindNanos = Math.max(0, -left);
        while (left > 0 && !stopped && !Thread.currentThread().isInterrupted()) {
            timing.pause.nanos(left);
            left = dueNanos - timing.nowNanos.getAsLong();
        }
    }

    private void note(FabricSource source) {
        PublishCounts counts = records.counts();
        progress = new FabricProgress(
                source.nowPicos() / Picos.PER_NANO,
                Math.max(1, timing.nowNanos.getAsLong() - startedWallNanos),
                behindNanos,
                counts.flowRecords() + counts.portRecords(),
                counts.events(),
                out.repeated,
                out.lost,
                out.lateCount,
                counts.rejected());
    }

    /** Something that comes late. */
    private record Waiting(long dueNanos, long order, Runnable write) {}

    private final class Out implements TelemetryOutput {
        private final PriorityQueue<Waiting> waiting =
                new PriorityQueue<>(Comparator.comparingLong(Waiting::dueNanos).thenComparingLong(Waiting::order));
        private long order;
        private long repeated;
        private long lost;
        private long lateCount;
        private long lastTickNanos = Long.MIN_VALUE;

        @Override
        public void flow(FlowBatch batch, Fate fate, long lateNanos) {
            FlowBatch numbered = records.numbered(batch);
            FlowEvent newest = batch.events().getLast();
            pass(fate, lateNanos == 0 ? 0 : newest.timeNanos() + lateNanos, () -> records.write(numbered));
        }

        @Override
        public void port(PortBatch batch, Fate fate, long lateNanos) {
            PortBatch numbered = records.numbered(batch);
            PortEvent newest = batch.events().getLast();
            pass(fate, lateNanos == 0 ? 0 : newest.timeNanos() + lateNanos, () -> records.write(numbered));
        }

        @Override
        public void goodbye(BatchHeader header) {
            records.goodbye(header);
        }

        private void pass(Fate fate, long dueNanos, Runnable write) {
            switch (fate) {
                case LOST -> lost++;
                case SENT -> leave(dueNanos, write);
                case REPEATED -> {
                    repeated++;
                    leave(dueNanos, write);
                    leave(dueNanos, write);
                }
            }
        }

        private void leave(long dueNanos, Runnable write) {
            if (dueNanos == 0) {
                write.run();
                return;
            }
            lateCount++;
            waiting.add(new Waiting(dueNanos, order++, write));
        }

        @Override
        public void progress(long nanos) {
            ticksUntil(Math.floorDiv(nanos, TICK_NANOS) * TICK_NANOS);
            release(nanos);
        }

        private void release(long nanos) {
            Waiting next = waiting.peek();
            while (next != null && next.dueNanos <= nanos) {
                waiting.remove().write.run();
                next = waiting.peek();
            }
        }

        void releaseAll() {
            release(Long.MAX_VALUE);
        }

        private void ticksUntil(long newest) {
            if (lastTickNanos == Long.MIN_VALUE) {
                lastTickNanos = plan.startNanos;
            }
            if (newest - lastTickNanos > GAP_NANOS) {
                tick(newest);
            }
            while (lastTickNanos < newest) {
                tick(lastTickNanos + TICK_NANOS);
            }
        }

        private void tick(long watermarkNanos) {
            lastTickNanos = watermarkNanos;
            records.tick(watermarkNanos);
        }
    }
}
