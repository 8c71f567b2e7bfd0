package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.CauseClass;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.LinkFacts;
import io.stormglass.avro.NicClass;
import io.stormglass.avro.NicCongestionState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueClass;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.avro.QueueEcn;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.StormVictim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DemoStoryTest {
    private static final long START = 1_767_225_600_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final List<String> lines = new ArrayList<>();
    private final DemoStory story = new DemoStory(
            START,
            new DemoStory.Names(name -> name.replace("10.0.0.", "host-"), host -> "rack of " + host),
            lines::add,
            false);

    private static StormIncident incident(long seconds, IncidentState state, String... devices) {
        StormIncident incident = StormIncident.newBuilder().build();
        incident.setIncidentId("one");
        incident.setState(state);
        incident.setSeverity(Severity.CRITICAL);
        incident.setCause(CauseClass.NIC_PAUSE_STORM);
        incident.setConfidence(0.9);
        incident.setOriginEntity("host-3");
        incident.setOriginDevice("leaf-0");
        incident.setOriginPort("Ethernet12");
        incident.setOriginPriorities(List.of(3));
        incident.setOpenedNanos(START + 5 * SECOND);
        incident.setChangedNanos(START + seconds * SECOND);
        List<StormPort> ports = new ArrayList<>();
        for (String device : devices) {
            StormPort port = StormPort.newBuilder().build();
            port.setDevice(device);
            port.setPort("Ethernet0");
            ports.add(port);
        }
        incident.setPorts(ports);
        return incident;
    }

    private static StormVictim victim(String kind, String name, String text) {
        StormVictim victim = StormVictim.newBuilder().build();
        victim.setKind(kind);
        victim.setName(name);
        victim.setText(text);
        return victim;
    }

    @Test
    void jobsThatAreHurtAreToldOnceWithTheRacksOfTheHostsThatWait() {
        StormIncident incident = incident(6, IncidentState.OPEN, "leaf-0");
        incident.setVictims(List.of(victim("host", "host-1", "waits")));
        story.incident(incident);
        StormIncident hurt = incident(7, IncidentState.OPEN, "leaf-0");
        hurt.setVictims(List.of(
                victim("job", "training", "2 of 4 hosts wait since " + (START + 6 * SECOND) + " ns"),
                victim("host", "host-2", "waits"),
                victim("host", "host-1", "waits")));
        story.incident(hurt);
        story.incident(incident(8, IncidentState.OPEN, "leaf-0"));
        story.incident(hurt);
        assertThat(lines)
                .filteredOn(line -> line.contains("job"))
                .singleElement()
                .asString()
                .contains("host-3: hurts job training: 2 of 4 hosts wait since 0:06.0;"
                        + " hosts wait in racks rack of host-1, rack of host-2");
    }

    @Test
    void aStormIsToldWhenItOpensSpreadsResolvesAndOpensAgain() {
        StormIncident opened = incident(6, IncidentState.OPEN, "leaf-0");
        Evidence evidence = Evidence.newBuilder().build();
        evidence.setRule("sustained");
        evidence.setText("paused since 1767225605200000000 ns, 0 packets sent");
        opened.setEvidence(List.of(evidence));
        story.incident(opened);
        story.incident(opened);
        story.incident(incident(7, IncidentState.OPEN, "leaf-0", "spine-1"));
        assertThat(story.open()).isEqualTo(1);
        StormIncident resolved = incident(73, IncidentState.RESOLVED, "leaf-0", "spine-1");
        resolved.setResolvedNanos(START + 13 * SECOND);
        story.incident(resolved);
        assertThat(story.open()).isZero();
        story.incident(incident(100, IncidentState.OPEN, "leaf-0", "spine-1"));

        assertThat(lines)
                .containsExactly(
                        " 0:06.0  STORM     host-3: opened, critical: starts at host-3 (leaf-0 Ethernet12, priority [3]), cause"
                                + " nic-pause-storm (confidence 0.90)",
                        " 0:06.0            sustained: paused since 0:05.2, 0 packets sent",
                        " 0:07.0  STORM     host-3: spreads to spine-1 Ethernet0",
                        " 1:13.0  STORM     host-3: resolved, it lasted 8.000 s (quiet since 0:13.0)",
                        " 1:40.0  STORM     host-3: opened again");
        assertThat(story.opened()).isEqualTo(1);
    }

    @Test
    void anotherOriginAndSeverityAreTold() {
        story.incident(incident(6, IncidentState.OPEN, "leaf-0"));
        StormIncident moved = incident(8, IncidentState.OPEN, "leaf-0");
        moved.setOriginEntity("host-5");
        moved.setSeverity(Severity.WARNING);
        story.incident(moved);
        assertThat(lines.subList(1, lines.size()))
                .containsExactly(
                        " 0:08.0  STORM     host-5: it starts at host-5 (leaf-0 Ethernet12, priority [3]), not at host-3",
                        " 0:08.0  STORM     host-5: is now warning");
    }

    @Test
    void aQueueIsToldWhenItIsWorseThanEverAndOnlyTheFirstOfAClass() {
        for (int port = 0; port < 4; port++) {
            for (QueueClass each : List.of(QueueClass.MARKING, QueueClass.PAST_KMAX, QueueClass.PAST_KMAX)) {
                story.port(queue("Ethernet" + port, each));
            }
        }
        story.port(queue("Ethernet0", QueueClass.UNMARKED_PAST_KMAX));
        story.port(queue("Ethernet0", QueueClass.PAST_KMAX));
        assertThat(lines)
                .containsExactly(
                        " 0:01.0  ecn       leaf-0 Ethernet0 queue 3: because it is past-kmax",
                        " 0:01.0  ecn       leaf-0 Ethernet1 queue 3: because it is past-kmax",
                        " 0:01.0  ecn       leaf-0 Ethernet0 queue 3: because it is unmarked-past-kmax");
        assertThat(story.worstQueues()).isEqualTo(Map.of("past-kmax", 3L, "unmarked-past-kmax", 1L));
    }

    private static FabricLink link(long seconds, long kmaxBytes) {
        LinkFacts facts = LinkFacts.newBuilder().build();
        facts.setEcn(List.of(new QueueEcn(3, 40_000L, kmaxBytes)));
        FabricLink link = FabricLink.newBuilder().build();
        link.setDevice("leaf-0");
        link.setPort("Ethernet4");
        link.setSinceNanos(START + seconds * SECOND);
        link.setFacts(facts);
        return link;
    }

    @Test
    void thresholdsAreToldWhenTheyChange() {
        story.link(FabricLink.newBuilder().build());
        story.link(link(1, 160_000));
        story.link(link(2, 160_000));
        story.link(link(24, 2_000_000));
        assertThat(lines)
                .containsExactly(
                        " 0:24.0  ecn       leaf-0 Ethernet4 priority 3: thresholds are Kmin 40,000 and Kmax 2,000,000,"
                                + " were Kmin 40,000 and Kmax 160,000");
    }

    private static PortState port(String device) {
        PortState state = PortState.newBuilder().build();
        state.setDevice(device);
        state.setPort("Ethernet4");
        state.setAtNanos(START + SECOND);
        return state;
    }

    private static PortState queue(String port, QueueClass queueClass) {
        QueueCongestionState queue = QueueCongestionState.newBuilder().build();
        queue.setQueue(3);
        queue.setQueueClass(queueClass);
        queue.setEvidence("because it is " + Json.word(queueClass));
        PortState state = port("leaf-0");
        state.setPort(port);
        state.setQueues(List.of(queue));
        return state;
    }

    @Test
    void aNicIsToldWhenItHasCongestionControlOff() {
        for (NicClass each : List.of(NicClass.HANDLING, NicClass.CC_OFF, NicClass.CC_OFF)) {
            NicCongestionState nic = NicCongestionState.newBuilder().build();
            nic.setNicClass(each);
            nic.setEvidence("no CNP for 4,000 CE");
            PortState state = port("host-1");
            state.setNic(nic);
            story.port(state);
        }
        assertThat(lines).containsExactly(" 0:01.0  nic       host-1: cc-off: no CNP for 4,000 CE");
    }

    @Test
    void theFirstFlowsOfAClassAreToldAndAllAreCounted() {
        IntStream.range(0, 5).forEach(each -> {
            FlowState flow = FlowState.newBuilder().build();
            flow.setFlow("flow " + each);
            flow.setSrcIp("10.0.0." + each);
            flow.setDstIp("10.0.1.1");
            flow.setClass$("ignores-cnps");
            flow.setEvidence("50 CNPs");
            flow.setAtNanos(START + 61 * SECOND);
            story.flow(flow);
            story.flow(flow);
        });
        assertThat(lines)
                .containsExactly(
                        " 1:01.0  flow      host-0 > 10.0.1.1: ignores-cnps: 50 CNPs",
                        " 1:01.0  flow      host-1 > 10.0.1.1: ignores-cnps: 50 CNPs");
        assertThat(story.flowClasses()).containsExactly(Map.entry("ignores-cnps", 5L));
    }

    @Test
    void coloursAreForTerminalsOnly() {
        DemoStory coloured = new DemoStory(START, new DemoStory.Names(name -> name, host -> ""), lines::add, true);
        coloured.emulator(START, "NIC of host-3 pauses");
        story.emulator(START, "NIC of host-3 pauses");
        assertThat(lines)
                .containsExactly(
                        "\u001b[2m 0:00.0  emulator  NIC of host-3 pauses\u001b[0m",
                        " 0:00.0  emulator  NIC of host-3 pauses");
    }
}
