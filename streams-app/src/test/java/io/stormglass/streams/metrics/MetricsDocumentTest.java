package io.stormglass.streams.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Golden;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/metrics.md} lists what is told; numbers beyond the limit are counted. */
class MetricsDocumentTest {
    private static final Path DOCUMENT =
            Golden.moduleDirectory().resolve("..").normalize().resolve("docs/metrics.md");

    @Test
    void theDocumentListsWhatIsTold() {
        StringBuilder text = new StringBuilder("""
                # Metrics

                What `run` tells Prometheus at `/metrics` (section `http` of its configuration; [how](how-to/run.md#http)). Generated from the code by `MetricsDocumentTest`.

                - A metric of a part that does not run (no sinks, no advice) is not told. Counters begin at 0 with the process; a transaction that was repeated counts twice.
                - What is told of ports and flows is the same from every instance, since each reads all results: take the maximum, not the sum. All else is the instance's own.
                - A metric has at most 50,000 series; of what is beyond, `stormglass_metrics_left_out_series` tells the number.
                - Labels `stage`: `flows` and `ports` for input partitions; for `stormglass_kafka_...` the node of the topology. `application`: the application id. `thread`, `task`: of Kafka Streams.

                | metric | kind | labels | what |
                |---|---|---|---|
                """);
        for (Family family : MetricsPage.families()) {
            text.append("| `" + family.name() + "` | " + family.kind().name().toLowerCase(Locale.ROOT) + " | "
                    + family.labels().stream().map(label -> "`" + label + "`").collect(Collectors.joining(", ")) + " | "
                    + family.help() + " |\n");
        }
        Golden.checkFile(DOCUMENT, text.toString());
    }

    @Test
    void noNameIsGivenTwice() {
        assertThat(MetricsPage.families().stream().map(Family::name)).doesNotHaveDuplicates();
    }

    @Test
    void whatIsBeyondTheLimitIsLeftOutAndCounted() {
        Samples samples = new Samples(2);
        Family family = Family.gauge("of_ports", "Something of ports.", "port");
        for (String port : new String[] {"a", "b", "c", "b", "d"}) {
            samples.add(family, 1, port);
        }
        String text = new String(samples.text(), StandardCharsets.UTF_8);
        assertThat(text)
                .contains("stormglass_of_ports{port=\"a\"} 1.0")
                .contains("port=\"b\"")
                .doesNotContain("port=\"c\"")
                .contains("stormglass_metrics_left_out_series 2.0");
    }

    @Test
    void namesSayWhetherTheyOnlyGrow() {
        assertThat(Family.counter("records", "Records.").name()).isEqualTo("stormglass_records_total");
        assertThatThrownBy(() -> Family.gauge("records_total", "Records."))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
