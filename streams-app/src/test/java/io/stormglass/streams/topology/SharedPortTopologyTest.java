package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.PortState;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One port of which two agents tell: what the one reads and the other does not, and what they read differently. */
class SharedPortTopologyTest {
    private static final long SECOND = 1000 * Harness.MS;
    private static final long T0 = Harness.T0;
    private static final long GIGA = 1_000_000_000L;
    private static final PortKey PORT = new PortKey("f", "leaf-0", "e0");
    private static final PortKey LEAF = new PortKey("f", "leaf-0", "u0");
    private static final PortKey SPINE = new PortKey("f", "spine-0", "d0");

    private static final QueueMarking MARKING =
            new QueueMarking(3, "eos", "roce", "3", ThresholdUnit.SEGMENTS, 100L, 200L, 0.05, 0, 208L);
    private static final QueueBuffer BUFFER = new QueueBuffer(3, 1L << 24, 4_096L, 0.125, null, 3_072L);

    @TempDir
    private Path folder;

    /** Knows names and MTU. */
    private static LinkFacts byLldp(int mtu) {
        return LinkFacts.speedOnly(400_000_000_000L, false)
                .change()
                .role(EntityRole.LEAF)
                .peer("spine-0", "d0", EntityRole.SPINE)
                .mtu(mtu)
                .done();
    }

    /** Knows settings and MTU. */
    private static LinkFacts byConfiguration(int mtu, String firmware) {
        return LinkFacts.speedOnly(400_000_000_000L, false)
                .change()
                .mtu(mtu)
                .pfc(8)
                .settings(new PortSettings(null, null, null, List.of(), "", null, true, "", firmware, "", "")
                        .with(List.of(MARKING), List.of(BUFFER)))
                .done();
    }

    private static LinkFacts spine() {
        return LinkFacts.speedOnly(400_000_000_000L, false)
                .change()
                .role(EntityRole.SPINE)
                .peer("leaf-0", "u0", EntityRole.LEAF)
                .mtu(9216)
                .pfc(8)
                .done();
    }

    private static PortEvent read(long at) {
        return new PortEvent.PauseCounters(at, new Refresh(at, SECOND), Direction.RX, 3, 0L, 0L, null, null);
    }

    /** Both agents tell of the leaf's port each second, the second one another MTU from second 30 to 150. */
    private TelemetryStages run(String name, int partitions, int restartEvery) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        for (long second = 0; second < 240; second++) {
            long at = T0 + second * SECOND;
            int mtu = second >= 30 && second < 150 ? 1500 : 9216;
            // Who comes first changes from second to second.
            if (second % 2 == 0) {
                stages.port("lldp", LEAF, byLldp(9216), read(at));
            }
            stages.port("configuration", LEAF, byConfiguration(mtu, second < 200 ? "1.0" : ""), read(at));
            if (second % 2 == 1) {
                stages.port("lldp", LEAF, byLldp(9216), read(at));
            }
            stages.port("spine", SPINE, spine(), read(at));
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        stages.progress(RecordKind.END, T0 + 240 * SECOND);
        return stages;
    }

    private static List<FabricLink> ofLeaf(TelemetryStages stages) {
        return stages.links.stream()
                .filter(link -> link.getDevice().equals("leaf-0"))
                .toList();
    }

    @Test
    void factsAreMergedAndDoNotFlip() {
        List<FabricLink> links = ofLeaf(run("one", 1, 0));
        // LLDP alone, with the settings, the other MTU and back, and the firmware that is told no more.
        assertThat(links)
                .extracting(link -> link.getFacts().getMtuBytes())
                .containsExactly(9216, 9216, 1500, 9216, 9216);
        assertThat(links)
                .extracting(FabricLink::getSinceNanos)
                .containsExactly(T0, T0, T0 + 30 * SECOND, T0 + 150 * SECOND, T0 + 200 * SECOND);
        assertThat(links.subList(1, 5)).allSatisfy(link -> {
            assertThat(link.getFacts().getPeerDevice()).isEqualTo("spine-0");
            assertThat(link.getFacts().getPfcEnabledPriorities()).isEqualTo(8);
            assertThat(link.getFacts().getSettings().getWatchdog()).isTrue();
            PortSettings settings = Transitions.facts(link.getFacts()).settings();
            assertThat(settings.markings()).containsExactly(MARKING);
            assertThat(settings.buffers()).containsExactly(BUFFER);
        });
        assertThat(links)
                .extracting(link -> link.getFacts().getSettings() == null
                        ? ""
                        : link.getFacts().getSettings().getNicFirmware())
                .containsExactly("", "1.0", "1.0", "1.0", "");
    }

    @Test
    void whatAgentsDisagreeOnIsNamedWhileTheyDo() {
        List<PortState> states = run("one", 1, 0).states.stream()
                .filter(state -> state.getDevice().equals("leaf-0"))
                .toList();
        assertThat(states).anySatisfy(state -> assertThat(state.getQuality()).contains("facts-disagree-mtu"));
        assertThat(states).allSatisfy(state -> {
            long second = (state.getAtNanos() - T0) / SECOND;
            if (second > 31 && second < 150) {
                assertThat(state.getQuality()).containsExactly("facts-disagree-mtu", "two-agents");
            } else if (second < 30 || second > 151) {
                assertThat(state.getQuality()).containsExactly("two-agents");
            }
        });
    }

    @Test
    void aMergedSettingIsComparedLikeAnyOther() {
        assertThat(run("one", 1, 0).findings)
                .extracting(Finding::getFindingId, Finding::getSinceNanos, Finding::getClearedNanos)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "f/mtu-mismatch/leaf-0/u0 - spine-0/d0", T0 + 30 * SECOND, null),
                        org.assertj.core.groups.Tuple.tuple(
                                "f/mtu-mismatch/leaf-0/u0 - spine-0/d0", T0 + 30 * SECOND, T0 + 150 * SECOND));
    }

    @Test
    void partitionsAndRestartsChangeNothing() {
        TelemetryStages one = run("one", 1, 0);
        TelemetryStages four = run("four", 4, 0);
        TelemetryStages restarted = run("restarted", 4, 7);
        assertThat(ofLeaf(four)).isEqualTo(ofLeaf(one));
        assertThat(ofLeaf(restarted)).isEqualTo(ofLeaf(one));
        assertThat(four.findings).isEqualTo(one.findings);
        assertThat(restarted.findings).isEqualTo(one.findings);
        assertThat(restarted.states.getLast().getQuality())
                .isEqualTo(one.states.getLast().getQuality());
    }

    /** A switch reads 400G and is paused for half of the time; a tap on the same port takes it to be a quarter of that. */
    private TelemetryStages tapped(String name, long ofTap, int restartEvery) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), 1, restartEvery);
        LinkFacts read = LinkFacts.speedOnly(400 * GIGA, false);
        LinkFacts assumed = LinkFacts.speedOnly(100 * GIGA, true);
        stages.port("switch", PORT, 400 * GIGA, read, List.of(reads(T0)));
        for (long slice = 0; slice < 200; slice++) {
            long at = T0 + slice * 10 * Harness.MS;
            stages.progress(RecordKind.TICK, at);
            List<PortEvent> events = new ArrayList<>();
            for (long frame = 0; frame < 60; frame++) {
                // 65535 quanta are 84 us at 400G, 336 us at 100G.
                events.add(new PortEvent.PfcFrame(at + frame * 166_000, Direction.RX, 3, 65_535));
            }
            stages.port("tap", PORT, ofTap, slice == 0 ? assumed : null, events);
        }
        stages.progress(RecordKind.END, T0 + 2 * SECOND);
        return stages;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 100 * GIGA})
    void aSpeedThatWasReadCountsWhateverATapAssumes(long ofTap) {
        for (int restartEvery : new int[] {0, 7}) {
            PortState last =
                    tapped("tap" + restartEvery, ofTap, restartEvery).states.getLast();
            assertThat(last.getLinkBitsPerSecond()).isEqualTo(400 * GIGA);
            assertThat(last.getPauses())
                    .filteredOn(each -> each.getFrames() > 0)
                    .singleElement()
                    .satisfies(each -> {
                        assertThat(each.getPausedRatio()).isBetween(0.5, 0.51);
                        assertThat(each.getStorm()).isFalse();
                    });
        }
    }

    @Test
    void withoutAnySpeedThatWasReadARecordsOwnCounts() {
        TelemetryStages stages = new TelemetryStages(folder, 1, 0);
        LinkFacts assumed = LinkFacts.speedOnly(100 * GIGA, true);
        stages.port("tap", PORT, 0, assumed, List.of(reads(T0)));
        stages.progress(RecordKind.TICK, T0 + SECOND);
        assertThat(stages.states.getLast().getLinkBitsPerSecond()).isEqualTo(100 * GIGA);
        stages.port("tap", PORT, 200 * GIGA, null, List.of(reads(T0 + SECOND)));
        stages.progress(RecordKind.TICK, T0 + 2 * SECOND);
        assertThat(stages.states.getLast().getLinkBitsPerSecond()).isEqualTo(200 * GIGA);
    }

    private static PortEvent reads(long at) {
        return new PortEvent.PauseCounters(at, new Refresh(at, SECOND), Direction.TX, 3, 0L, 0L, null, null);
    }

    private static PortEvent paused(long at, long totalNanos) {
        return new PortEvent.PauseCounters(at, new Refresh(at, SECOND), Direction.RX, 3, null, totalNanos, null, null);
    }

    /** A port is paused without a break; two agents read other totals, and the first falls silent at second 60. */
    private TelemetryStages bases(String name, int partitions, int restartEvery) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        for (int second = 0; second < 180; second++) {
            long at = T0 + second * SECOND;
            if (second < 60) {
                stages.port("snmp", PORT, null, paused(at, second * SECOND));
            }
            if (second < 150) {
                stages.port("stream", PORT, null, paused(at + SECOND / 2, 5000 * SECOND + second * SECOND));
            }
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        stages.progress(RecordKind.END, T0 + 180 * SECOND);
        return stages;
    }

    @Test
    void ofTwoAgentsWhoseTotalsDifferOneIsFollowed() {
        TelemetryStages stages = bases("one", 1, 0);
        // 60 while the first spoke, then those of less than 10 s after its word of second 59.
        assertThat(stages.counters.get(Count.OTHER_AGENT)).isEqualTo(69);
        for (PortState state : stages.states) {
            long second = (state.getAtNanos() - T0) / SECOND;
            assertThat(state.getQuality())
                    .as("second %d", second)
                    .isEqualTo(second > 0 && second < 70 ? List.of("two-agents") : List.of());
            if (second > 5) {
                assertThat(state.getPauses())
                        .singleElement()
                        .satisfies(each -> assertThat(each.getStorm()).isTrue())
                        .satisfies(each -> assertThat(each.getPausedRatio()).isEqualTo(1.0))
                        .satisfies(each -> assertThat(each.getStormSinceNanos()).isEqualTo(T0 + 2 * SECOND));
            }
        }
    }

    @Test
    void whoIsFollowedSurvivesRestarts() {
        List<PortState> one = lastOfEachSecond(bases("one", 1, 0));
        assertThat(lastOfEachSecond(bases("four", 4, 0))).isEqualTo(one);
        assertThat(lastOfEachSecond(bases("restarted", 4, 7))).isEqualTo(one);
    }

    private static List<PortState> lastOfEachSecond(TelemetryStages stages) {
        TreeMap<Long, PortState> last = new TreeMap<>();
        stages.states.forEach(state -> last.put(state.getAtNanos() / SECOND, state));
        return List.copyOf(last.values());
    }
}
