package io.stormglass.models.storm;

import static io.stormglass.models.storm.StormScript.MS;
import static io.stormglass.models.storm.StormScript.SECOND;
import static io.stormglass.models.storm.StormScript.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import io.stormglass.testkit.Property;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose job is hurt: jobs and owners by the inventory, flows of the hosts that wait. */
class VictimsTest {
    /** host1 and host2 on leaf1, host3 on leaf2; 10.0.0.N is at hostN. */
    private static StormScript fabric(boolean restoring) {
        StormScript script = new StormScript(StormSettings.defaults(), restoring);
        attach(script, "leaf1", "e1", "host1", "10.0.0.1");
        attach(script, "leaf1", "e2", "host2", "10.0.0.2");
        attach(script, "leaf2", "e1", "host3", "10.0.0.3");
        script.link("leaf1/u1", EntityRole.LEAF, "spine1/s1", EntityRole.SPINE);
        return script.link("leaf2/u1", EntityRole.LEAF, "spine1/s2", EntityRole.SPINE);
    }

    private static void attach(StormScript script, String leaf, String port, String host, String address) {
        LinkFacts facts = LinkFacts.speedOnly(100_000_000_000L, false)
                .change()
                .role(EntityRole.LEAF)
                .peer(host, "eth0", EntityRole.HOST)
                .attachedAddresses(List.of(address))
                .done();
        script.take(new StormTransition.Link(StormScript.port(leaf + "/" + port), 0, T0, facts));
    }

    private static StormTransition.Flow flow(int from, int to, int qp, int priority, long atMillis) {
        return new StormTransition.Flow(
                "f",
                "f|10.0.0." + from + "|10.0.0." + to + "|" + qp,
                "10.0.0." + from,
                "10.0.0." + to,
                priority,
                true,
                T0 + atMillis * MS);
    }

    private static StormTransition.Flow gone(StormTransition.Flow flow, long atMillis) {
        return new StormTransition.Flow(
                flow.fabric(), flow.flow(), flow.srcIp(), flow.dstIp(), flow.priority(), false, T0 + atMillis * MS);
    }

    private static StormTransition.Inventory job(
            String id, String tenant, long fromMillis, @Nullable Long toMillis, String... hosts) {
        return said(new InventoryEntity(
                "f",
                InventoryEntity.Kind.JOB,
                id,
                EntityRole.UNKNOWN,
                "",
                InventoryEntity.Place.UNKNOWN,
                new InventoryEntity.People("", "", tenant),
                new InventoryEntity.Work(
                        List.of(hosts), T0 + fromMillis * MS, toMillis == null ? null : T0 + toMillis * MS)));
    }

    private static StormTransition.Inventory device(String name, String cluster, String rack, String owner) {
        return said(new InventoryEntity(
                "f",
                InventoryEntity.Kind.DEVICE,
                name,
                EntityRole.UNKNOWN,
                "",
                new InventoryEntity.Place("", rack, "", ""),
                new InventoryEntity.People(cluster, owner, ""),
                null));
    }

    private static StormTransition.Inventory said(InventoryEntity entity) {
        return new StormTransition.Inventory(entity, false, T0);
    }

    /** host1 pauses leaf1, which pauses host2. */
    private static StormScript storm(StormScript script) {
        return script.opened(1210, "leaf1/e1").opened(1220, "leaf1/e2", 3, Direction.TX, 0);
    }

    // Flows

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void flowsOfAWaitingHostAreSplitByWhetherTheyUseTheOrigin(boolean restoring) {
        StormScript script = fabric(restoring)
                .take(flow(2, 1, 7, 3, 100))
                .take(flow(2, 3, 8, 3, 100))
                .take(flow(2, 3, 9, 3, 100))
                .take(flow(2, 4, 10, 3, 100))
                .take(flow(2, 3, 11, 5, 100))
                .take(flow(3, 1, 12, 3, 100));
        storm(script);
        assertThat(script.only().victimTotals()).isEqualTo(new Incident.VictimTotals(1, 1, 0, 4, 2, 1));
        assertThat(script.only().victimCount()).isEqualTo(6);
        assertThat(script.only().victims())
                .filteredOn(v -> v.kind().equals("flow"))
                .extracting(Incident.Victim::name, Incident.Victim::headOfLine, Incident.Victim::text)
                .containsExactly(
                        tuple("f|10.0.0.2|10.0.0.3|8", true, "sent by host2, priority 3; does not use the origin"),
                        tuple("f|10.0.0.2|10.0.0.3|9", true, "sent by host2, priority 3; does not use the origin"),
                        tuple(
                                "f|10.0.0.2|10.0.0.4|10",
                                false,
                                "sent by host2, priority 3; whether it uses the origin is not known"),
                        tuple("f|10.0.0.2|10.0.0.1|7", false, "sent by host2, priority 3; uses the origin"));
        assertThat(script.only().victims())
                .filteredOn(v -> v.kind().equals("host"))
                .singleElement()
                .extracting(Incident.Victim::headOfLine, Incident.Victim::text)
                .containsExactly(
                        false,
                        "waits since " + (T0 + 1220 * MS)
                                + " ns, paused 100 % of the time; of its 4 known flows 1 uses the origin, 2 do not, 1 may");
    }

    @Test
    void aHostOfWhichNoFlowUsesTheOriginIsHeldUpAllTheSame() {
        StormScript script = storm(fabric(false).take(flow(2, 3, 8, 3, 100)));
        assertThat(script.only().victims())
                .filteredOn(v -> v.kind().equals("host"))
                .extracting(Incident.Victim::name, Incident.Victim::headOfLine)
                .containsExactly(tuple("host2", true));
    }

    @Test
    void whatIsKnownOfTheFlowsOfAHostIsSaidPlainly() {
        assertThat(new FlowVictims.Sender(1, 0, 0).words()).isEqualTo("its one known flow uses the origin");
        assertThat(new FlowVictims.Sender(0, 1, 0).words()).isEqualTo("its one known flow does not use the origin");
        assertThat(new FlowVictims.Sender(0, 0, 1).words())
                .isEqualTo("whether its one known flow uses the origin is not known");
        assertThat(new FlowVictims.Sender(0, 0, 2).words())
                .isEqualTo("whether its 2 known flows use the origin is not known");
        assertThat(new FlowVictims.Sender(3, 0, 0).words()).isEqualTo("all of its 3 known flows use the origin");
        assertThat(new FlowVictims.Sender(0, 3, 0).words()).isEqualTo("none of its 3 known flows uses the origin");
        assertThat(new FlowVictims.Sender(16, 24, 0).words())
                .isEqualTo("of its 40 known flows 16 use the origin, 24 do not");
        assertThat(new FlowVictims.Sender(0, 1, 2).words())
                .isEqualTo("of its 3 known flows 1 does not use the origin, 2 may");
        assertThat(new FlowVictims.Sender(1, 0, 2).words()).isEqualTo("of its 3 known flows 1 uses the origin, 2 may");
    }

    /** The other port of a bond waits like any other sender; its host is the origin all the same. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatIsTheOriginIsNoneOfItsVictims(boolean restoring) {
        StormScript script = new StormScript(StormSettings.defaults(), restoring);
        attach(script, "leaf1", "e1", "host1", "10.0.0.1");
        script.link("leaf1/e3", EntityRole.LEAF, "host1/eth1", EntityRole.HOST);
        attach(script, "leaf1", "e2", "host2", "10.0.0.2");
        script.take(job("train-7", "", 0, null, "host1", "host2"))
                .opened(1210, "leaf1/e1")
                .opened(1220, "leaf1/e2", 3, Direction.TX, 0)
                .opened(1230, "leaf1/e3", 3, Direction.TX, 0);
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().victims())
                .filteredOn(victim -> victim.kind().equals("host"))
                .extracting(Incident.Victim::name)
                .containsExactly("host2");
        assertThat(script.only().victimTotals().hosts()).isEqualTo(1);
        assertThat(script.only().victims())
                .filteredOn(victim -> victim.kind().equals("job"))
                .extracting(Incident.Victim::text)
                .containsExactly("1 of 2 hosts wait since " + (T0 + 1220 * MS) + " ns; one of its hosts is the origin");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFlowCountsFromTheNextSecondAndUntilTheNextAfterItIsGone(boolean restoring) {
        StormTransition.Flow flow = flow(2, 3, 8, 3, 2100);
        StormScript script = storm(fabric(restoring)).take(flow).changed(2900, "leaf1/e1", sustained(), 0);
        assertThat(script.only().victimTotals().flows()).isZero();
        assertThat(script.graph().holdsFact(flow.factKey())).isTrue();

        script.changed(3000, "leaf1/e1", sustained(), 0);
        assertThat(script.only().victimTotals().flows()).isEqualTo(1);
        script.take(gone(flow, 3100)).changed(3900, "leaf1/e1", sustained(), 0);
        assertThat(script.only().victimTotals().flows()).isEqualTo(1);
        script.changed(4000, "leaf1/e1", sustained(), 0);
        assertThat(script.only().victimTotals().flows()).isZero();
        assertThat(script.graph().holdsFact(flow.factKey())).isFalse();
    }

    private static StormRule sustained() {
        return StormRule.SUSTAINED;
    }

    @Test
    void flowsAloneMakeNoVersion() {
        StormScript script = storm(fabric(false)).advance(5000);
        int before = script.versions.size();
        for (int i = 0; i < 100; i++) {
            script.take(flow(2, 3, i, 3, 5000 + i * 50));
        }
        assertThat(script.versions).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void flowsThroughAFullPortOfASwitchUseIt(boolean restoring) {
        StormScript script = fabric(restoring);
        attach(script, "leaf2", "e2", "host4", "10.0.0.4");
        script.take(flow(1, 3, 7, 3, 100))
                .take(flow(1, 4, 8, 3, 100))
                .take(flow(1, 2, 9, 3, 100))
                .sign(1000, "leaf2/e1", PortSign.Kind.LINE_RATE, true, 1)
                .opened(1210, "spine1/s2")
                .opened(1220, "leaf1/u1")
                .opened(1230, "leaf1/e1", 3, Direction.TX, 0);
        Incident incident = script.at("leaf2");
        assertThat(incident.fullPorts()).containsExactly("e1");
        assertThat(incident.victimTotals()).isEqualTo(new Incident.VictimTotals(1, 2, 0, 3, 2, 0));
        // What was full is remembered when nothing waits any more.
        script.cleared(5000, "spine1/s2")
                .cleared(5000, "leaf1/u1")
                .cleared(5000, "leaf1/e1", 3, Direction.TX)
                .sign(5000, "leaf2/e1", PortSign.Kind.LINE_RATE, false, 0)
                .advance(200_000);
        assertThat(script.at("leaf2").victimTotals()).isEqualTo(new Incident.VictimTotals(1, 2, 0, 3, 2, 0));
    }

    @Test
    void aRestoredGraphCountsAsOneThatWasNeverStored() {
        Property.check("victims of a restored graph", 40, random -> {
            long seed = random.nextLong();
            assertThat(played(new Random(seed), true)).isEqualTo(played(new Random(seed), false));
        });
    }

    private static List<Incident> played(Random random, boolean restoring) {
        StormScript script = fabric(restoring);
        long at = 0;
        for (int i = 0; i < 80; i++) {
            at += random.nextInt(700);
            StormTransition.Flow flow = flow(2, 1 + random.nextInt(4), random.nextInt(5), 3, at);
            switch (random.nextInt(6)) {
                case 0, 1 -> script.take(flow);
                case 2 -> script.take(gone(flow, at));
                case 3 -> script.opened(at, "leaf1/e1");
                case 4 -> script.opened(at, "leaf1/e2", 3, Direction.TX, 0);
                default -> script.cleared(at, "leaf1/e2", 3, Direction.TX);
            }
        }
        script.end();
        assertThat(script.versions).anyMatch(v -> v.victimTotals().flows() > 0);
        return script.versions;
    }

    @Test
    void moreThanTheBoundAreCountedAndNotListed() {
        StormScript script = fabric(false);
        for (int qp = 0; qp < 500; qp++) {
            script.take(flow(2, 3, qp, 3, 100));
        }
        storm(script);
        assertThat(script.only().victimTotals().flows()).isEqualTo(500);
        assertThat(script.only().victims())
                .filteredOn(v -> v.kind().equals("flow"))
                .hasSize(StormSettings.defaults().bounds().victims());
    }

    // Jobs

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void jobsOnWaitingHostsComeFirst(boolean restoring) {
        StormScript script = fabric(restoring)
                .take(job("train-7", "acme", 0, null, "host2", "host3"))
                .take(job("train-8", "", 0, null, "host1", "host2", "host3"))
                .take(job("over", "", 0, 1200L, "host2"))
                .take(job("later", "", 60_000, null, "host2"))
                .take(job("elsewhere", "", 0, null, "host3"));
        storm(script);
        long since = T0 + 1220 * MS;
        assertThat(script.only().victims().subList(0, 2))
                .extracting(
                        Incident.Victim::kind,
                        Incident.Victim::name,
                        Incident.Victim::headOfLine,
                        Incident.Victim::text)
                .containsExactly(
                        tuple("job", "train-7", true, "1 of 2 hosts wait since " + since + " ns, tenant acme"),
                        tuple(
                                "job",
                                "train-8",
                                false,
                                "1 of 3 hosts wait since " + since + " ns; one of its hosts is the origin"));
        assertThat(script.only().victimTotals().jobs()).isEqualTo(2);
    }

    @Test
    void aJobOnTheOriginOfWhichNobodyWaitsSaysSo() {
        StormScript script = fabric(false)
                .take(job("train-9", "", 0, null, "host1", "host3"))
                .opened(1210, "leaf1/e1");
        assertThat(script.only().victims())
                .filteredOn(victim -> victim.kind().equals("job"))
                .extracting(Incident.Victim::text)
                .containsExactly("none of its 2 hosts waits; one of its hosts is the origin");
    }

    @Test
    void aJobThatIsListedNoMoreIsNoVictim() {
        StormTransition.Inventory job = job("train-7", "", 0, null, "host2");
        StormScript script = storm(fabric(false).take(job));
        assertThat(script.only().victimTotals().jobs()).isEqualTo(1);
        script.take(new StormTransition.Inventory(job.entity(), true, T0 + 2 * SECOND));
        assertThat(script.only().victimTotals().jobs()).isZero();
        assertThat(script.graph().holdsFact(job.factKey())).isFalse();
    }

    // Inventory

    @Test
    void theClusterOfThePageIsThatOfTheOriginElseOfTheFabric() {
        StormTransition.Inventory fabric = said(new InventoryEntity(
                "f",
                InventoryEntity.Kind.FABRIC,
                "f",
                EntityRole.UNKNOWN,
                "",
                InventoryEntity.Place.UNKNOWN,
                new InventoryEntity.People("east", "", ""),
                null));
        StormScript own = storm(fabric(false).take(fabric).take(device("host1", "west", "r12", "gpu-team")))
                .advance(10_000);
        assertThat(own.only().page())
                .isNotNull()
                .extracting(p -> p.labels().get("cluster"))
                .isEqualTo("west");
        assertThat(own.only().cluster()).isEqualTo("west");
        assertThat(own.only().evidence())
                .filteredOn(e -> e.rule().equals(StormGraph.RULE_INVENTORY))
                .extracting(Incident.Evidence::text)
                .containsExactly("host1 is in the inventory: rack r12, cluster west, owner gpu-team");

        StormScript whole = storm(fabric(false).take(fabric)).advance(10_000);
        assertThat(whole.only().page())
                .isNotNull()
                .extracting(p -> p.labels().get("cluster"))
                .isEqualTo("east");
        StormScript none = storm(fabric(false)).advance(10_000);
        assertThat(none.only().page())
                .isNotNull()
                .extracting(p -> p.labels().get("cluster"))
                .isEqualTo("");
        assertThat(none.only().evidence()).noneMatch(e -> e.rule().equals(StormGraph.RULE_INVENTORY));
    }

    @Test
    void whatIsSaidOfTheOriginGoesWithIt() {
        StormScript script = fabric(false)
                .take(device("leaf1", "", "r1", ""))
                .take(device("host1", "", "r2", ""))
                .opened(1210, "leaf1/e2", 3, Direction.TX, 0)
                .opened(1400, "leaf1/e1");
        assertThat(script.only().originEntity()).isEqualTo("host1");
        assertThat(script.only().evidence())
                .filteredOn(e -> e.rule().equals(StormGraph.RULE_INVENTORY))
                .extracting(Incident.Evidence::text)
                .containsExactly("host1 is in the inventory: rack r2");
    }

    @Test
    void anEntityThatCannotBeIsRefused() {
        assertThatThrownBy(() -> job("j", "", 10, 10L, "host1")).hasMessageContaining("not after its start");
        assertThatThrownBy(() -> job("j", "", 10, null)).hasMessageContaining("no host");
        assertThatThrownBy(() -> entity(InventoryEntity.Kind.FABRIC, "g")).hasMessageContaining("the fabric's name");
        assertThatThrownBy(() -> entity(InventoryEntity.Kind.PORT, "leaf1")).hasMessageContaining("device/port");
        assertThatThrownBy(() -> entity(InventoryEntity.Kind.JOB, "j")).hasMessageContaining("has no hosts");
        assertThatThrownBy(() -> device("leaf/1", "", "", "")).hasMessageContaining("device name");
    }

    private static InventoryEntity entity(InventoryEntity.Kind kind, String name) {
        return new InventoryEntity(
                "f",
                kind,
                name,
                EntityRole.UNKNOWN,
                "",
                InventoryEntity.Place.UNKNOWN,
                InventoryEntity.People.UNKNOWN,
                null);
    }

    // Silence

    private static StormTransition.Silence silence(String device, @Nullable Long heardMillis, long atMillis) {
        return StormScript.voice(
                device,
                heardMillis == null ? StormTransition.Silence.Voice.HEARD : StormTransition.Silence.Voice.SILENT,
                heardMillis,
                atMillis);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatPausesAndIsNotHeardMayBeDead(boolean restoring) {
        StormScript script = storm(fabric(restoring))
                .take(silence("host2", 1000L, 31_000))
                .take(silence("leaf1", 1000L, 31_000))
                .advance(32_000);
        assertThat(script.only().evidence()).noneMatch(e -> e.rule().equals(StormGraph.RULE_HOST_SILENT));

        script.take(silence("host1", 1200L, 33_000));
        assertThat(script.only().evidence())
                .filteredOn(e -> e.rule().equals(StormGraph.RULE_HOST_SILENT))
                .extracting(Incident.Evidence::text)
                .containsExactly("host1 pauses and nothing is heard of it since " + (T0 + 1200 * MS)
                        + " ns: the host may be dead");
        script.take(silence("host1", null, 40_000));
        assertThat(script.only().evidence()).noneMatch(e -> e.rule().equals(StormGraph.RULE_HOST_SILENT));
    }

    @Test
    void aSilenceAloneIsNoIncident() {
        StormScript script = fabric(false).take(silence("host1", 1000L, 31_000)).end();
        assertThat(script.versions).isEmpty();
    }

    // Hosts with several names

    private static StormTransition.Inventory device(String name, EntityRole role, String host) {
        return said(new InventoryEntity(
                "f",
                InventoryEntity.Kind.DEVICE,
                name,
                role,
                host,
                InventoryEntity.Place.UNKNOWN,
                InventoryEntity.People.UNKNOWN,
                null));
    }

    /** Two NICs with names of their own, on two leaves, pause at once. */
    private static StormScript rails(boolean restoring, StormTransition.Inventory... inventory) {
        StormScript script = new StormScript(StormSettings.defaults(), restoring);
        for (StormTransition.Inventory each : inventory) {
            script.take(each);
        }
        attach(script, "leaf1", "e9", "gpu7-nic0", "10.0.1.7");
        attach(script, "leaf2", "e9", "gpu7-nic1", "10.0.2.7");
        return script.opened(1210, "leaf1/e9").opened(1215, "leaf2/e9").advance(10_000);
    }

    private static StormTransition.Inventory[] oneHost() {
        return new StormTransition.Inventory[] {
            device("gpu7-nic0", EntityRole.UNKNOWN, "gpu7"), device("gpu7-nic1", EntityRole.HOST, "gpu7")
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nicsThatAreListedAsOneHostAreOneIncident(boolean restoring) {
        StormScript script = rails(restoring, oneHost());
        assertThat(script.at("gpu7").cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertThat(script.only().page())
                .isNotNull()
                .extracting(p -> p.labels().get("host"))
                .isEqualTo("gpu7");
        assertThat(rails(restoring).last).hasSize(2);
    }

    @Test
    void backPressureOfAnyNicOfTheHostCounts() {
        StormScript script =
                rails(false, oneHost()).sign(10_500, "gpu7-nic1/eth0", PortSign.Kind.BACK_PRESSURE, true, 7);
        assertThat(script.only().evidence()).anyMatch(e -> e.rule().equals(StormGraph.RULE_BACK_PRESSURE));
    }

    @Test
    void aRoleThatOnlyTheInventoryKnowsCounts() {
        StormScript script = new StormScript()
                .take(device("box", EntityRole.HOST, ""))
                .link("leaf1/e1", EntityRole.LEAF, "box/eth0", EntityRole.UNKNOWN)
                .opened(1210, "leaf1/e1")
                .advance(10_000);
        assertThat(script.only().cause()).isEqualTo(Incident.Cause.NIC_PAUSE_STORM);
        assertThat(script.only().page())
                .isNotNull()
                .extracting(p -> p.labels().get("host"))
                .isEqualTo("box");
    }
}
