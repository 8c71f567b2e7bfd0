package io.stormglass.embedded.registry;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry's state, kept in a compacted topic of one partition and read back from it.
 *
 * <p>A change is decided on the state as of the end of the log, written in one transaction, and answered once it has been
 * read back. All registries on one topic share a transactional id: whoever starts to write fences the one before, which
 * then starts over with the newer state. So no two changes are ever decided on the same state, and no id is given twice.
 */
final class SchemaLog implements AutoCloseable {
    static final String TOPIC = "_schemas";

    private static final Logger LOG = LoggerFactory.getLogger(SchemaLog.class);
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final String TRANSACTIONAL_ID = "stormglass-registry";
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private final String bootstrapServers;
    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final Thread reader;

    private final ReentrantLock stateLock = new ReentrantLock();
    private final Condition progress = stateLock.newCondition();
    private final RegistryState state = new RegistryState();
    private long position;
    private @Nullable RuntimeException readerFailure;
    private volatile boolean closing;

    private final ReentrantLock writeLock = new ReentrantLock();
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * What a decision on the state comes to.
     *
     * @param entries what to write, all or nothing
     * @param answer result once that is written
     */
    record Change<T>(List<LogEntry> entries, T answer) {
        /** Nothing to write. */
        static <T> Change<T> none(T answer) {
            return new Change<>(List.of(), answer);
        }
    }

    private SchemaLog(String bootstrapServers, Admin admin) {
        this.bootstrapServers = bootstrapServers;
        this.admin = admin;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", bootstrapServers,
                        "isolation.level", "read_committed",
                        "enable.auto.commit", "false",
                        "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        this.reader = new Thread(this::read, "schema-registry-reader");
        this.reader.setDaemon(true);
    }

    /**
     * Creates the topic if there is none and returns when the log has been read to its end.
     *
     * @throws IOException if Kafka does not answer or the topic is not a compacted one of one partition
     */
    static SchemaLog open(String bootstrapServers) throws IOException {
        Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        @Nullable SchemaLog log = null;
        try {
            ensureTopic(admin);
            log = new SchemaLog(bootstrapServers, admin);
            log.reader.start();
            log.catchUp();
            return log;
        } catch (IOException | RuntimeException e) {
            if (log != null) {
                log.close();
            } else {
                admin.close(Duration.ZERO);
            }
            throw e instanceof IOException io
                    ? io
                    : new IOException(
                            "cannot read topic " + TOPIC + " of " + bootstrapServers + ": " + e.getMessage(), e);
        }
    }

    private static void ensureTopic(Admin admin) throws IOException {
        NewTopic topic = new NewTopic(TOPIC, Optional.of(1), Optional.empty())
                .configs(Map.of("cleanup.policy", "compact", "segment.bytes", Integer.toString(16 << 20)));
        try {
            admin.createTopics(List.of(topic)).all().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IOException("cannot create topic " + TOPIC + ": " + e.getCause(), e);
            }
            checkTopic(admin);
        } catch (TimeoutException e) {
            throw new IOException("Kafka did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static void checkTopic(Admin admin) throws IOException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, TOPIC);
        int partitions = await(admin.describeTopics(List.of(TOPIC)).allTopicNames())
                .values()
                .iterator()
                .next()
                .partitions()
                .size();
        Config config = await(admin.describeConfigs(List.of(resource)).all())
                .values()
                .iterator()
                .next();
        String policy = config.get("cleanup.policy").value();
        if (partitions != 1 || !policy.equals("compact")) {
            throw new IOException("topic " + TOPIC + " has " + partitions + " partitions and cleanup.policy=" + policy
                    + ", the registry needs 1 and compact; it was made by something else: use another Kafka");
        }
    }

    private static <T> T await(Future<T> future) throws IOException {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("cannot look at topic " + TOPIC + ": " + e, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted", e);
    }

    /** Looks at the state as it is now. */
    <T> T look(Function<RegistryState, T> question) {
        stateLock.lock();
        try {
            return question.apply(state);
        } finally {
            stateLock.unlock();
        }
    }

    /**
     * Changes the state. The decision may be asked for more than once, and must depend on the state alone.
     *
     * @throws RegistryException what the decision throws, or if the log cannot be written
     */
    <T> T change(Function<RegistryState, Change<T>> decision) {
        Change<T> first = look(decision);
        if (first.entries().isEmpty()) {
            return first.answer();
        }
        writeLock.lock();
        try {
            return decideAndWriteUntilItHolds(decision);
        } catch (KafkaException | IOException e) {
            dropProducer();
            throw RegistryException.store("cannot write topic " + TOPIC + ": " + e.getMessage());
        } finally {
            writeLock.unlock();
        }
    }

    /**
     * Starts over where the transaction fails, which is how being fenced shows: as one of several errors, depending on
     * how far it got. Should it have been committed all the same, then the next decision is made on a state that has it.
     */
    private <T> T decideAndWriteUntilItHolds(Function<RegistryState, Change<T>> decision) throws IOException {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return decideAndWrite(decision);
            } catch (KafkaException e) {
                LOG.debug("a transaction on topic {} failed, perhaps another registry wrote in between", TOPIC, e);
                dropProducer();
                if (closing || System.nanoTime() - deadlineNanos >= 0) {
                    throw e;
                }
                // Two that fence each other at the same pace would do so for ever.
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE_NANOS));
            }
        }
    }

    private <T> T decideAndWrite(Function<RegistryState, Change<T>> decision) throws IOException {
        Producer<byte[], byte[]> writer = producer == null ? becomeWriter() : producer;
        Change<T> change = look(decision);
        if (change.entries().isEmpty()) {
            return change.answer();
        }
        writer.beginTransaction();
        @Nullable Future<RecordMetadata> last = null;
        for (LogEntry entry : change.entries()) {
            LogCodec.Encoded encoded = LogCodec.encode(entry);
            last = writer.send(new ProducerRecord<>(TOPIC, 0, encoded.key(), encoded.value()));
        }
        writer.commitTransaction();
        if (last != null) {
            awaitPosition(await(last).offset() + 1);
        }
        return change.answer();
    }

    private Producer<byte[], byte[]> becomeWriter() throws IOException {
        Producer<byte[], byte[]> fresh = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrapServers,
                        "transactional.id",
                        TRANSACTIONAL_ID,
                        "max.block.ms",
                        Long.toString(PATIENCE.toMillis()),
                        "retry.backoff.ms",
                        "20",
                        "linger.ms",
                        "0"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer = fresh;
        fresh.initTransactions();
        catchUp();
        return fresh;
    }

    private void dropProducer() {
        if (producer != null) {
            producer.close(Duration.ZERO);
            producer = null;
        }
    }

    private void catchUp() throws IOException {
        long end = await(admin.listOffsets(
                                Map.of(PARTITION, OffsetSpec.latest()),
                                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                        .partitionResult(PARTITION))
                .offset();
        awaitPosition(end);
    }

    private void awaitPosition(long wanted) {
        long left = PATIENCE.toNanos();
        stateLock.lock();
        try {
            while (position < wanted) {
                if (readerFailure != null) {
                    throw RegistryException.store("the reader of topic " + TOPIC + " has failed: " + readerFailure);
                }
                if (left <= 0) {
                    throw RegistryException.timeout("topic " + TOPIC + " was not read up to offset " + wanted
                            + " within " + PATIENCE.toSeconds() + " s; it is at " + position);
                }
                left = progress.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RegistryException.store("interrupted while reading topic " + TOPIC);
        } finally {
            stateLock.unlock();
        }
    }

    private void read() {
        try {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            while (!closing) {
                var records = consumer.poll(POLL);
                long reached = consumer.position(PARTITION);
                advance(records, reached);
            }
        } catch (WakeupException e) {
            LOG.debug("reader asked to stop", e);
        } catch (RuntimeException e) {
            if (!closing) {
                LOG.error("the schema registry cannot read topic {} any more", TOPIC, e);
            }
            fail(e);
        } finally {
            // Not waiting for the fetch that is under way, which the broker holds for half a second.
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private void advance(Iterable<ConsumerRecord<byte[], byte[]>> records, long reached) {
        stateLock.lock();
        try {
            for (ConsumerRecord<byte[], byte[]> each : records) {
                apply(each);
            }
            position = reached;
            progress.signalAll();
        } finally {
            stateLock.unlock();
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> logged) {
        try {
            LogCodec.decode(logged.key(), logged.value()).ifPresent(state::apply);
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "record at offset {} of topic {} is not the registry's and is passed over",
                    logged.offset(),
                    TOPIC,
                    e);
        }
    }

    private void fail(RuntimeException failure) {
        stateLock.lock();
        try {
            readerFailure = failure;
            progress.signalAll();
        } finally {
            stateLock.unlock();
        }
    }

    /** Stops reading and writing; what was answered is in the topic. */
    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        writeLock.lock();
        try {
            dropProducer();
        } finally {
            writeLock.unlock();
        }
        admin.close(Duration.ZERO);
        try {
            reader.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
