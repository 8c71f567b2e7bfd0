package io.stormglass.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EmbeddedConfigTest {
    @Test
    void aPortOutOfRangeIsRefusedWithItsNameAndValue() {
        assertThatThrownBy(() -> EmbeddedConfig.temporary().withPorts(70_000, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("brokerPort is 70000");
        assertThatThrownBy(() -> EmbeddedConfig.temporary().withPorts(0, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("registryPort is -1");
    }

    @Test
    void theUsersBrokerSettingsReplaceOurs() {
        EmbeddedConfig config = EmbeddedConfig.temporary().withBrokerSetting("log.retention.ms", "5");
        Map<String, String> settings = BrokerSettings.of(config.brokerSettings(), Path.of("logs"), 1, 2);
        assertThat(settings).containsEntry("log.retention.ms", "5").containsEntry("log.dirs", "logs");
    }

    @Test
    void theBrokerListensOnLoopbackOnlyAndBelievesEveryRecordTime() {
        Map<String, String> settings = BrokerSettings.of(Map.of(), Path.of("logs"), 1, 2);
        assertThat(settings)
                .containsEntry("listeners", "PLAINTEXT://127.0.0.1:1,CONTROLLER://127.0.0.1:2")
                .containsEntry("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE))
                .containsEntry("log.retention.ms", "-1");
    }
}
