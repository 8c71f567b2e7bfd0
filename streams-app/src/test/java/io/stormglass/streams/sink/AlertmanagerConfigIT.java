package io.stormglass.streams.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stormglass.testkit.AlertmanagerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Alertmanager configuration that we ship, as Alertmanager's own tool reads it. */
final class AlertmanagerConfigIT {
    /** Its package brings amtool. */
    @BeforeAll
    static void needsAlertmanager() throws InterruptedException {
        assumeTrue(AlertmanagerProcess.isInstalled(), AlertmanagerProcess.MISSING);
    }

    @Test
    void theConfigurationIsValid() throws InterruptedException {
        AlertmanagerProcess.Said said = AlertmanagerProcess.run("amtool", "check-config", Shipped.CONFIG.toString());

        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.text()).contains("3 inhibit rules", "4 receivers");
    }

    @Test
    void aConfigurationWithAMisspeltReceiverIsRefused(@TempDir Path folder) throws Exception {
        String wrong = Files.readString(Shipped.CONFIG).replace("receiver: replays", "receiver: replay");
        Path file = Files.writeString(folder.resolve("alertmanager.yml"), wrong);

        assertThat(AlertmanagerProcess.run("amtool", "check-config", file.toString())
                        .code())
                .isNotZero();
    }

    @ParameterizedTest
    @CsvSource({
        "host-team, alertname=StormglassPfcStorm fabric=f host=host-5 device=leaf-1 port=Ethernet4 owner=host",
        "network-team, alertname=StormglassPfcDeadlock fabric=f device=leaf-1 port=Ethernet4 owner=network",
        "network-team, alertname=StormglassLosslessDrop fabric=f device=leaf-1 port=Ethernet4 owner=network",
        "replays, alertname=StormglassPfcStorm fabric=f host=host-5 owner=host run=run-7",
        "dead-mans-switch, alertname=StormglassWatching",
        "network-team, alertname=SomethingElse",
    })
    void eachAlertGoesToWhoeverOwnsIt(String receiver, String labels) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "amtool",
                "config",
                "routes",
                "test",
                "--config.file=" + Shipped.CONFIG,
                "--verify.receivers=" + receiver));
        command.addAll(List.of(labels.split(" ", -1)));
        AlertmanagerProcess.Said said = AlertmanagerProcess.run(command.toArray(String[]::new));

        assertThat(said.code()).as(said.text()).isZero();
    }
}
