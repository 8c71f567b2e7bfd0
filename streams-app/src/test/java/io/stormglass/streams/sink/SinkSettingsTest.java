package io.stormglass.streams.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.StormIncident;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SinkSettingsTest {
    @Test
    void anAddressIsHttpNamesAHostAndHoldsNoCredentials() {
        assertThat(SinkSettings.address("urls", " https://am:9093/prefix "))
                .isEqualTo(URI.create("https://am:9093/prefix"));
        assertThatThrownBy(() -> SinkSettings.address("webhook.url", "https://me:secret@am"))
                .hasMessageContaining("webhook.url holds credentials")
                .hasMessageNotContaining("secret");
        for (String wrong : List.of("am:9093", "ftp://am", "http:///x", "/x", "http://a b", "")) {
            assertThatThrownBy(() -> SinkSettings.address("urls", wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("urls");
        }
    }

    @Test
    void anAlertmanagerIsNamedOnce() {
        URI one = URI.create("http://am:9093");
        assertThatThrownBy(() -> new SinkSettings.Alertmanagers(List.of(one, one), SinkAuth.NONE))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new SinkSettings.Alertmanagers(List.of(), SinkAuth.NONE))
                .hasMessageContaining("no address");
    }

    @Test
    void aUserNameWithAColonCannotBeSent() {
        assertThatThrownBy(() -> new SinkAuth.Basic("a:b", Path.of("p"))).hasMessageContaining("':'");
    }

    @Test
    void anIntervalIsOneSecondToOneHour() {
        assertThat(SinkTimes.defaults().withResend(Duration.ofSeconds(1)).endsAfterMillis())
                .isEqualTo(5000);
        assertThatThrownBy(() -> SinkTimes.defaults().withResend(Duration.ZERO)).hasMessageContaining("0 ms");
        assertThatThrownBy(() -> SinkTimes.defaults().withResend(Duration.ofHours(2)))
                .hasMessageContaining("1 hour");
    }

    @Test
    void placesOfLinksAreFilledInAndEncoded() {
        StormIncident incident = Storms.resolved("i/1 &", "host-5", 20);
        AlertLinks links = new AlertLinks(
                "https://d.example/{cause}/", "https://g.example/d/x?var-port={port}&i={incident}&from={from}&to={to}");
        long opened = Storms.OPENED / 1_000_000L;

        assertThat(links.runbook(incident)).isEqualTo("https://d.example/nic-pause-storm/");
        assertThat(links.dashboard(incident))
                .isEqualTo("https://g.example/d/x?var-port=Ethernet4&i=i%2F1%20%26&from=" + (opened - 300_000) + "&to="
                        + (opened + 20_000 + 300_000));
        assertThat(new AlertLinks("https://d.example/", "").runbook(incident))
                .isEqualTo("https://d.example/nic-pause-storm.md");
        assertThat(AlertLinks.NONE.dashboard(incident)).isEmpty();
    }

    @Test
    void placesThatNobodyKnowsAreRefused() {
        assertThatThrownBy(() -> new AlertLinks("", "https://g.example/{host}"))
                .hasMessageContaining("dashboardUrl has the unknown place {host}; known: cluster, device");
        assertThatThrownBy(() -> new AlertLinks("docs/runbooks", "")).hasMessageContaining("runbookBaseUrl");
    }
}
