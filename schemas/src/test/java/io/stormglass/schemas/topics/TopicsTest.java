package io.stormglass.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class TopicsTest {
    private static final TopicDefinition LIVE_FLOWS =
            TopicDefinition.of(Topic.FLOW_EVENTS, TopicNaming.live(), TopicOptions.DEFAULT);

    @Test
    void namesOfARunHoldItsIdAndItsSubjectsAreTheLiveOnes() {
        Topic flows = Topic.FLOW_EVENTS;
        TopicNaming replay = TopicNaming.replay("run-7");
        assertThat(TopicNaming.live().topic(flows)).isEqualTo("stormglass.flow-events.v1");
        assertThat(replay.topic(flows)).isEqualTo("stormglass.run-7.flow-events.v1");
        assertThat(replay.subject(flows))
                .isEqualTo(TopicNaming.live().subject(flows))
                .isEqualTo("stormglass.flow-events.v1-value");
        assertThat(TopicNaming.live().applicationId()).isEqualTo("stormglass");
        assertThat(replay.applicationId()).isEqualTo("stormglass-run-7");
        assertThat(new TopicNaming("it-3", "live").topic(flows)).isEqualTo("it-3.flow-events.v1");
    }

    @Test
    void noTwoTopicsOfTwoRunsShareAName() {
        Set<String> names = new HashSet<>();
        for (String run : List.of("live", "a", "a-b", "flow-events")) {
            for (TopicDefinition definition : TopicDefinition.all(TopicNaming.replay(run), TopicOptions.DEFAULT)) {
                assertThat(names.add(definition.name())).as(definition.name()).isTrue();
                org.apache.kafka.common.internals.Topic.validate(definition.name());
            }
        }
    }

    @Test
    void runIdsThatCannotBePartOfANameAreRefused() {
        for (String bad : List.of("", "A", "a.b", "a_b", "a/b", "x".repeat(61))) {
            assertThatThrownBy(() -> TopicNaming.replay(bad)).hasMessageContaining("'" + bad + "'");
        }
        assertThat(TopicNaming.replay("x".repeat(60)).isLive()).isFalse();
    }

    @Test
    void everyTopicTakesEventTimeForRecordTime() {
        for (TopicNaming naming : List.of(TopicNaming.live(), TopicNaming.replay("r"))) {
            assertThat(TopicDefinition.all(naming, TopicOptions.DEFAULT))
                    .allSatisfy(definition -> assertThat(definition.settings())
                            .containsEntry("message.timestamp.type", "CreateTime")
                            .containsEntry("message.timestamp.after.max.ms", "9223372036854775807")
                            .containsEntry("message.timestamp.before.max.ms", "9223372036854775807"));
        }
    }

    @Test
    void aReplayIsBoundedBySizeAndNeverByAge() {
        for (TopicDefinition definition : TopicDefinition.all(TopicNaming.replay("r"), TopicOptions.DEFAULT)) {
            assertThat(definition.settings()).containsEntry("retention.ms", "-1");
            if ("delete".equals(definition.settings().get("cleanup.policy"))) {
                assertThat(Long.parseLong(definition.settings().get("retention.bytes")))
                        .isPositive();
            }
        }
    }

    @Test
    void liveTopicsThatAreCutHaveBothLimitsAndSegmentsSmallBesideThem() {
        for (TopicDefinition definition : TopicDefinition.all(TopicNaming.live(), TopicOptions.DEFAULT)) {
            if ("delete".equals(definition.settings().get("cleanup.policy"))) {
                long bytes = Long.parseLong(definition.settings().get("retention.bytes"));
                assertThat(bytes).isPositive();
                assertThat(Long.parseLong(definition.settings().get("retention.ms")))
                        .isPositive();
                assertThat(Long.parseLong(definition.settings().get("segment.bytes")) * 8)
                        .isLessThanOrEqualTo(bytes);
            }
        }
    }

    @Test
    void incidentsKeepEachChangeForAWeek() {
        TopicDefinition incidents = TopicDefinition.of(Topic.STORM_INCIDENTS, TopicNaming.live(), TopicOptions.DEFAULT);
        assertThat(incidents.settings())
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("min.compaction.lag.ms", "604800000");
    }

    @Test
    void optionsChangeEventPartitionsReplicasAndSize() {
        TopicOptions options = TopicOptions.DEFAULT
                .withEventPartitions(3)
                .withReplicationFactor(2)
                .withRetentionBytes(16L << 20);
        TopicDefinition flows = TopicDefinition.of(Topic.FLOW_EVENTS, TopicNaming.replay("r"), options);
        assertThat(flows.partitions()).isEqualTo(3);
        assertThat(flows.replicationFactor()).isEqualTo((short) 2);
        assertThat(flows.settings())
                .containsEntry("retention.bytes", "16777216")
                .containsEntry("segment.bytes", "2097152");
        assertThatThrownBy(() -> TopicOptions.DEFAULT.withRetentionBytes(10)).hasMessageContaining("10 bytes");
        assertThatThrownBy(() -> TopicOptions.DEFAULT.withReplicationFactor(0)).hasMessageContaining("-1");
    }

    @Test
    void onlyDeadLettersAndWhatInstancesTellEachOtherHaveNoSchema() {
        assertThat(Arrays.stream(Topic.values()).filter(topic -> topic.schema() == null))
                .containsExactly(Topic.FLOW_MERGES, Topic.QUEUE_MEASURES, Topic.DEAD_LETTERS);
    }

    @Test
    void registeredSchemasHoldNothingForJavaAlone() {
        for (Topic topic : Topic.withSchema()) {
            assertThat(String.valueOf(topic.schema())).doesNotContain("java");
        }
    }

    @Test
    void aTopicThatIsAsItShouldBeNeedsNothing() {
        assertThat(TopicPlan.of(List.of(LIVE_FLOWS), Map.of(LIVE_FLOWS.name(), actual(8, 3, Map.of()))))
                .isEmpty();
    }

    @Test
    void aMissingTopicIsCreated() {
        assertThat(TopicPlan.of(List.of(LIVE_FLOWS), Map.of())).containsExactly(new TopicAction.Create(LIVE_FLOWS));
    }

    @Test
    void onlySettingsThatDifferAreChangedAndNamed() {
        Map<String, String> wrong = new HashMap<>(Map.of("retention.ms", "1000", "compression.type", "zstd"));
        List<TopicAction> plan = TopicPlan.of(List.of(LIVE_FLOWS), Map.of(LIVE_FLOWS.name(), actual(8, 1, wrong)));
        assertThat(plan)
                .containsExactly(new TopicAction.ChangeSettings(
                        LIVE_FLOWS.name(),
                        new TreeMap<>(Map.of("retention.ms", "86400000")),
                        new TreeMap<>(Map.of("retention.ms", "1000"))));
        assertThat(plan.getFirst().words())
                .isEqualTo("topic stormglass.flow-events.v1: retention.ms is 1000, should be 86400000");
    }

    @Test
    void aPartitionCountIsNeverChangedButNamedAsAMigration() {
        List<TopicAction> plan = TopicPlan.of(List.of(LIVE_FLOWS), Map.of(LIVE_FLOWS.name(), actual(4, 1, Map.of())));
        assertThat(plan).containsExactly(new TopicAction.Migrate(LIVE_FLOWS.name(), 4, 8));
        assertThat(plan.getFirst().words())
                .contains("has 4 partitions, should have 8")
                .contains("migration");
    }

    @Test
    void aReplicaCountIsComparedOnlyWhereOneIsAsked() {
        TopicDefinition three = TopicDefinition.of(
                Topic.FLOW_EVENTS, TopicNaming.live(), TopicOptions.DEFAULT.withReplicationFactor(3));
        assertThat(TopicPlan.of(List.of(three), Map.of(three.name(), actual(8, 1, Map.of()))))
                .containsExactly(new TopicAction.Reassign(three.name(), 1, 3));
    }

    private static ActualTopic actual(int partitions, int replicas, Map<String, String> different) {
        Map<String, String> settings = new HashMap<>(LIVE_FLOWS.settings());
        settings.putAll(different);
        return new ActualTopic(LIVE_FLOWS.name(), partitions, replicas, settings);
    }
}
