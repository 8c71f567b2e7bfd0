package io.stormglass.streams.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Direction;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.streams.view.Kind;
import io.stormglass.streams.view.TestView;
import io.stormglass.streams.view.ViewSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Prometheus is told of the fabric. */
class ViewMetricsTest {
    private static final long T0 = 1_772_359_200_000_000_000L;

    private static PortState port() {
        PriorityPauseState pause = PriorityPauseState.newBuilder().build();
        pause.setPriority(3);
        pause.setDirection(Direction.RX);
        pause.setPausedRatio(0.75);
        pause.setStorm(true);
        QueueCongestionState queue = QueueCongestionState.newBuilder().build();
        queue.setPriority(3);
        queue.setQueue(3);
        queue.setDepthBytes(1000L);
        queue.setWatermarkBytes(2000L);
        PortState port = PortState.newBuilder().build();
        port.setFabric("f");
        port.setDevice("leaf1");
        port.setPort("Ethernet1/1");
        port.setPauses(List.of(pause));
        port.setQueues(List.of(queue));
        return port;
    }

    private static void flows(TestView test, int count) {
        for (int i = 1; i <= count; i++) {
            FlowState flow = FlowState.newBuilder().build();
            flow.setFlow("flow-" + i);
            flow.setObservedBitsPerSecond(8 * i);
            flow.setReferenceBitsPerSecond(100L + i);
            flow.setClass$("conforming");
            test.tell(Kind.FLOWS, flow.getFlow(), flow, T0);
        }
    }

    private static String scrape(TestView test) {
        Samples samples = new Samples();
        new ViewMetrics(test.view(), () -> 7).collect(samples);
        return new String(samples.text(), StandardCharsets.UTF_8);
    }

    @Test
    void portsQueuesAndTheGreatestFlowsAreToldAndTheRestIsFolded() {
        try (TestView test = new TestView(ViewSettings.DEFAULT)) {
            test.tell(Kind.PORTS, "f/leaf1/Ethernet1/1", port(), T0);
            flows(test, 25);
            StormIncident incident = StormIncident.newBuilder().build();
            incident.setState(IncidentState.OPEN);
            incident.setSeverity(Severity.EMERGENCY);
            test.tell(Kind.INCIDENTS, "i", incident, T0);
            String text = scrape(test);

            for (Family family : ViewMetrics.families()) {
                assertThat(text).contains("# TYPE " + family.name() + " ");
            }
            String labels = "{device=\"leaf1\",direction=\"rx\",fabric=\"f\",port=\"Ethernet1/1\",priority=\"3\"}";
            assertThat(text)
                    .contains("stormglass_port_paused_ratio" + labels + " 0.75")
                    .contains("stormglass_port_storm" + labels + " 1.0")
                    .contains("stormglass_incidents{severity=\"emergency\",state=\"open\"} 1.0")
                    .contains("stormglass_flow_observed_bytes_per_second{class=\"conforming\",flow=\"flow-25\"} 25.0")
                    .contains("flow=\"flow-6\"")
                    .doesNotContain("flow=\"flow-5\"")
                    .contains("stormglass_flows_folded{class=\"conforming\"} 5.0")
                    .contains("stormglass_flows_folded_bytes_per_second{class=\"conforming\"} 15.0")
                    .contains("stormglass_view_keys{kind=\"flows\"} 25.0")
                    .contains("stormglass_http_events_lost_total 7.0");
        }
    }

    @Test
    void withoutAFabricThereAreNoOpenIncidents() {
        try (TestView test = new TestView(ViewSettings.DEFAULT)) {
            assertThat(scrape(test))
                    .contains("stormglass_incidents{severity=\"critical\",state=\"open\"} 0.0")
                    .doesNotContain("stormglass_port_storm");
        }
    }
}
