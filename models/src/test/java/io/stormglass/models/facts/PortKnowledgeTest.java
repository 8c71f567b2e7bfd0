package io.stormglass.models.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.PortSettings.QueueHeadroom;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Facts of one port that several agents tell. */
class PortKnowledgeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GIGABIT = 1_000_000_000L;
    private static final LinkFacts NOTHING = LinkFacts.speedOnly(0, false);

    private PortKnowledge knowledge = PortKnowledge.NOTHING;
    private long sequence;

    private void tell(String agent, long second, LinkFacts facts) {
        knowledge = knowledge.with(new Telling(agent, 0, sequence++, second * SECOND, facts));
    }

    private LinkFacts facts() {
        return Objects.requireNonNull(knowledge.facts());
    }

    private static LinkFacts mtu(int bytes) {
        return NOTHING.change().mtu(bytes).done();
    }

    private static LinkFacts peer(String device, String port, EntityRole role) {
        return NOTHING.change().peer(device, port, role).done();
    }

    private static PortSettings settings(@Nullable Boolean watchdog, String firmware) {
        return new PortSettings(null, null, null, List.of(), "", null, watchdog, "", firmware, "", "");
    }

    private static QueueMarking marking(int priority, long minimum) {
        return new QueueMarking(
                priority, "sonic", "AZURE_LOSSLESS", "", ThresholdUnit.BYTES, minimum, minimum, 0.05, 0, null);
    }

    private static QueueBuffer buffer(int priority, double alpha) {
        return new QueueBuffer(priority, 1L << 24, 0L, alpha, null, 4096L);
    }

    private static LinkFacts kept(List<QueueMarking> markings, List<QueueBuffer> buffers) {
        return NOTHING.with(PortSettings.UNKNOWN.with(markings, buffers));
    }

    @Test
    void whatAnAgentDoesNotTellTakesNothingFromAnother() {
        LinkFacts all = new LinkFacts(
                EntityRole.LEAF,
                "host-1",
                "eth0",
                EntityRole.HOST,
                100 * GIGABIT,
                false,
                "02:00:00:00:00:01",
                "02:00:00:00:00:02",
                List.of("10.0.0.1"),
                "Ethernet0",
                "PortChannel1",
                9216,
                8,
                List.of(new QueueEcn(3, 1, 2)),
                "lldp",
                new PortSettings(
                                true,
                                false,
                                8,
                                List.of(new QueueHeadroom(3, 5)),
                                "3".repeat(64),
                                6,
                                true,
                                "m",
                                "f",
                                "c",
                                "s")
                        .with(List.of(marking(3, 1000)), List.of(buffer(3, 0.125))));
        tell("a", 0, all);
        tell("b", 10, NOTHING);
        assertThat(facts()).isEqualTo(all);
        assertThat(knowledge.disagreements()).isEmpty();
        knowledge = PortKnowledge.NOTHING;
        tell("b", 10, NOTHING);
        tell("a", 20, all);
        assertThat(facts()).isEqualTo(all);
    }

    @Test
    void eachFieldComesFromWhoTellsIt() {
        tell("a", 0, mtu(9216));
        tell("b", 10, NOTHING.with(settings(true, "")));
        tell("c", 20, NOTHING.with(settings(null, "28.39")));
        assertThat(facts().mtuBytes()).isEqualTo(9216);
        assertThat(facts().settings()).isEqualTo(settings(true, "28.39"));
        assertThat(knowledge.disagreements()).isEmpty();
    }

    @Test
    void theValueThatIsToldSinceALaterTimeCounts() {
        tell("a", 0, mtu(9216));
        tell("b", 10, mtu(1500));
        assertThat(facts().mtuBytes()).isEqualTo(1500);
        assertThat(knowledge.disagreements()).containsExactly("facts-disagree-mtu");
    }

    @Test
    void tellingTheSameAgainIsNothingNew() {
        tell("a", 0, mtu(9216));
        tell("b", 10, mtu(1500));
        for (int minute = 1; minute < 30; minute++) {
            tell("a", 60L * minute, mtu(9216));
            assertThat(facts().mtuBytes()).isEqualTo(1500);
            tell("b", 60L * minute + 10, mtu(1500));
            assertThat(facts().mtuBytes()).isEqualTo(1500);
        }
    }

    @Test
    void aChangeOfOneFieldMakesNoOtherNewer() {
        tell("a", 0, mtu(9216).with(settings(true, "old")));
        tell("b", 10, mtu(1500));
        tell("a", 20, mtu(9216).with(settings(true, "new")));
        assertThat(facts().mtuBytes()).isEqualTo(1500);
        assertThat(facts().settings().nicFirmware()).isEqualTo("new");
        tell("a", 30, mtu(9000).with(settings(true, "new")));
        assertThat(facts().mtuBytes()).isEqualTo(9000);
    }

    @Test
    void ofOneInstantTheSmallerAgentCounts() {
        tell("b", 0, mtu(1500));
        tell("a", 0, mtu(9216));
        assertThat(facts().mtuBytes()).isEqualTo(9216);
        knowledge = PortKnowledge.NOTHING;
        tell("a", 0, mtu(9216));
        tell("b", 0, mtu(1500));
        assertThat(facts().mtuBytes()).isEqualTo(9216);
    }

    @Test
    void anAgentReplacesAllThatItToldBefore() {
        tell("a", 0, mtu(9216).with(settings(true, "")));
        tell("a", 10, NOTHING.with(settings(null, "28.39")));
        assertThat(facts()).isEqualTo(NOTHING.with(settings(null, "28.39")));
        tell("b", 5, mtu(1500));
        tell("a", 20, mtu(9216));
        assertThat(facts()).isEqualTo(mtu(9216));
        tell("a", 30, NOTHING);
        assertThat(facts()).isEqualTo(mtu(1500));
        assertThat(knowledge.disagreements()).isEmpty();
    }

    @Test
    void whatAnAgentToldEarlierAndComesLaterChangesNothing() {
        Telling early = new Telling("a", 1, 7, 10 * SECOND, mtu(1500));
        Telling late = new Telling("a", 1, 8, 20 * SECOND, mtu(9216));
        Telling before = new Telling("a", 0, 900, 5 * SECOND, mtu(1280));
        PortKnowledge inOrder = PortKnowledge.NOTHING.with(late);
        assertThat(inOrder.with(early)).isEqualTo(inOrder);
        assertThat(inOrder.with(before)).isEqualTo(inOrder);
        // A clock that was set back must not keep an agent from being believed.
        Telling next = new Telling("a", 1, 9, 3 * SECOND, mtu(4096));
        assertThat(Objects.requireNonNull(inOrder.with(next).facts()).mtuBytes())
                .isEqualTo(4096);
    }

    @Test
    void aPortOfAnotherPeerIsNotThePeersPort() {
        tell("a", 0, peer("host-1", "eth0", EntityRole.HOST));
        tell("b", 10, peer("spine-9", "", EntityRole.UNKNOWN));
        assertThat(facts().peerDevice()).isEqualTo("spine-9");
        assertThat(facts().peerPort()).isEmpty();
        assertThat(facts().peerRole()).isEqualTo(EntityRole.UNKNOWN);
        tell("c", 20, peer("spine-9", "d1", EntityRole.SPINE));
        assertThat(facts().peerPort()).isEqualTo("d1");
        assertThat(facts().peerRole()).isEqualTo(EntityRole.SPINE);
    }

    @Test
    void aSpeedThatWasReadCountsMoreThanOneThatIsAssumed() {
        tell("a", 0, LinkFacts.speedOnly(400 * GIGABIT, false));
        tell("b", 10, LinkFacts.speedOnly(100 * GIGABIT, true));
        assertThat(facts()).isEqualTo(LinkFacts.speedOnly(400 * GIGABIT, false));
        assertThat(knowledge.disagreements()).isEmpty();
        tell("a", 20, NOTHING);
        assertThat(facts()).isEqualTo(LinkFacts.speedOnly(100 * GIGABIT, true));
    }

    @Test
    void listsInAnotherOrderAreTheSame() {
        tell(
                "a",
                0,
                NOTHING.change()
                        .attachedAddresses(List.of("10.0.0.1", "fd00::1"))
                        .done());
        tell(
                "b",
                10,
                NOTHING.change()
                        .attachedAddresses(List.of("fd00::1", "10.0.0.1"))
                        .done());
        assertThat(knowledge.disagreements()).isEmpty();
        tell("b", 20, NOTHING.change().attachedAddresses(List.of("10.0.0.2")).done());
        assertThat(knowledge.disagreements()).containsExactly("facts-disagree-addresses");
    }

    @Test
    void whatTheSwitchKeepsForAQueueMayBeToldByTwoAgents() {
        List<QueueMarking> markings = List.of(marking(3, 1000), marking(4, 2000));
        tell("a", 0, kept(markings, List.of()));
        tell("b", 10, kept(markings.reversed(), List.of(buffer(3, 0.125))));
        assertThat(facts().settings().markings()).isEqualTo(markings);
        assertThat(facts().settings().buffers()).containsExactly(buffer(3, 0.125));
        assertThat(knowledge.disagreements()).isEmpty();
        tell("b", 20, kept(List.of(marking(3, 1000)), List.of(buffer(3, 0.125))));
        tell("c", 30, kept(List.of(), List.of(buffer(3, 0.5))));
        assertThat(facts().settings().markings()).containsExactly(marking(3, 1000));
        assertThat(facts().settings().buffers()).containsExactly(buffer(3, 0.5));
        assertThat(knowledge.disagreements()).containsExactly("facts-disagree-buffer", "facts-disagree-marking");
    }

    @Test
    void whoTellsNoMoreIsForgottenBesideWhoDoes() {
        tell("gone", 10, mtu(1500));
        for (int minute = 0; minute <= 10; minute++) {
            tell("a", 60L * minute, mtu(9216));
        }
        assertThat(facts().mtuBytes()).isEqualTo(1500);
        tell("a", 660, mtu(9216));
        assertThat(facts().mtuBytes()).isEqualTo(9216);
        assertThat(knowledge.disagreements()).isEmpty();
        tell("gone", 670, mtu(1500));
        assertThat(facts().mtuBytes()).isEqualTo(1500);
    }

    @Test
    void oneAgentTooManyChangesNothingWhileTheOthersTell() {
        for (long minute = 0; minute < 30; minute++) {
            for (int agent = 0; agent <= PortKnowledge.MOST_AGENTS; agent++) {
                tell("agent-" + agent, 60 * minute + agent, mtu(agent == 0 ? 1500 : 9216));
                // From the second on: agent-1 told its value later than agent-0.
                assertThat(facts().mtuBytes()).isEqualTo(minute == 0 && agent == 0 ? 1500 : 9216);
            }
            assertThat(knowledge.told())
                    .hasSize(PortKnowledge.MOST_AGENTS)
                    .extracting(ToldFacts::agentId)
                    .doesNotContain("agent-" + PortKnowledge.MOST_AGENTS);
            assertThat(knowledge.quality()).containsExactly("facts-disagree-mtu", "too-many-agents");
        }
    }

    @Test
    void aNewcomerTakesThePlaceOfAnAgentThatTellsNothingAnyMore() {
        for (int agent = 0; agent < PortKnowledge.MOST_AGENTS; agent++) {
            tell("agent-" + agent, agent, mtu(9216));
        }
        tell("newcomer", 600, mtu(1500));
        assertThat(facts().mtuBytes()).isEqualTo(9216);
        tell("newcomer", 601, mtu(1500));
        assertThat(facts().mtuBytes()).isEqualTo(1500);
        assertThat(knowledge.told())
                .hasSize(PortKnowledge.MOST_AGENTS)
                .extracting(ToldFacts::agentId)
                .doesNotContain("agent-0")
                .contains("newcomer");
        assertThat(knowledge.quality()).contains("too-many-agents");
        tell("newcomer", 1201, mtu(1500));
        assertThat(knowledge.quality()).isEmpty();
    }

    @Test
    void aClockThatIsKnownToBeOffDoesNotDecide() {
        Telling ahead = Telling.of(header("a", 30 * SECOND), mtu(1500), 31 * SECOND);
        assertThat(ahead.atNanos()).isEqualTo(SECOND);
        assertThat(Telling.of(header("a", SECOND / 2), mtu(1500), 31 * SECOND).atNanos())
                .isEqualTo(31 * SECOND);
        assertThat(Telling.of(header("a", null), mtu(1500), 31 * SECOND).atNanos())
                .isEqualTo(31 * SECOND);
        knowledge = knowledge.with(ahead).with(new Telling("b", 0, 0, 2 * SECOND, mtu(9216)));
        assertThat(facts().mtuBytes()).isEqualTo(9216);
    }

    private static BatchHeader header(String agent, @Nullable Long offset) {
        return new BatchHeader(
                RecordKind.EVENTS, "f", "r", agent, 0, 0, ObserverRole.SWITCH, Scope.SWITCH, 1, false, 0, offset, 1);
    }

    /** Each agent's own order is kept; how their records lie between each other is not. */
    @Test
    void whoIsReadFirstMakesNoDifference() {
        Random random = new Random(Seeds.random("who is read first").nextLong());
        for (int round = 0; round < 200; round++) {
            List<List<Telling>> agents = new ArrayList<>();
            for (int agent = 0; agent < 3; agent++) {
                agents.add(tellings("agent-" + agent, random));
            }
            PortKnowledge one = shuffled(agents, random);
            PortKnowledge other = shuffled(agents, random);
            assertThat(one).isEqualTo(other);
            assertThat(one.facts()).isEqualTo(other.facts());
            assertThat(one.disagreements()).isEqualTo(other.disagreements());
        }
    }

    private static List<Telling> tellings(String agent, Random random) {
        List<Telling> all = new ArrayList<>();
        long at = 0;
        for (int each = 0; each < 6; each++) {
            at += random.nextInt(3) * 200L * SECOND;
            LinkFacts facts = mtu(random.nextInt(3) * 1000)
                    .with(settings(random.nextBoolean() ? true : null, random.nextBoolean() ? "x" : ""));
            all.add(new Telling(agent, 0, each, at, facts));
        }
        return all;
    }

    private static PortKnowledge shuffled(List<List<Telling>> agents, Random random) {
        List<Integer> turns = new ArrayList<>();
        for (int agent = 0; agent < agents.size(); agent++) {
            turns.addAll(Collections.nCopies(agents.get(agent).size(), agent));
        }
        Collections.shuffle(turns, random);
        int[] next = new int[agents.size()];
        PortKnowledge knowledge = PortKnowledge.NOTHING;
        for (int agent : turns) {
            knowledge = knowledge.with(agents.get(agent).get(next[agent]++));
        }
        return knowledge;
    }
}
