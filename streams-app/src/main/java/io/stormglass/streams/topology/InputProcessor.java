package io.stormglass.streams.topology;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.time.SequenceWindow;
import io.stormglass.schemas.Reason;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsMode;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** What both input topics have in common: intake, progress, end. */
abstract class InputProcessor<A extends SpecificRecord, B> implements Processor<byte[], byte[], byte[], byte[]> {
    static final long NANOS_PER_MILLI = 1_000_000L;

    private final Intake.Contract<A, B> contract;
    private final String progressStore;
    final TopologyInputs inputs;
    private @Nullable Task<A, B> task;

    InputProcessor(Intake.Contract<A, B> contract, String progressStore, TopologyInputs inputs) {
        this.contract = contract;
        this.progressStore = progressStore;
        this.inputs = inputs;
    }

    /** What exists once the processor runs. */
    record Task<A extends SpecificRecord, B>(
            ProcessorContext<byte[], byte[]> context, Intake<A, B> intake, Progress progress, Counts counts) {}

    @Override
    public final void init(ProcessorContext<byte[], byte[]> context) {
        Counts counts = new Counts(inputs.counters(), context, contract.processor());
        Task<A, B> started = new Task<>(
                context,
                new Intake<>(contract, inputs, context, counts, this::arrived),
                new Progress(inputs.mode(), inputs.maxWaitNanos(), context.getStateStore(progressStore)),
                counts);
        task = started;
        start(context);
        if (inputs.mode() == StreamsMode.LIVE) {
            // Liveness only: an idle partition must not hold up the others.
            context.schedule(Duration.ofMillis(100), PunctuationType.WALL_CLOCK_TIME, this::idle);
        }
    }

    private void idle(long wallMillis) {
        if (task().progress.idle(wallMillis * NANOS_PER_MILLI)) {
            tell();
            advanced(watermarkNanos());
        }
        wallClock(wallMillis * NANOS_PER_MILLI);
    }

    @Override
    public final void process(Record<byte[], byte[]> record) {
        if (context()
                .recordMetadata()
                .filter(source -> isInternal(source.topic()))
                .isPresent()) {
            internal(record);
            return;
        }
        B batch = task().intake.take(record);
        if (batch == null) {
            return;
        }
        BatchHeader header = contract.header().apply(batch);
        if (Progress.clockOff(header)) {
            counts().add(Count.CLOCK_OFF, 1);
        }
        if (header.kind() == RecordKind.EVENTS) {
            events(batch, record);
        }
        boolean moved = task().progress.record(header, record.timestamp() * NANOS_PER_MILLI, wallNanos());
        if (moved) {
            tell();
        }
        if (header.kind() == RecordKind.END) {
            ended(watermarkNanos());
        } else if (moved) {
            advanced(watermarkNanos());
        }
    }

    @Override
    public void close() {
        Task<A, B> stopped = task;
        if (stopped != null) {
            inputs.counters().left(watermark(stopped));
        }
    }

    private void tell() {
        inputs.counters().reached(watermark(task()), watermarkNanos());
    }

    private StreamsCounters.Watermark watermark(Task<A, B> running) {
        return new StreamsCounters.Watermark(
                contract.processor(), running.context().taskId().partition());
    }

    final ProcessorContext<byte[], byte[]> context() {
        return task().context;
    }

    final Counts counts() {
        return task().counts;
    }

    private long wallNanos() {
        return context().currentSystemTimeMs() * NANOS_PER_MILLI;
    }

    /** The latest time that anything in a batch can have. */
    final long latestNanos(BatchHeader header) {
        return task().progress.latestNanos(header, wallNanos());
    }

    /** Why a record of nothing else than the future is refused. */
    static String aheadOf(long latestNanos) {
        return "all of its events are after " + latestNanos + " ns since 1970: "
                + "further ahead of the present than any clock may be";
    }

    /** Records of an agent that come before its newest one and are not there. */
    final long missing(BatchHeader header) {
        return task().intake.missing(header.agentId());
    }

    /** Sends the record that is being processed to the dead letters. */
    final void refuse(Record<byte[], byte[]> record, Reason reason, String detail) {
        task().intake.deadLetters().refuse(record, reason, detail);
    }

    /** Sends what was taken from a record before to the dead letters. */
    final void refuseTaken(Record<byte[], byte[]> taken, Reason reason, String detail) {
        task().intake.deadLetters().refuseTaken(taken, reason, detail);
    }

    final long watermarkNanos() {
        return task().progress.watermarkNanos();
    }

    final int partition() {
        return context().taskId().partition();
    }

    private Task<A, B> task() {
        Task<A, B> started = task;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }

    /** The input partition has ended. */
    final boolean hasEnded() {
        return task().progress.ended();
    }

    /** Forwards an end mark to a topic that is read from outside. */
    final void forwardEnd(String inputTopic, long atNanos, String sink) {
        context().forward(Marks.end(inputTopic, partition(), Math.max(0, atNanos / NANOS_PER_MILLI)), sink);
    }

    /** Whether a topic carries records between instances rather than input. */
    boolean isInternal(String topicOfRecord) {
        return false;
    }

    /** Takes a record of such a topic. */
    void internal(Record<byte[], byte[]> record) {
        throw new IllegalStateException("this processor has no internal topic");
    }

    /** A record could be read; what comes of it follows, unless it was seen before. */
    void arrived(B batch, SequenceWindow.Step step) {}

    /** LIVE: time passes, for what must not wait for ever. */
    void wallClock(long wallNanos) {}

    /** Opens stores. */
    abstract void start(ProcessorContext<byte[], byte[]> context);

    /** Takes the events of one key, which came as the record. */
    abstract void events(B batch, Record<byte[], byte[]> record);

    /** Every event before the watermark has been taken. */
    abstract void advanced(long watermarkNanos);

    /** The partition has ended; the watermark is where its data ends. */
    abstract void ended(long watermarkNanos);
}
