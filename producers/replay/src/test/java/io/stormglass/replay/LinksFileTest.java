package io.stormglass.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.capture.CapturePoint;
import io.stormglass.capture.CaptureSide;
import io.stormglass.capture.InterfaceSummary;
import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.InterfaceDrops;
import io.stormglass.capture.file.LinkType;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinksFileTest {
    private static final String FILE = """
            fabric: pod7
            speed: 200G
            devices:
              leaf1: {role: leaf}
              h3: {role: host, addresses: [10.0.0.3, "fd00::3"]}
            links:
              - a: {device: leaf1, port: Ethernet1/1}
                b: {device: h3, port: eth0, mac: "02:00:00:00:00:03"}
                speed: 400G
            captures:
              - {file: "tap-*.pcapng", interface: rx0, device: leaf1, port: Ethernet1/1, side: rx}
              - {file: "tap-*.pcapng", device: leaf1, port: Ethernet1/1}
              - {interface: spare, device: leaf1, port: Ethernet2}
            """;

    @Test
    void aCaptureThatFitsGetsItsPortSideAndLink() throws Exception {
        CapturePoint point = LinksFile.parse(FILE, "links.yaml", null).of(at("/data/tap-7.pcapng", "rx0"));

        assertThat(point.port()).isEqualTo(new PortKey("pod7", "leaf1", "Ethernet1/1"));
        assertThat(point.side()).isEqualTo(CaptureSide.RX);
        assertThat(point.role()).isEqualTo(EntityRole.LEAF);
        assertThat(point.link().peerDevice()).isEqualTo("h3");
        assertThat(point.link().peerPort()).isEqualTo("eth0");
        assertThat(point.link().peerRole()).isEqualTo(EntityRole.HOST);
        assertThat(point.link().attachedAddresses()).containsExactly("10.0.0.3", "fd00::3");
        assertThat(point.link().linkBitsPerSecond()).isEqualTo(400_000_000_000L);
        assertThat(point.link().speedAssumed()).isFalse();
        assertThat(point.peerMac()).hasToString("02:00:00:00:00:03");
        assertThat(point.mac()).isNull();
    }

    @Test
    void theFirstEntryThatFitsCountsAndAKnownMacTellsTheDirections() throws Exception {
        LinksFile links = LinksFile.parse(FILE, "links.yaml", null);

        assertThat(links.of(at("tap-7.pcapng", "tx0")).side()).isEqualTo(CaptureSide.BOTH_BY_MAC);
        CapturePoint spare = links.of(at("other.pcap", "spare"));
        assertThat(spare.port().port()).isEqualTo("Ethernet2");
        assertThat(spare.side()).isEqualTo(CaptureSide.UNKNOWN);
        assertThat(spare.link().linkBitsPerSecond()).isEqualTo(200_000_000_000L);
    }

    @Test
    void withoutAnEntryTheFileIsTheDeviceAndTheInterfaceThePort() throws Exception {
        CapturePoint point = LinksFile.parse(FILE, "links.yaml", null).of(at("/x/rack 4.pcap.gz", "if0"));

        assertThat(point.port()).isEqualTo(new PortKey("pod7", "rack-4", "if0"));
        assertThat(point.side()).isEqualTo(CaptureSide.UNKNOWN);
    }

    private static List<QueueEcn> ecn(String yaml, String name) throws Exception {
        return LinksFile.parse(yaml, "links.yaml", null)
                .of(at("x.pcapng", name))
                .link()
                .ecn();
    }

    @Test
    void ecnThresholdsAreThoseOfThePortElseOfAllSwitches() throws Exception {
        String yaml = """
                ecn: {kmin: 100KB, kmax: 400KB}
                devices:
                  h3: {role: host}
                links:
                  - a: {device: leaf1, port: e1, ecn: [{priority: 3, kmin: 1.5MiB, kmax: 3MiB}, {kmin: 1KB, kmax: 2KB}]}
                    b: {device: h3, port: eth0}
                captures:
                  - {interface: own, device: leaf1, port: e1}
                  - {interface: all, device: leaf1, port: e2}
                  - {interface: host, device: h3, port: eth0}
                """;
        assertThat(ecn(yaml, "own"))
                .containsExactly(new QueueEcn(3, 1_572_864, 3_145_728), new QueueEcn(-1, 1000, 2000));
        assertThat(ecn(yaml, "all")).containsExactly(new QueueEcn(-1, 100_000, 400_000));
        assertThat(ecn(yaml, "host")).isEmpty();
        assertThat(ecn(yaml, "other")).isEmpty();
        assertThat(ecn(FILE, "spare")).isEmpty();
    }

    @Test
    void ecnThresholdsThatCannotBeAreRefusedWithTheirLine() {
        refused("ecn: {kmin: 400KB, kmax: 100KB}")
                .hasMessageContaining("line 1")
                .hasMessageContaining("Kmin 400000 and Kmax 100000 bytes");
        refused("ecn: {kmin: 400KB}").hasMessageContaining("ecn needs kmin and kmax");
        refused("fabric: f\necn: {kmin: 400, kmax: 500}")
                .hasMessageContaining("line 2")
                .hasMessageContaining("a depth has a unit, such as 400KB");
        refused("ecn: {kmin: 4 cells, kmax: 5KB}").hasMessageContaining("'4 cells' is not a depth of a queue");
        refused("ecn: {priority: 8, kmin: 4KB, kmax: 5KB}").hasMessageContaining("priority 8 is not within 0..7");
        refused("ecn: {priority: -1, kmin: 4KB, kmax: 5KB}").hasMessageContaining("priority -1 is not within 0..7");
        refused("ecn: {gain: 1, kmin: 4KB, kmax: 5KB}").hasMessageContaining("unknown key 'gain'");
        refused("ecn: [{kmin: 4KB, kmax: 5KB}, {kmin: 4KB, kmax: 5KB}]")
                .hasMessageContaining("two entries of ecn are for every priority");
    }

    private static PortSettings settings(String ecn) throws Exception {
        return LinksFile.parse(
                        "ecn: " + ecn + "\ncaptures: [{interface: all, device: leaf1, port: e2}]\n", "links.yaml", null)
                .of(at("x.pcapng", "all"))
                .link()
                .settings();
    }

    @Test
    void whatASwitchKeepsForAPriorityStandsBesideItsThresholds() throws Exception {
        PortSettings settings =
                settings("[{priority: 3, kmin: 1KB, kmax: 4KB, pmax: 0.05, weight: 0, system: nx-os, object: q-out,"
                        + " place: c-out-8q-q3, buffer: {shared: 12MB, reserve: 4KB, alpha: 0.125, xonOffset: 3KB}},"
                        + " {priority: 4, kmin: 1KB, kmax: 4KB, buffer: {xoff: 200KB}}, {kmin: 1KB, kmax: 2KB}]");
        assertThat(settings.markings())
                .containsExactly(new QueueMarking(
                        3, "nx-os", "q-out", "c-out-8q-q3", ThresholdUnit.BYTES, 1_000L, 4_000L, 0.05, 0, null));
        assertThat(settings.buffers())
                .containsExactly(
                        new QueueBuffer(3, 12_000_000L, 4_000L, 0.125, null, 3_000L),
                        new QueueBuffer(4, null, null, null, 200_000L, null));
        assertThat(settings("{kmin: 1KB, kmax: 4KB}")).isEqualTo(PortSettings.UNKNOWN);
    }

    @Test
    void whatASwitchCannotKeepIsRefusedWithItsLine() {
        refused("ecn: {kmin: 4KB, kmax: 5KB, pmax: 0.1}").hasMessageContaining("belong to a priority: give it");
        refused("ecn: {kmin: 4KB, kmax: 5KB, buffer: {alpha: 1}}").hasMessageContaining("belong to a priority");
        refused("fabric: f\necn: {priority: 3, kmin: 4KB, kmax: 5KB, pmax: 5}")
                .hasMessageContaining("line 2")
                .hasMessageContaining("Pmax is 5.0, not within 0 to 1");
        refused("ecn: {priority: 3, kmin: 4KB, kmax: 5KB, weight: 32}").hasMessageContaining("weight of the average");
        refused("ecn: {priority: 3, kmin: 4KB, kmax: 5KB, object: \"a\\tb\"}")
                .hasMessageContaining("control character");
        refused("ecn: {priority: 3, kmin: 4KB, kmax: 5KB, buffer: {alpha: 0}}").hasMessageContaining("alpha is 0.0");
        refused("ecn: {priority: 3, kmin: 4KB, kmax: 5KB, buffer: {shared: 12}}")
                .hasMessageContaining("a depth has a unit");
        refused("ecn: {priority: 3, kmin: 4KB, kmax: 5KB, buffer: {total: 12MB}}")
                .hasMessageContaining("unknown key 'total'");
        refused("ecn: {priority: 3, kmin: 4KB, kmax: 5KB, buffer: 12MB}")
                .hasMessageContaining("alpha, reserve, shared, xoff, xonOffset");
    }

    private static InterfaceSummary shown(CaptureInterface captured, LinksFile links) {
        return new InterfaceSummary(captured, links.of(captured), 1, 0, 0, 0, 0, new InterfaceDrops(-1, -1, 0));
    }

    @Test
    void entriesWithoutAnInterfaceAndInterfacesWithoutAnEntryAreNamed() throws Exception {
        LinksFile links = LinksFile.parse(FILE, "links.yaml", null);

        assertThat(links.unmatched(List.of(
                        shown(at("tap-7.pcapng", "rx0"), links),
                        shown(at("tap-7.pcapng", "tx0"), links),
                        shown(at("x.pcap", "spare"), links))))
                .isEmpty();
        assertThat(links.unmatched(
                        List.of(shown(at("tap-7.pcapng", "rx0"), links), shown(at("x.pcap", "spair"), links))))
                .containsExactly(
                        "the links file places no interface 'spair' of x.pcap: it is port pod7/x/spair",
                        "the links file's capture file 'tap-*.pcapng' (device leaf1, port Ethernet1/1)"
                                + " places no interface of the captures",
                        "the links file's capture interface 'spare' (device leaf1, port Ethernet2)"
                                + " places no interface of the captures");
        LinksFile none = LinksFile.none(null);
        assertThat(none.unmatched(List.of(shown(at("x.pcap", "if0"), none)))).isEmpty();
    }

    @Test
    void withoutAFileFabricAndSpeedAreAssumedAndSaidToBe() {
        LinksFile links = LinksFile.none(null);

        assertThat(links.fabric()).isEqualTo("default");
        assertThat(links.of(at("a.pcap", "if0")).link().linkBitsPerSecond()).isEqualTo(100_000_000_000L);
        assertThat(links.of(at("a.pcap", "if0")).link().speedAssumed()).isTrue();
        assertThat(links.assumptions())
                .hasSize(2)
                .anyMatch(text -> text.contains("fabric 'default'"))
                .anyMatch(text -> text.contains("100G"));
        assertThat(LinksFile.none(25_000_000_000L).assumptions()).hasSize(1);
    }

    @Test
    void anUnknownKeyIsRefusedWithItsLine() {
        refused("fabric: x\nlinks:\n  - a: {device: d, port: p}\n    b: {device: e, port: q, sped: 1G}\n")
                .hasMessageContaining("links.yaml, line 4")
                .hasMessageContaining("unknown key 'sped'; known here: [device, ecn, mac, port]");
    }

    @Test
    void theLineIsThatOfTheKeyInBlockStyleToo() {
        refused("fabric: x\nlinks:\n  - a:\n      device: d\n      prot: p\n    b: {device: e, port: q}\n")
                .hasMessageContaining("line 5")
                .hasMessageContaining("unknown key 'prot'");
        refused("devices:\n  d1:\n    role: router\n\nfabric: x\n").hasMessageContaining("role 'router'");
    }

    @Test
    void whatIsWrongIsSaidWithLinePlaceAndValue() {
        refused("speed: fast\n").hasMessageContaining("line 1").hasMessageContaining("'fast' is not a link speed");
        refused("devices:\n  d1: {role: router}\n")
                .hasMessageContaining("devices.d1")
                .hasMessageContaining("role 'router'");
        refused("captures:\n  - {device: d, port: p}\n")
                .hasMessageContaining("captures[0]")
                .hasMessageContaining("needs a file pattern");
        refused("captures:\n  - {file: a, device: d, port: p, side: left}\n").hasMessageContaining("side 'left'");
        refused("links:\n  - a: {device: d, port: p}\n").hasMessageContaining("both ends");
        refused("links:\n  - a: {device: d/1, port: p}\n    b: {device: e, port: q}\n")
                .hasMessageContaining("device name 'd/1'");
        refused("fabric: a\nfabric: b\n").hasMessageContaining("fabric");
        refused("captures:\n  - {file: '[', device: d, port: p}\n").hasMessageContaining("file pattern '['");
    }

    @Test
    void aPortWithTwoLinksIsRefused() {
        refused("""
                        links:
                          - {a: {device: d, port: p}, b: {device: e, port: q}}
                          - {a: {device: f, port: r}, b: {device: d, port: p}}
                        """).hasMessageContaining("port p of d has two links");
    }

    @Test
    void anEmptyFileSaysNothing() throws Exception {
        assertThat(LinksFile.parse("  \n", "links.yaml", null).assumptions())
                .isEqualTo(LinksFile.none(null).assumptions());
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> LinksFile.read(Path.of("/does/not/exist.yaml"), null))
                .isInstanceOf(LinksFileException.class)
                .hasMessageContaining("/does/not/exist.yaml");
    }

    @Test
    void theDocumentedExampleIsRead() throws Exception {
        String page =
                java.nio.file.Files.readString(Path.of(System.getProperty("stormglass.root"), "docs", "links-file.md"));
        String example = page.substring(page.indexOf("```yaml") + 7, page.indexOf("```\n\n| key"));

        LinksFile links = LinksFile.parse(example, "links-file.md", null);
        assertThat(links.of(at("tap-1.pcapng", "rx0")).link().peerDevice()).isEqualTo("h3");
        assertThat(links.of(at("tap-1.pcapng", "rx0")).link().ecn()).containsExactly(new QueueEcn(3, 1 << 20, 4 << 20));
        assertThat(links.assumptions()).isEqualTo(List.of());
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(String yaml) {
        return assertThatThrownBy(() -> LinksFile.parse(yaml, "links.yaml", null))
                .isInstanceOf(LinksFileException.class)
                .hasMessageContaining("links.yaml");
    }

    private static CaptureInterface at(String file, String name) {
        return new CaptureInterface(file, name, true, LinkType.ETHERNET, 1, 0, 0, "");
    }

    @Test
    void aValueOfTheWrongFormIsRefusedWithoutNamesOfClasses() {
        for (String yaml : List.of("devices: [1, 2]\n", "links:\n  - a: eth0\n", "speed: 100\n", "links:\n  -\n")) {
            refused(yaml).hasMessageNotContaining("io.stormglass").hasMessageNotContaining("java.");
        }
        refused("speed: 100\n").hasMessageContaining("100G");
    }

    @Test
    void aDeviceWithoutAValueIsADeviceOfWhichNothingElseIsKnown() throws Exception {
        assertThat(LinksFile.parse("fabric: f\ndevices:\n  h3:\n", "links.yaml", null)
                        .fabric())
                .isEqualTo("f");
    }
}
