package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.BbrWindow;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.TimeGrid;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.NicBuild;
import io.stormglass.emulator.telemetry.SwitchSystem;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.event.ThresholdUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScenarioFileTest {
    private static final String SMALL = """
            name: small
            about: a test
            fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 4, linkGbps: 100}
            workloads:
              - {kind: incast, senders: 3, receiver: host-7, flowBytes: 100000}
            """;

    private static ScenarioFile parse(String text) throws ScenarioFileException {
        return ScenarioFile.parse(text, "small.yaml");
    }

    private static AbstractThrowableAssert<?, ?> refused(String text) {
        return assertThatThrownBy(() -> parse(text)).isInstanceOf(ScenarioFileException.class);
    }

    private static AbstractThrowableAssert<?, ?> refused(String key, String value) {
        return assertThatThrownBy(() -> parse(SMALL).with(Map.of(key, value)))
                .isInstanceOf(ScenarioFileException.class);
    }

    @Test
    void nicsAreAlikeButForThoseThatAreNamed() throws ScenarioFileException {
        TelemetrySettings.Hardware standard =
                parse(SMALL).scenario().telemetry().hardware();
        assertThat(standard).isEqualTo(TelemetrySettings.Hardware.standard());

        TelemetrySettings.Hardware hardware =
                parse(SMALL + """
                        telemetry:
                          nicFirmware: "28.39.1002"
                          switchMtuBytes: 9100
                          nics:
                            - {hosts: host-3, firmware: "28.35.2000"}
                            - {hosts: leaf-1, model: other, mtuBytes: 1500}
                        """).scenario().telemetry().hardware();
        NicBuild usual = new NicBuild("emulated-nic", "28.39.1002", 9000);
        NicBuild other = new NicBuild("other", "28.39.1002", 1500);
        assertThat(hardware)
                .isEqualTo(new TelemetrySettings.Hardware(
                        usual,
                        Map.of(
                                3,
                                new NicBuild("emulated-nic", "28.35.2000", 9000),
                                4,
                                other,
                                5,
                                other,
                                6,
                                other,
                                7,
                                other),
                        9100,
                        SwitchSystem.standard()));
        refused(SMALL + "telemetry: {nics: [{hosts: host-9}]}").hasMessageContaining("host-9");
        refused(SMALL + "telemetry: {nics: [{hosts: host-1, mtuBytes: -1}]}").hasMessageContaining("mtuBytes");
        refused(SMALL + "telemetry: {nicFirmware: \"a\\tb\"}").hasMessageContaining("control character");
    }

    private static SwitchSystem system(String telemetry) throws ScenarioFileException {
        return parse(SMALL + "telemetry: {" + telemetry + "}\n")
                .scenario()
                .telemetry()
                .hardware()
                .system();
    }

    @Test
    void aSwitchRunsASystemThatShowsSomeOfItsSettings() throws ScenarioFileException {
        assertThat(system("reads: quick")).isEqualTo(SwitchSystem.standard());
        assertThat(system("switchSystem: nx-os, thresholdUnit: kbytes, hide: [alpha, weight]"))
                .isEqualTo(new SwitchSystem(
                        SwitchSystem.Name.NX_OS,
                        "default-8q-out-policy",
                        ThresholdUnit.KBYTES,
                        0,
                        Set.of(SwitchSystem.Hidden.ALPHA, SwitchSystem.Hidden.WEIGHT)));
        assertThat(system("switchSystem: eos, switchObject: storage, thresholdUnit: segments, pieceBytes: 208"))
                .isEqualTo(new SwitchSystem(SwitchSystem.Name.EOS, "storage", ThresholdUnit.SEGMENTS, 208, Set.of()));
        assertThat(parse(SMALL)
                        .with(Map.of("telemetry.hide", "buffer, pmax,object,piece"))
                        .scenario()
                        .telemetry()
                        .hardware()
                        .system()
                        .hidden())
                .containsExactlyInAnyOrder(
                        SwitchSystem.Hidden.BUFFER,
                        SwitchSystem.Hidden.PMAX,
                        SwitchSystem.Hidden.OBJECT,
                        SwitchSystem.Hidden.PIECE);
        assertThat(system("hide: none")).isEqualTo(SwitchSystem.standard());
        refused(SMALL + "telemetry: {hide: [none, alpha]}").hasMessageContaining("none or a list of alpha");
        refused(SMALL + "telemetry: {hide: alfa}").hasMessageContaining("did you mean 'alpha'");
        refused(SMALL + "telemetry: {switchSystem: ios}").hasMessageContaining("sonic, nx-os, eos, nvue");
        refused(SMALL + "telemetry: {thresholdUnit: milliseconds}").hasMessageContaining("bytes, kbytes");
        refused(SMALL + "telemetry: {thresholdUnit: cells}").hasMessageContaining("segments and cells have a size");
        refused(SMALL + "telemetry: {pieceBytes: 208}").hasMessageContaining("other units have none");
        refused(SMALL + "telemetry: {switchObject: \"a\\tb\"}").hasMessageContaining("control character");
    }

    @Test
    void theReferenceIncastIsThatOfTheSimulators() throws ScenarioFileException {
        Scenario scenario = ScenarioLibrary.load("incast-64").scenario();

        assertThat(scenario.topology().hosts()).isEqualTo(66);
        assertThat(scenario.settings().wireFormat().fullBytes()).isEqualTo(4048);
        assertThat(scenario.settings().switches().ecn().curve().kminBytes()).isEqualTo(120_000);
        assertThat(scenario.settings().switches().ecn().curve().kmaxBytes()).isEqualTo(600_000);
        assertThat(scenario.workloads().getFirst()).isInstanceOfSatisfying(Workload.Incast.class, incast -> {
            assertThat(incast.senders()).hasSize(64);
            assertThat(incast.receiver()).isEqualTo(64);
            assertThat(incast.bursts().leastBytes()).isEqualTo(4_000_000);
        });
        assertThat(scenario.workloads().get(1)).isInstanceOfSatisfying(Workload.Probe.class, probe -> {
            assertThat(probe.source()).isEqualTo(65);
            assertThat(probe.destination()).isEqualTo(64);
            assertThat(probe.terms().priority()).isEqualTo(3);
            assertThat(probe.terms().transport().control()).isInstanceOf(CongestionControl.None.class);
        });
    }

    @Test
    void aBbrWindowMayBeBelowOnePacket() throws ScenarioFileException {
        ScenarioFile small = parse(SMALL);
        for (String law : List.of("bbr", "bbr3")) {
            Map<String, String> bytes = Map.of("transport.cc", law, "transport.bbrWindow", "bytes");
            assertThat(windowOf(small.with(bytes))).isEqualTo(BbrWindow.BYTES);
            assertThat(windowOf(small.with(Map.of("transport.cc", law)))).isEqualTo(BbrWindow.PACKETS);
        }
        refused("transport.bbrWindow", "half");
    }

    private static BbrWindow windowOf(ScenarioFile file) throws ScenarioFileException {
        CongestionControl control =
                file.scenario().workloads().getFirst().terms().transport().control();
        return control instanceof CongestionControl.BbrV1Nic first
                ? first.window()
                : ((CongestionControl.BbrV3Nic) control).window();
    }

    @Test
    void everyKeyOfTheCommandCanBeSet() throws ScenarioFileException {
        ScenarioFile file = ScenarioLibrary.load("incast-64")
                .with(Map.ofEntries(
                        Map.entry("senders", "16"),
                        Map.entry("flowBytes", "1000000"),
                        Map.entry("linkGbps", "100"),
                        Map.entry("propagationMicros", "2.5"),
                        Map.entry("payloadBytes", "1024"),
                        Map.entry("bufferBytes", "16000000"),
                        Map.entry("kminBytes", "50000"),
                        Map.entry("kmaxBytes", "60000"),
                        Map.entry("pmax", "0.25"),
                        Map.entry("jitterMicros", "7"),
                        Map.entry("window", "variable"),
                        Map.entry("preset", "paper"),
                        Map.entry("pfc", "static:200000:160000"),
                        Map.entry("floorNanos", "true")));
        Scenario scenario = file.scenario();

        assertThat(scenario.topology().hosts()).isEqualTo(18);
        assertThat(scenario.topology().cables().getFirst().bitsPerSecond()).isEqualTo(100_000_000_000L);
        assertThat(scenario.topology().cables().getFirst().delayPicos()).isEqualTo(2_500_000);
        assertThat(scenario.settings().wireFormat().payloadBytes()).isEqualTo(1024);
        assertThat(scenario.settings().grid()).isEqualTo(TimeGrid.FLOOR_TO_NANOSECONDS);
        assertThat(scenario.settings().switches().buffer().totalBytes()).isEqualTo(16_000_000);
        assertThat(scenario.settings().switches().buffer().threshold()).isEqualTo(new PauseThreshold.Static(200_000));
        assertThat(scenario.settings().switches().buffer().xonOffsetBytes()).isEqualTo(40_000);
        assertThat(scenario.settings().switches().ecn().curve().maxProbability())
                .isEqualTo(0.25);
        assertThat(scenario.workloads().getFirst()).isInstanceOfSatisfying(Workload.Incast.class, incast -> {
            assertThat(incast.senders()).hasSize(16);
            assertThat(incast.bursts().leastBytes()).isEqualTo(1_000_000);
            assertThat(incast.bursts().jitterPicos()).isEqualTo(7 * Picos.PER_MICRO);
            assertThat(incast.terms().transport().window().scaling()).isEqualTo(WindowLimit.Scaling.WITH_RATE);
        });
        assertThat(file.params())
                .containsEntry("senders", "16")
                .containsEntry("pfc", "static:200000:160000")
                .containsEntry("cc", "dcqcn");
    }

    @Test
    void aWindowOfOneBdpIsTheReferenceOfFiftyTwoPackets() throws ScenarioFileException {
        Scenario scenario =
                ScenarioLibrary.load("incast-64").with(Map.of("window", "bdp")).scenario();

        assertThat(scenario.workloads().getFirst().terms().transport().window())
                .isEqualTo(WindowLimit.fixed(52 * 4000));
    }

    @Test
    void everyLawOfTheCommandCanBeChosen() throws ScenarioFileException {
        for (String law :
                List.of("none", "dcqcn", "hpcc", "timely", "dctcp", "swift", "bbr", "bbr3", "cubic", "newreno")) {
            ScenarioFile file = ScenarioLibrary.load("incast-64").with(Map.of("cc", law));
            assertThat(file.control()).isEqualTo(law);
            CongestionControl control =
                    file.scenario().workloads().getFirst().terms().transport().control();
            assertThat(control.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT))
                    .startsWith(law.equals("bbr3") ? "bbrv3" : law.equals("bbr") ? "bbrv1" : law);
        }
        assertThat(ScenarioLibrary.load("incast-64")
                        .with(Map.of("cc", "hpcc"))
                        .scenario()
                        .settings()
                        .wireFormat()
                        .fullBytes())
                .isEqualTo(4090);
    }

    @Test
    void aLossyLawMovesIntoTheLossyClassUnlessTheFileSaysOtherwise() throws ScenarioFileException {
        assertThat(parse(SMALL)
                        .with(Map.of("cc", "cubic"))
                        .scenario()
                        .workloads()
                        .getFirst()
                        .terms()
                        .priority())
                .isZero();
        assertThat(parse(SMALL)
                        .with(Map.of("cc", "cubic", "priority", "2"))
                        .scenario()
                        .workloads()
                        .getFirst()
                        .terms()
                        .priority())
                .isEqualTo(2);
    }

    @Test
    void eachWorkloadHasATenantAndMayHaveATransportOfItsOwn() throws ScenarioFileException {
        List<Workload> workloads = ScenarioLibrary.load("mixed-cc")
                .with(Map.of("cc", "swift"))
                .scenario()
                .workloads();

        assertThat(workloads).extracting(each -> each.terms().tenant()).containsExactly("dcqcn-hosts", "bbr-hosts");
        assertThat(workloads.get(0).terms().transport().control()).isInstanceOf(CongestionControl.SwiftDelay.class);
        assertThat(workloads.get(1).terms().transport().control()).isInstanceOf(CongestionControl.BbrV1Nic.class);
    }

    @Test
    void whatIsListedCanBeSetToWhatItIs() throws ScenarioFileException {
        ScenarioFile file = parse(SMALL);
        for (Map.Entry<String, String> param : file.params().entrySet()) {
            ScenarioFile same = file.with(Map.of(param.getKey(), param.getValue()));
            assertThat(same.params()).as(param.getKey()).isEqualTo(file.params());
        }
    }

    @Test
    void unknownKeysAreRefusedWithTheirPlaceAndTheNearest() {
        refused(SMALL.replace("receiver:", "reciever:"))
                .hasMessageContaining("small.yaml, line 5, column 32: unknown key 'workloads.0.reciever'")
                .hasMessageContaining("did you mean 'receiver'?")
                .hasMessageContaining("flowBytes");
        refused(SMALL + "switsh: {}\n").hasMessageContaining("line 6").hasMessageContaining("did you mean 'switch'?");
        refused("sender", "4").hasMessageContaining("no setting 'sender'; did you mean 'senders'?");
    }

    @Test
    void valuesThatCannotBeSayWhatWasExpected() {
        refused("senders", "many").hasMessageContaining("setting workloads.0.senders is 'many', a number was expected");
        refused("senders", "9").hasMessageContaining("there are 7 hosts to send");
        refused("senders", "2.5").hasMessageContaining("a whole number is needed");
        refused("linkGbps", "33").hasMessageContaining("a byte does not last whole picoseconds");
        refused("pmax", "1.5").hasMessageContaining("is 1.5, 0 to 1 is possible");
        refused("pfc", "static:1").hasMessageContaining("dynamic, off or static:XOFF:XON");
        refused("kmaxBytes", "1").hasMessageContaining("below kminBytes (100000)");
        refused("preset", "papr").hasMessageContaining("did you mean 'paper'?");
        refused("receiver", "host-8")
                .hasMessageContaining("this fabric has host-0, host-1")
                .hasMessageContaining("did you mean");
        refused(SMALL.replace("flowBytes: 100000", "flowBytes: [1, 2]"))
                .hasMessageContaining("small.yaml, line 5")
                .hasMessageContaining("'1,2', a number was expected");
        refused("name: x\nabout: y\nworkloads: 5\n")
                .hasMessageContaining("line 3")
                .hasMessageContaining("a list");
        refused("name: x\nname: y\n").hasMessageContaining("line 2").hasMessageContaining("name");
        refused("name: x\nabout: y\n").hasMessageContaining("workloads").hasMessageContaining("script");
        refused("- a\n").hasMessageContaining("a scenario is a mapping");
        refused("name: {\n").hasMessageContaining("small.yaml, line");
    }

    @Test
    void faultsNameDevicesPortsAndTimes() throws ScenarioFileException {
        Scenario scenario = parse(SMALL + """
                durationMicros: 1000
                faults:
                  - {kind: nic-pause-storm, host: host-7, priorities: 0-7, fromMicros: 100, toMicros: 300}
                  - {kind: link-flap, port: leaf-0/Ethernet16, downMicros: 50, fromMicros: 200}
                  - {kind: ecn-off, device: leaf-1}
                """).scenario();

        assertThat(scenario.faults()).hasSize(3);
        assertThat(scenario.faults().get(0).fault()).isEqualTo(new Fault.NicPauseStorm(7, 0xff));
        assertThat(scenario.faults().get(1).fault()).isEqualTo(new Fault.LinkFlap(8, 4, 50_000_000, 0));
        assertThat(scenario.faults().get(1).toPicos()).isEqualTo(1000 * Picos.PER_MICRO);
        assertThat(scenario.faults().get(2).fault()).isEqualTo(new Fault.EcnOff(9));
        assertThat(scenario.ending().kind()).isEqualTo(Scenario.Ending.Kind.AT_TIME);
        refused(SMALL + "faults: [{kind: link-flap, port: leaf-0/Ethernet99}]\n")
                .hasMessageContaining("leaf-0 has Ethernet0, Ethernet4, Ethernet8, Ethernet12, Ethernet16");
        refused(SMALL + "faults: [{kind: nic-pause-strom, host: host-1}]\n")
                .hasMessageContaining("did you mean 'nic-pause-storm'?");
    }

    @Test
    void shorteningDividesEveryTimeOfTheFile() throws ScenarioFileException {
        ScenarioFile file = parse(SMALL + """
                durationMicros: 1000000
                faults: [{kind: host-hang, host: host-7, fromMicros: 200000, toMicros: 400000}]
                smoke: {shorten: 100, flowBytes: 5000}
                """);
        Scenario scenario = file.smoke().scenario();

        assertThat(scenario.ending().durationPicos()).isEqualTo(10 * Picos.PER_MILLI);
        assertThat(scenario.faults().getFirst().fromPicos()).isEqualTo(2 * Picos.PER_MILLI);
        assertThat(file.scenario().ending().durationPicos()).isEqualTo(1000 * Picos.PER_MILLI);
    }

    @Test
    void aUsersOwnFileIsReadByItsPath(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, SMALL);

        assertThat(ScenarioLibrary.load(file.toString()).name()).isEqualTo("small");
        assertThatThrownBy(
                        () -> ScenarioLibrary.load(folder.resolve("none.yaml").toString()))
                .hasMessageContaining("there is no scenario file");
        assertThatThrownBy(() -> ScenarioLibrary.load("incst-64")).hasMessageContaining("did you mean 'incast-64'?");
    }

    /** What is wrong in a way that only a part of the fabric knows is refused where the file is read, with its place. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "durationMicros | 1e999999999 | a number of at most 40 digits was expected",
                "flowBytes | 1e-2147483647 | a number of at most 40 digits was expected",
                "linkGbps | 1e2147483640 | a number of at most 40 digits was expected",
                "linkGbps | 1e-9 | this scenario cannot be: maximum rate 0 Mb/s",
                "bufferBytes | 1 | has no shared part left",
                "propagationMicros | 1e6 | has no shared part left",
                "fabricName | a/b | must not be empty nor hold",
                "watchdog | drop | cannot drop packets",
                "flowBytesMost | 1 | is 1, below flowBytes",
                "payloadBytes | 65536 | 64 to 16384 is possible",
                "retransmitMicros | 0 | is 0, 1 to",
                "workloads.0.tenant | a/b | cannot be: a tenant",
                "workloads.0.periodMicros | 1e-6 | is 0.000001, 1 to",
                "name | ' ' | is empty or has control characters",
            })
    void whatAPartCannotBeIsRefusedWithItsPlace(String key, String value, String says) {
        refused(key, value)
                .hasMessageContaining(says)
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(400));
    }

    @Test
    void oneValueIsNotGivenByTwoNames() throws ScenarioFileException {
        ScenarioFile file = parse(SMALL);
        assertThatThrownBy(() -> file.with(Map.of("cc", "none", "transport.cc", "hpcc")))
                .hasMessageContaining("'cc' and 'transport.cc' are two names of one value");
        assertThatThrownBy(() -> file.with(Map.of("linkGbps", "100", "fabric.linkGbps", "200")))
                .hasMessageContaining("two names of one value");
    }

    @Test
    void anAliasIsRefusedWithItsPlace() {
        refused(SMALL.replace("name: small", "name: &n small").replace("a test", "*n"))
                .hasMessageContaining("line ")
                .hasMessageContaining("*n stands for something else");
    }

    @Test
    void twoFaultsOfOneThingAtOneTimeAreRefused() {
        refused(SMALL + """
                faults:
                  - {kind: nic-pause-storm, host: host-0}
                  - {kind: nic-pause-storm, host: host-0}
                """).hasMessageContaining("line ").hasMessageContaining("would both set the pauses of host 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: ecn-off, device: host-0} | is a host, a switch was expected",
                "{kind: link-degraded, port: host-0/eth0, linkGbps: 100.1} | is 100.1, 0.000000001 to 100 is possible",
                "{kind: wrong-dscp-map, device: host-0} | is a host, a switch was expected",
                "{kind: wrong-thresholds, port: host-0/eth0} | is a host, a switch was expected",
                "{kind: ecn-off, device: leaf-0, fromMicros: 1e7, toMicros: 2e7} | is not before the end of the run",
            })
    void aFaultThatCannotBeIsRefusedWithItsPlace(String fault, String says) {
        String text = SMALL + "faults:\n  - " + fault + "\n";
        refused(text).hasMessageContaining(says).hasMessageContaining("line ");
    }
}
