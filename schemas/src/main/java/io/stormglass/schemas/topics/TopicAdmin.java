package io.stormglass.schemas.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Applies topic definitions to a cluster. It does not own the {@link Admin} client that it is given.
 *
 * <p>Every method throws {@link TopicAdminException} with the cluster's words.
 */
public final class TopicAdmin {
    private static final Duration ASK_AGAIN = Duration.ofMillis(20);

    private final Admin admin;
    private final Duration timeout;

    /**
     * An administrator.
     *
     * @param timeout how long to wait for each answer of the cluster
     */
    public TopicAdmin(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /**
     * Creates what is missing and corrects settings. A partition or replica count that differs is left as it is and comes
     * back as {@link TopicAction.Migrate} or {@link TopicAction.Reassign}.
     *
     * @return what was done, and what was not ({@code Migrate}, {@code Reassign})
     */
    public List<TopicAction> apply(List<TopicDefinition> wanted) {
        List<TopicAction> plan = TopicPlan.of(wanted, actual(names(wanted)));
        create(plan);
        correct(plan);
        return plan;
    }

    /**
     * Creates the topics of a new run.
     *
     * @throws TopicAdminException if one of them exists: the run id was used before
     */
    public void createNew(List<TopicDefinition> wanted) {
        Set<String> existing = new TreeSet<>(actual(names(wanted)).keySet());
        if (!existing.isEmpty()) {
            throw new TopicAdminException(
                    "topics of this run exist already: " + String.join(", ", existing)
                            + "; give another --run-id or delete them",
                    null);
        }
        create(TopicPlan.of(wanted, Map.of()));
    }

    /** What differs from the definitions, in words; empty where all is well. */
    public List<String> audit(List<TopicDefinition> wanted) {
        return TopicPlan.of(wanted, actual(names(wanted))).stream()
                .map(TopicAction::words)
                .toList();
    }

    /** What the cluster has of the given topics, by name. */
    public Map<String, ActualTopic> describe(List<TopicDefinition> wanted) {
        return actual(names(wanted));
    }

    /**
     * Deletes the topics of a replay; those that do not exist are no error.
     *
     * @param internalNames further topics of the run's application, such as changelogs; each starts with the run's
     *     application id and {@code -}
     * @return names of the topics that were there
     * @throws IllegalArgumentException for the live topics, which nothing deletes
     */
    public List<String> delete(TopicNaming run, Collection<String> internalNames) {
        if (run.isLive()) {
            throw new IllegalArgumentException("the live topics are never deleted by this program");
        }
        List<String> names = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            names.add(run.topic(topic));
        }
        for (String name : internalNames) {
            if (!name.startsWith(run.applicationId() + "-")) {
                throw new IllegalArgumentException(
                        "topic " + name + " is not of the application " + run.applicationId());
            }
            names.add(name);
        }
        List<String> deleted = new ArrayList<>();
        admin.deleteTopics(names).topicNameValues().forEach((name, future) -> {
            if (await("delete topic " + name, future, UnknownTopicOrPartitionException.class)) {
                deleted.add(name);
            }
        });
        awaitGone(deleted);
        return deleted.stream().sorted().toList();
    }

    /** A broker hears of it later, and whoever uses the names again must not create into a topic that is still going. */
    private void awaitGone(List<String> deleted) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (!Collections.disjoint(
                deleted, get("list the topics", admin.listTopics().names()))) {
            if (System.nanoTime() > deadlineNanos) {
                throw failed("delete topics " + String.join(", ", deleted), new TimeoutException());
            }
            LockSupport.parkNanos(ASK_AGAIN.toNanos());
        }
    }

    private void create(List<TopicAction> plan) {
        List<NewTopic> missing = new ArrayList<>();
        for (TopicAction action : plan) {
            if (action instanceof TopicAction.Create create) {
                TopicDefinition definition = create.definition();
                Optional<Short> replicas = definition.replicationFactor() < 0
                        ? Optional.empty()
                        : Optional.of(definition.replicationFactor());
                missing.add(new NewTopic(definition.name(), Optional.of(definition.partitions()), replicas)
                        .configs(definition.settings()));
            }
        }
        // Another instance may create the same topics at the same moment; it gives them the same settings.
        admin.createTopics(missing)
                .values()
                .forEach((name, future) -> await("create topic " + name, future, TopicExistsException.class));
        awaitLeaders(missing);
    }

    /**
     * Waits until a leader serves each partition. A broker names a new partition's leader before it has opened the log. If
     * the first batch of an idempotent producer is refused in that moment and the second is not, the log starts with the
     * second, and the first is out of order for ever.
     */
    private void awaitLeaders(List<NewTopic> created) {
        Map<TopicPartition, OffsetSpec> newest = new LinkedHashMap<>();
        for (NewTopic topic : created) {
            for (int partition = 0; partition < topic.numPartitions(); partition++) {
                newest.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                get(
                        "find a leader of every new partition",
                        admin.listOffsets(newest).all());
                return;
            } catch (TopicAdminException e) {
                // A broker that has not heard of a topic yet says that there is none, and the client believes it.
                boolean notYet = e.getCause() instanceof RetriableException;
                if (!notYet || System.nanoTime() > deadlineNanos) {
                    throw e;
                }
                LockSupport.parkNanos(ASK_AGAIN.toNanos());
            }
        }
    }

    private void correct(List<TopicAction> plan) {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new LinkedHashMap<>();
        for (TopicAction action : plan) {
            if (action instanceof TopicAction.ChangeSettings change) {
                List<AlterConfigOp> operations = change.wanted().entrySet().stream()
                        .map(setting -> new AlterConfigOp(
                                new ConfigEntry(setting.getKey(), setting.getValue()), AlterConfigOp.OpType.SET))
                        .toList();
                changes.put(new ConfigResource(ConfigResource.Type.TOPIC, change.topic()), operations);
            }
        }
        admin.incrementalAlterConfigs(changes)
                .values()
                .forEach((resource, future) -> get("change the settings of topic " + resource.name(), future));
    }

    private Map<String, ActualTopic> actual(List<String> names) {
        Set<String> existing =
                new TreeSet<>(get("list the topics", admin.listTopics().names()));
        existing.retainAll(names);
        Map<String, TopicDescription> descriptions =
                get("describe the topics", admin.describeTopics(existing).allTopicNames());
        List<ConfigResource> resources = existing.stream()
                .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                .toList();
        Map<ConfigResource, Config> configs = get(
                "read the topics' settings", admin.describeConfigs(resources).all());
        Map<String, ActualTopic> actual = new TreeMap<>();
        configs.forEach((resource, config) -> {
            TopicDescription description = descriptions.get(resource.name());
            if (description != null) {
                actual.put(resource.name(), actual(description, config));
            }
        });
        return actual;
    }

    private static ActualTopic actual(TopicDescription description, Config config) {
        Map<String, String> settings = new TreeMap<>();
        for (ConfigEntry entry : config.entries()) {
            if (entry.value() != null) {
                settings.put(entry.name(), entry.value());
            }
        }
        int replicas = description.partitions().getFirst().replicas().size();
        return new ActualTopic(description.name(), description.partitions().size(), replicas, settings);
    }

    private static List<String> names(List<TopicDefinition> definitions) {
        return definitions.stream().map(TopicDefinition::name).toList();
    }

    /** Waits; false where it failed with the error that is no error. */
    private boolean await(String what, KafkaFuture<Void> future, Class<? extends Exception> harmless) {
        try {
            future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            if (harmless.isInstance(e.getCause())) {
                return false;
            }
            throw failed(what, e.getCause());
        } catch (TimeoutException e) {
            throw failed(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(what, e);
        }
    }

    private <T> T get(String what, KafkaFuture<T> future) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failed(what, e.getCause());
        } catch (TimeoutException e) {
            throw failed(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(what, e);
        }
    }

    private TopicAdminException failed(String what, @Nullable Throwable cause) {
        // Whoever of the two gave up first, the client or this.
        boolean noAnswer =
                cause instanceof TimeoutException || cause instanceof org.apache.kafka.common.errors.TimeoutException;
        String why = noAnswer
                ? "no answer in time; are the bootstrap servers right?"
                : String.valueOf(cause == null ? "no reason given" : cause.getMessage());
        return new TopicAdminException("cannot " + what + ": " + why, cause);
    }
}
