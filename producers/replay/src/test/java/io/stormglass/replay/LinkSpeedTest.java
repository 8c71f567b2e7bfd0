package io.stormglass.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LinkSpeedTest {
    @Test
    void speedsAreReadAsPeopleWriteThem() {
        assertThat(LinkSpeed.parse("100G")).isEqualTo(100_000_000_000L);
        assertThat(LinkSpeed.parse(" 2.5 Gb/s")).isEqualTo(2_500_000_000L);
        assertThat(LinkSpeed.parse("1.6t")).isEqualTo(1_600_000_000_000L);
        assertThat(LinkSpeed.parse("800Mbps")).isEqualTo(800_000_000L);
        assertThat(LinkSpeed.format(100_000_000_000L)).isEqualTo("100G");
        assertThat(LinkSpeed.format(2_500_000_000L)).isEqualTo("2.5G");
    }

    @Test
    void whatIsNoSpeedIsRefusedWithTheValue() {
        for (String text : new String[] {"", "100", "G", "-1G", "0G", "1e3G", "200T", "100GB"}) {
            assertThatThrownBy(() -> LinkSpeed.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + text + "'");
        }
    }
}
