package io.stormglass.models.storm;

import static io.stormglass.models.storm.StormScript.MS;
import static io.stormglass.models.storm.StormScript.SECOND;
import static io.stormglass.models.storm.StormScript.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Planned work: recorded, not paged, unless it outlives its window. */
class MaintenanceTest {
    private static MaintenanceWindow window(String device, String port, String host, long fromMillis, long toMillis) {
        return new MaintenanceWindow(
                "f", "w1", device, port, host, T0 + fromMillis * MS, T0 + toMillis * MS, "change 17");
    }

    private static StormScript storms(MaintenanceWindow window, boolean restoring) {
        StormScript script = new StormScript(StormSettings.defaults(), restoring).fabric();
        return script.take(new StormTransition.Maintenance(window, false, T0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStormInsideIsSuppressedAndResolvesWithoutAPage(boolean restoring) {
        StormScript script = storms(window("", "", "host1", 0, 30_000), restoring)
                .opened(210, "leaf1/e1")
                .advance(10_000);
        assertThat(script.only().state()).isEqualTo(Incident.State.SUPPRESSED);
        assertThat(script.only().page()).isNull();
        assertThat(script.only().timeline())
                .extracting(Incident.TimelineEntry::what)
                .contains("suppressed: maintenance w1, change 17");

        script.cleared(20_000, "leaf1/e1").advance(100_000);
        assertThat(script.only().state()).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.only().page()).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatOutlivesItsWindowPagesThen(boolean restoring) {
        StormScript script = storms(window("leaf1", "e1", "", 0, 30_000), restoring)
                .opened(210, "leaf1/e1")
                .advance(29_999);
        assertThat(script.only().page()).isNull();
        script.advance(30_000);

        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().page())
                .isNotNull()
                .extracting(Incident.Page::atNanos)
                .isEqualTo(T0 + 30 * SECOND);
    }

    @Test
    void itBeginsInTheMiddleOfAStormThatHasNotPagedAndLeavesOneThatHas() {
        StormScript early = storms(window("leaf1", "", "", 1_000, 30_000), false)
                .opened(210, "leaf1/e1")
                .advance(1_000);
        assertThat(early.only().state()).isEqualTo(Incident.State.SUPPRESSED);

        StormScript late = storms(window("leaf1", "", "", 5_000, 30_000), false)
                .opened(210, "leaf1/e1")
                .advance(6_000);
        assertThat(late.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(late.only().page()).isNotNull();
    }

    @Test
    void aCancelledWindowSuppressesNothingMore() {
        MaintenanceWindow window = window("", "", "", 0, 30_000);
        StormScript script = storms(window, false).opened(210, "leaf1/e1").advance(4_000);
        assertThat(script.only().state()).isEqualTo(Incident.State.SUPPRESSED);
        script.take(new StormTransition.Maintenance(window, true, T0 + 5_000 * MS));

        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().page()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'',    '',   '',    true",
        "leaf1, '',   '',    true",
        "leaf1, e1,   '',    true",
        "leaf1, e2,   '',    false",
        "leaf2, '',   '',    false",
        "'',    '',   host1, true",
        "'',    '',   host2, false",
        "leaf2, '',   host1, true",
    })
    void itCoversWhereTheStormStarts(String device, String port, String host, boolean covered) {
        StormScript script =
                storms(window(device, port, host, 0, 30_000), false).opened(210, "leaf1/e1");
        assertThat(script.only().state() == Incident.State.SUPPRESSED).isEqualTo(covered);
    }

    @Test
    void aWindowThatCannotBeIsRefused() {
        assertThatThrownBy(() -> window("leaf1", "", "", 10, 10)).hasMessageContaining("not after its start");
        assertThatThrownBy(() -> window("", "e1", "", 0, 10)).hasMessageContaining("no device");
        assertThatThrownBy(() -> window("leaf/1", "", "", 0, 10)).hasMessageContaining("device name");
    }

    @Test
    void whatIsOverIsForgotten() {
        StormScript script = storms(window("", "", "", 0, 3_000), false).opened(4_000, "leaf1/e1");
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.graph().state().facts())
                .filteredOn(StormTransition.Maintenance.class::isInstance)
                .isEqualTo(List.of());
    }
}
