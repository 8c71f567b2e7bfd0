package io.stormglass.models.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.StormRule;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StormGraphTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;
    private static final long T0 = 1_700_000_000L * SECOND;

    private StormGraph graph = new StormGraph("run", "f", StormSettings.defaults());
    private final Map<String, Incident> last = new LinkedHashMap<>();
    private long order;

    private void take(StormTransition transition) {
        graph.accept(transition).forEach(incident -> last.put(incident.id(), incident));
    }

    private void advance(long nanos) {
        graph.advanceTo(nanos).forEach(incident -> last.put(incident.id(), incident));
    }

    private void link(String device, EntityRole role, String port, String peer, EntityRole peerRole, String peerPort) {
        LinkFacts facts = new LinkFacts(
                role, peer, peerPort, peerRole, 100_000_000_000L, false, "", "", List.of(), "", "", 0, null, "file");
        take(new StormTransition.Link(new PortKey("f", device, port), order++, T0, facts));
    }

    private void fabric() {
        link("leaf1", EntityRole.LEAF, "e1", "host1", EntityRole.HOST, "eth0");
        link("leaf1", EntityRole.LEAF, "e2", "host2", EntityRole.HOST, "eth0");
        link("leaf1", EntityRole.LEAF, "u1", "spine1", EntityRole.SPINE, "s1");
        link("leaf2", EntityRole.LEAF, "u1", "spine1", EntityRole.SPINE, "s2");
        link("leaf2", EntityRole.LEAF, "e1", "host3", EntityRole.HOST, "eth0");
    }

    private static StormTransition.Storm storm(
            boolean opened, long millis, String device, String port, int priority, Direction direction, long sent) {
        double confidence = sent < 0 ? 0.5 : 0.9;
        return new StormTransition.Storm(
                new PortKey("f", device, port),
                millis,
                new PauseChange(
                        opened ? PauseChange.Kind.OPENED : PauseChange.Kind.CLEARED,
                        T0 + millis * MS,
                        priority,
                        direction,
                        StormRule.SUSTAINED,
                        PauseChange.Source.FRAMES,
                        1.0,
                        T0,
                        200 * MS,
                        sent,
                        100,
                        confidence));
    }

    private void opened(long millis, String device, String port, int priority, Direction direction) {
        take(storm(true, millis, device, port, priority, direction, 0));
    }

    private void cleared(long millis, String device, String port, int priority, Direction direction) {
        take(storm(false, millis, device, port, priority, direction, 0));
    }

    private Incident only() {
        assertThat(last).hasSize(1);
        return last.values().iterator().next();
    }

    private Incident incident(String firstEntity, long openedMillis) {
        return Objects.requireNonNull(last.get(StormIds.incident("run", "f", firstEntity, T0 + openedMillis * MS)));
    }

    @Test
    void aHostThatPausesItsSwitchIsTheOrigin() {
        fabric();
        opened(210, "leaf1", "e1", 3, Direction.RX);
        cleared(2200, "leaf1", "e1", 3, Direction.RX);
        assertThat(only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(only().resolvedNanos()).isNull();
        advance(T0 + 62_200 * MS);

        Incident incident = only();
        assertThat(incident.originEntity()).isEqualTo("host1");
        assertThat(incident.originDevice() + "/" + incident.originPort()).isEqualTo("leaf1/e1");
        assertThat(incident.originPriorities()).containsExactly(3);
        assertThat(incident.cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertThat(incident.severity()).isEqualTo(Incident.Severity.CRITICAL);
        assertThat(incident.confidence()).isEqualTo(0.9);
        assertThat(incident.openedNanos()).isEqualTo(T0 + 210 * MS);
        assertThat(incident.state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(incident.resolvedNanos()).isEqualTo(T0 + 2200 * MS);
        assertThat(incident.path()).containsExactly("leaf1/e1/3");
        assertThat(incident.id()).isEqualTo(StormIds.incident("run", "f", "host1", T0 + 210 * MS));
    }

    @Test
    void thePauseSeenAtTheHostItselfNamesTheSwitchPortThatReceivesIt() {
        fabric();
        opened(210, "host1", "eth0", 3, Direction.TX);
        opened(220, "leaf1", "e1", 3, Direction.RX);
        assertThat(only().originEntity()).isEqualTo("host1");
        assertThat(only().originDevice() + "/" + only().originPort()).isEqualTo("leaf1/e1");
        assertThat(only().ports()).hasSize(2);
    }

    @Test
    void aSpreadIsOneIncidentWhoseOriginMovesToWhoWaitsForNobody() {
        fabric();
        opened(210, "spine1", "s1", 3, Direction.RX);
        assertThat(only().originEntity()).isEqualTo("leaf1");
        String id = only().id();
        opened(220, "leaf1", "e1", 3, Direction.RX);
        opened(230, "leaf2", "u1", 3, Direction.RX);

        assertThat(only().id()).isEqualTo(id);
        assertThat(only().originEntity()).isEqualTo("host1");
        assertThat(only().originDevice() + "/" + only().originPort()).isEqualTo("leaf1/e1");
        assertThat(only().path()).containsExactly("leaf2/u1/3", "spine1/s1/3", "leaf1/e1/3");
    }

    @Test
    void incidentsThatTurnOutToHaveOneOriginAreMergedIntoTheOlder() {
        fabric();
        opened(210, "spine1", "s1", 3, Direction.RX);
        // Seen at the leaf's own port: the leaf pauses the spine, but leaf1 is not known to wait yet.
        opened(215, "leaf2", "u1", 4, Direction.RX);
        assertThat(last).hasSize(2);
        opened(220, "spine1", "s1", 4, Direction.RX);
        Incident older = incident("leaf1", 210);
        Incident younger = incident("spine1", 215);
        assertThat(younger.state()).isEqualTo(Incident.State.MERGED_INTO);
        assertThat(younger.mergedInto()).isEqualTo(older.id());
        assertThat(older.originPriorities()).containsExactly(3, 4);
        assertThat(older.ports()).hasSize(3);
    }

    @Test
    void independentStormsStayApart() {
        fabric();
        opened(210, "leaf1", "e1", 3, Direction.RX);
        opened(210, "leaf1", "e2", 3, Direction.RX);
        opened(220, "leaf2", "e1", 3, Direction.RX);
        assertThat(last.values()).extracting(Incident::originEntity).containsExactly("host1", "host2", "host3");
    }

    @Test
    void aSickNicOnSeveralPrioritiesIsOneIncident() {
        fabric();
        for (int priority = 0; priority < 8; priority++) {
            opened(210 + priority, "leaf1", "e1", priority, Direction.RX);
        }
        assertThat(only().originPriorities()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void anUnknownPeerMakesNoOriginAndSaysWhatIsMissing() {
        take(storm(true, 210, "tap", "p1", 3, Direction.RX, -1));
        take(storm(true, 220, "tap", "p2", 3, Direction.UNKNOWN, -1));
        assertThat(last).hasSize(2).allSatisfy((id, incident) -> {
            assertThat(incident.originEntity()).isEmpty();
            assertThat(incident.confidence()).isEqualTo(0.35);
            assertThat(incident.severity()).isEqualTo(Incident.Severity.WARNING);
            assertThat(incident.cause()).isEqualTo(Incident.Cause.UNKNOWN);
            assertThat(incident.evidence())
                    .extracting(Incident.Evidence::rule)
                    .contains(StormGraph.RULE_ORIGIN_UNKNOWN, StormGraph.RULE_PROGRESS_UNSEEN);
        });
        assertThat(last.values()).extracting(Incident::originPort).containsExactly("p1", "p2");
    }

    @Test
    void aStormOfTheSameOriginWithinFifteenMinutesIsTheSameIncident() {
        fabric();
        opened(210, "leaf1", "e1", 3, Direction.RX);
        cleared(2200, "leaf1", "e1", 3, Direction.RX);
        advance(T0 + 100 * SECOND);
        opened(600_000, "leaf1", "e1", 4, Direction.RX);
        assertThat(only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(only().resolvedNanos()).isNull();
        cleared(601_000, "leaf1", "e1", 4, Direction.RX);
        // 601 s + 15 min after it resolved it is another one.
        opened(1_600_000, "leaf1", "e1", 4, Direction.RX);
        assertThat(last).hasSize(2);
    }

    @Test
    void atTheEndAStormThatHasNotClearedStaysOpen() {
        fabric();
        opened(210, "leaf1", "e1", 3, Direction.RX);
        opened(210, "leaf2", "e1", 3, Direction.RX);
        cleared(900, "leaf2", "e1", 3, Direction.RX);
        advance(Long.MAX_VALUE);
        assertThat(last.values())
                .extracting(Incident::originEntity, Incident::state, Incident::resolvedNanos)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("host1", Incident.State.OPEN, null),
                        org.assertj.core.groups.Tuple.tuple("host3", Incident.State.RESOLVED, T0 + 900 * MS));
    }

    @Test
    void aCycleEndsAndIsNamed() {
        fabric();
        opened(210, "leaf1", "u1", 3, Direction.RX);
        opened(220, "spine1", "s1", 3, Direction.RX);
        assertThat(only().evidence()).extracting(Incident.Evidence::rule).contains(StormGraph.RULE_SEVERAL);
        assertThat(only().confidence()).isLessThan(0.9);
    }

    @Test
    void restoringBetweenAnyTwoTransitionsChangesNothing() {
        Property.check("a restored graph decides as one that was never stored", 200, random -> {
            List<StormTransition> transitions = new ArrayList<>();
            String[][] ports = {{"leaf1", "e1"}, {"leaf1", "e2"}, {"spine1", "s1"}, {"leaf2", "u1"}, {"leaf2", "e1"}};
            long at = 0;
            for (int i = 0; i < 40; i++) {
                at += random.nextLong(random.nextInt(10) == 0 ? 2_000_000 : 5000);
                String[] port = ports[random.nextInt(ports.length)];
                transitions.add(
                        storm(random.nextInt(3) > 0, at, port[0], port[1], random.nextInt(2, 4), Direction.RX, 0));
            }
            assertThat(run(transitions, true)).isEqualTo(run(transitions, false));
        });
    }

    private List<Incident> run(List<StormTransition> transitions, boolean restore) {
        graph = new StormGraph("run", "f", StormSettings.defaults());
        fabric();
        List<Incident> versions = new ArrayList<>();
        for (StormTransition transition : transitions) {
            versions.addAll(graph.accept(transition));
            if (restore) {
                graph = new StormGraph("run", "f", StormSettings.defaults(), graph.state());
            }
        }
        versions.addAll(graph.advanceTo(Long.MAX_VALUE));
        return versions;
    }

    @Test
    void aClearedStormKeepsThePathThatItReached() {
        fabric();
        take(storm(true, 100, "leaf2", "e1", 3, Direction.RX, 0));
        take(storm(true, 150, "leaf2", "u1", 3, Direction.TX, -1));
        advance(T0 + SECOND);
        List<String> reached = last.values().iterator().next().path();

        take(storm(false, 900, "leaf2", "e1", 3, Direction.RX, 0));
        take(storm(false, 900, "leaf2", "u1", 3, Direction.TX, -1));
        advance(Long.MAX_VALUE);

        assertThat(last).hasSize(1);
        assertThat(reached).containsExactly("spine1/s2/3", "leaf2/e1/3");
        assertThat(last.values().iterator().next().path()).isEqualTo(reached);
    }
}
