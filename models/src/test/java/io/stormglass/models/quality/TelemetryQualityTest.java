package io.stormglass.models.quality;

import static io.stormglass.models.quality.TelemetryScene.SECOND;
import static io.stormglass.models.quality.TelemetryScene.T0;
import static io.stormglass.models.quality.TelemetryScene.agent;
import static io.stormglass.models.quality.TelemetryScene.device;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.quality.TelemetryRow.State;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelemetryQualityTest {
    private static final long TICK = SECOND / 20;
    private static final String AGENT = "switch-leaf-0";
    private static final String LEAF = "leaf-0";

    /** Ticks 20 times a second, lets agents speak five times a second. */
    private static void run(TelemetryScene scene, long seconds, LongConsumer each) {
        for (long at = T0; at < T0 + seconds * SECOND; at += TICK) {
            if ((at - T0) % (4 * TICK) == 0) {
                each.accept(at);
            }
            scene.tick(at + TICK);
        }
        scene.end(T0 + seconds * SECOND);
    }

    private static void leafReads(TelemetryScene scene, long at) {
        long refreshed = Math.floorDiv(at, SECOND) * SECOND;
        for (String port : List.of("e0", "e1", "e2")) {
            scene.counters(AGENT, LEAF, port, at, new Refresh(refreshed, SECOND), (refreshed - T0) / SECOND);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whoSpeaksIsOkAndItsSourcesRefreshIsMeasuredNotTheReads(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        run(scene, 60, at -> leafReads(scene, at));
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK);
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK);
        TelemetryReport report = scene.last(device(LEAF)).report();
        assertThat(report.shortestRefreshNanos()).isEqualTo(SECOND);
        assertThat(report.longestNominalNanos()).isEqualTo(SECOND);
        assertThat(report.related()).containsExactly(AGENT);
        assertThat(scene.last(agent(AGENT)).report().related()).containsExactly(LEAF);
        assertThat(report.resets()).isZero();
        assertThat(scene.findings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void silenceIsUnknownOnceAfter30SecondsAndATicketAfter10Minutes(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        run(scene, 800, at -> {
            if (at < T0 + 100 * SECOND || at >= T0 + 750 * SECOND) {
                leafReads(scene, at);
            }
        });
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK, State.UNKNOWN, State.OK);
        TelemetryRow unknown = scene.first(device(LEAF), State.UNKNOWN);
        assertThat(unknown.heardNanos()).isEqualTo(T0 + 100 * SECOND);
        assertThat(unknown.sinceNanos()).isEqualTo(T0 + 130 * SECOND);
        // The device went with its own agent: one finding for both.
        assertThat(scene.findings).hasSize(2);
        TelemetryFinding opened = scene.findings.getFirst();
        assertThat(opened.id()).isEqualTo("f/device-down/leaf-0");
        assertThat(opened.sinceNanos()).isEqualTo(T0 + 100 * SECOND);
        assertThat(opened.evidence())
                .contains("its agent switch-leaf-0 is silent too", "no neighbour can tell whether its links are up");
        assertThat(scene.findings.getLast().clearedNanos()).isEqualTo(T0 + 751 * SECOND);
    }

    @Test
    void aPortIsAsGoodAsTheClockOfWhoTellsOfIt() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(scene, 20, at -> {
            scene.clockOffset(AGENT, at < T0 + 10 * SECOND ? 2 * SECOND : 0);
            leafReads(scene, at);
            scene.counters("other", LEAF, "e0", at, new Refresh(at, SECOND), 1);
            PortKey port = new PortKey(TelemetryScene.FABRIC, LEAF, "e0");
            // The first step is over a second later; a clock is off until nothing said so for 10 s.
            if (at == T0 + 5 * SECOND) {
                assertThat(scene.port(port, at))
                        .extracting(PortReport::agent, PortReport::state, PortReport::text)
                        .containsExactly(
                                tuple("other", State.OK, ""),
                                tuple(AGENT, State.SKEWED, "the clock of its agent is off by 2 s"));
                assertThat(scene.turned(at)).extracting(PortKey::port).containsExactly("e0", "e1", "e2");
                assertThat(scene.turned(at)).isEmpty();
            }
        });
        PortReport last = scene.port(new PortKey(TelemetryScene.FABRIC, LEAF, "e0"), T0 + 21 * SECOND)
                .getLast();
        assertThat(last.state()).isEqualTo(State.OK);
        assertThat(last.report().worstClockOffsetNanos()).isEqualTo(2 * SECOND);
    }

    @Test
    void silenceOfLessThanTheLimitIsNothing() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(scene, 200, at -> {
            if (at < T0 + 100 * SECOND || at >= T0 + 129 * SECOND) {
                leafReads(scene, at);
            }
        });
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK);
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aSourceThatRefreshesSeldomIsGivenThreeRefreshes(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        run(scene, 400, at -> {
            if ((at - T0) % (20 * SECOND) == 0 && at < T0 + 200 * SECOND) {
                scene.counters(AGENT, LEAF, "e0", at, new Refresh(at, null), 1);
                scene.counters(AGENT, LEAF, "e1", at, new Refresh(at, null), 1);
            }
        });
        // Last heard in the step from 180 s on, 3 x 20 s.
        assertThat(scene.first(device(LEAF), State.UNKNOWN).sinceNanos()).isEqualTo(T0 + 241 * SECOND);
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK, State.UNKNOWN);
    }

    @Test
    void whoSpeaksOnlyWhenSomethingHappensIsNotMissedUnlessItsHeartbeatsStop() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(scene, 900, at -> {
            if (at < T0 + 10 * SECOND) {
                scene.frame("tap", "leaf-1", "e0", at);
                scene.frame("tap-2", "leaf-2", "e0", at);
            }
            if (at < T0 + 100 * SECOND) {
                scene.mark("tap-2", RecordKind.HEARTBEAT, at);
            }
        });
        assertThat(scene.states(agent("tap"))).containsExactly(State.OK);
        assertThat(scene.states(device("leaf-1"))).containsExactly(State.OK);
        assertThat(scene.states(device("leaf-2"))).containsExactly(State.OK);
        assertThat(scene.states(agent("tap-2"))).containsExactly(State.OK, State.UNKNOWN);
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/telemetry-unknown/tap-2");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void anAgentThatSaysGoodbyeIsStoppedAtOnceAndOkWhenItIsBack(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        run(scene, 300, at -> {
            if (at == T0 + 100 * SECOND) {
                scene.mark(AGENT, RecordKind.GOODBYE, at);
            }
            if (at == T0 + 160 * SECOND) {
                scene.newEpoch(AGENT);
            }
            if (at < T0 + 100 * SECOND || at >= T0 + 160 * SECOND) {
                leafReads(scene, at);
            }
        });
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK, State.STOPPED, State.OK);
        assertThat(scene.first(agent(AGENT), State.STOPPED).sinceNanos()).isEqualTo(T0 + 101 * SECOND);
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK, State.STOPPED, State.OK);
        assertThat(scene.last(agent(AGENT)).epoch()).isEqualTo(1);
        assertThat(scene.findings).isEmpty();
    }

    @Test
    void anAgentThatStoppedAndDoesNotComeBackIsATicket() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(scene, 800, at -> {
            if (at == T0 + 100 * SECOND) {
                scene.mark(AGENT, RecordKind.GOODBYE, at);
            }
            if (at < T0 + 100 * SECOND) {
                leafReads(scene, at);
            }
        });
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/leaf-0");
        assertThat(scene.findings.getFirst().evidence()).contains("its agent switch-leaf-0 said that it stops");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void recordsWithTheSameSnapshotAreAStalledSource(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        run(scene, 300, at -> {
            long until = at < T0 + 200 * SECOND ? Math.min(at, T0 + 100 * SECOND) : at;
            long refreshed = Math.floorDiv(until, SECOND) * SECOND;
            for (String port : List.of("e0", "e1", "e2")) {
                scene.counters(AGENT, LEAF, port, at, new Refresh(refreshed, SECOND), 5);
            }
        });
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK, State.STALLED, State.OK);
        assertThat(scene.first(device(LEAF), State.STALLED).sinceNanos()).isEqualTo(T0 + 131 * SECOND);
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aClockThatIsOffIsSaidOnceAndMakesNobodyStalledOrUnknown(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        run(scene, 200, at -> {
            boolean off = at >= T0 + 60 * SECOND && at < T0 + 120 * SECOND;
            scene.clockOffset(AGENT, off ? -40 * SECOND : 2_000_000L);
            leafReads(scene, off ? at - 40 * SECOND : at);
        });
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK, State.SKEWED, State.OK);
        TelemetryRow skewed = scene.first(agent(AGENT), State.SKEWED);
        assertThat(skewed.sinceNanos()).isEqualTo(T0 + 61 * SECOND);
        assertThat(skewed.text()).contains("40 s behind");
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK);
        assertThat(scene.last(agent(AGENT)).report().worstClockOffsetNanos()).isEqualTo(-40 * SECOND);
        assertThat(scene.last(device(LEAF)).report().resets()).isZero();
    }

    @Test
    void countersThatStartAnewAndRepeatsAndLossesAreCountedAndNoState() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(scene, 40, at -> {
            long total = (at - T0) / SECOND;
            total = total >= 20 ? total - 20 : total;
            int times = at == T0 + 5 * SECOND ? 3 : at == T0 + 7 * SECOND ? 0 : 1;
            scene.counters(AGENT, LEAF, "e0", at, new Refresh(at, SECOND / 5), total, times);
        });
        TelemetryReport leaf = scene.last(device(LEAF)).report();
        assertThat(leaf.resets()).isEqualTo(1);
        TelemetryReport agent = scene.last(agent(AGENT)).report();
        assertThat(agent.duplicates()).isEqualTo(2);
        assertThat(agent.lost()).isEqualTo(1);
        assertThat(scene.states(device(LEAF))).containsExactly(State.OK);
    }

    @Test
    void aCounterOf32BitsThatMayHaveWrappedIsNoReset() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(
                scene,
                20,
                at -> scene.counters(
                        AGENT, LEAF, "e0", at, new Refresh(at, SECOND), at < T0 + 10 * SECOND ? (1L << 32) - 5 : 7));
        // The other total of the event is three decimal digits more and cannot have wrapped.
        assertThat(scene.last(device(LEAF)).report().resets()).isEqualTo(1);
        TelemetryScene wraps = new TelemetryScene(1, 0);
        run(
                wraps,
                20,
                at -> wraps.counters(
                        AGENT, LEAF, "e0", at, new Refresh(at, SECOND), at < T0 + 10 * SECOND ? 4_200_000L : 7));
        assertThat(wraps.last(device(LEAF)).report().resets()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aDeviceThatFellSilentWhileItsCollectorSpeaksIsDownAndItsNeighboursAreNamed(int partitions) {
        TelemetryScene scene = new TelemetryScene(partitions, 0);
        scene.link("leaf-0", "e0", "host-0");
        scene.link("host-0", "eth0", "leaf-0");
        scene.link("leaf-0", "e1", "host-1");
        scene.link("leaf-0", "e2", "spine-0");
        run(scene, 900, at -> {
            for (String name : List.of("leaf-0", "host-0", "host-1", "spine-0")) {
                boolean dead = !name.equals("spine-0") && at >= T0 + (name.equals("leaf-0") ? 105 : 100) * SECOND;
                if (!dead) {
                    scene.counters("collector", name, "e0", at, new Refresh(at, SECOND), 1);
                    scene.counters("collector", name, "e1", at, new Refresh(at, SECOND), 1);
                }
            }
        });
        assertThat(scene.findings).hasSize(1);
        TelemetryFinding down = scene.findings.getFirst();
        assertThat(down.id()).isEqualTo("f/device-down/leaf-0");
        assertThat(down.evidence())
                .contains(
                        "silent together with it: host-0, host-1",
                        "neighbours that are heard: spine-0",
                        "its agent collector still speaks");
    }

    /**
     * Host-0 falls silent after 100 s; its leaf and a second one go on.
     *
     * @param downAfter when the links of the two leaves to it go down, s after its last word; negative: never
     */
    private static TelemetryScene silentHost(int partitions, int restartEveryTicks, int downAfter, int otherDownAfter) {
        TelemetryScene scene = new TelemetryScene(partitions, restartEveryTicks);
        // One leaf names its peer; of the other link only the host has told.
        scene.link("leaf-0", "e0", "host-0", "eth0");
        scene.link("host-0", "eth1", "leaf-1", "e0");
        scene.link("leaf-0", "e9", "spine-0");
        run(scene, 900, at -> {
            long second = (at - T0) / SECOND;
            Refresh refresh = new Refresh(at / SECOND * SECOND, SECOND);
            if (second < 100) {
                scene.counters("nic-host-0", "host-0", "eth0", at, refresh, 1);
                scene.counters("nic-host-0", "host-0", "eth1", at, refresh, 1);
            }
            scene.downed(
                    "switch-leaf-0", "leaf-0", "e0", at, refresh, downAfter > 0 && second >= 100 + downAfter ? 8 : 7);
            scene.downed("switch-leaf-0", "leaf-0", "e9", at, refresh, second >= 101 ? 1 : 0);
            scene.downed(
                    "switch-leaf-1",
                    "leaf-1",
                    "e0",
                    at,
                    refresh,
                    otherDownAfter > 0 && second >= 100 + otherDownAfter ? 1 : 0);
        });
        return scene;
    }

    @Test
    void aDeviceWhoseNeighboursCountedItsLinksDownIsDown() {
        TelemetryScene scene = silentHost(4, 0, 2, 3);
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
        assertThat(scene.findings.getFirst().evidence())
                .contains("its links went down, not long before that or later: counted by leaf-0/e0, leaf-1/e0");
    }

    @Test
    void aDeviceWhoseLinksStayedUpHasASilentAgent() {
        TelemetryScene scene = silentHost(4, 0, -1, -1);
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/agent-silent/host-0");
        assertThat(scene.findings.getFirst().evidence())
                .contains("its links stayed up, so host-0 itself is probably fine: no link that went down was"
                        + " counted by leaf-0/e0, leaf-1/e0");
    }

    /** A host that shuts down after its agent, or that was heard last long before it died. */
    @Test
    void aLinkThatGoesDownLaterIsDown() {
        for (int later : new int[] {61, 90, 599}) {
            TelemetryScene scene = silentHost(4, 0, later, later);
            assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
            assertThat(scene.findings.getFirst().evidence())
                    .contains("its links went down, not long before that or later: counted by leaf-0/e0, leaf-1/e0");
        }
    }

    @Test
    void anAgentThatSaidGoodbyeBeforeItsHostWentDownIsNotSilentAlone() {
        TelemetryScene scene = new TelemetryScene(2, 0);
        scene.link("leaf-0", "e0", "host-0", "eth0");
        run(scene, 900, at -> {
            long second = (at - T0) / SECOND;
            Refresh refresh = new Refresh(at, SECOND);
            if (second < 100) {
                scene.counters("nic", "host-0", "eth0", at, refresh, 1);
            } else if (second == 100) {
                scene.mark("nic", RecordKind.GOODBYE, at);
            }
            scene.downed("switch", "leaf-0", "e0", at, refresh, second >= 190 ? 8 : 7);
        });
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
    }

    @Test
    void aHostThatWasHeardLongBeforeItDiedIsDown() {
        TelemetryScene scene = new TelemetryScene(2, 0);
        scene.link("leaf-0", "e0", "host-0", "eth0");
        long interval = 120 * SECOND;
        run(scene, 1200, at -> {
            long second = (at - T0) / SECOND;
            if (second < 210 && second % 120 == 0) {
                scene.counters("nic", "host-0", "eth0", at, new Refresh(at, interval), second);
            }
            scene.downed("switch", "leaf-0", "e0", at, new Refresh(at, SECOND), second >= 210 ? 8 : 7);
        });
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
    }

    /** The leaf reads the other counters of its ports on, and those of the port to host-0 until a second. */
    private static TelemetryScene readUntil(int partitions, int restartEveryTicks, int lastSecond) {
        TelemetryScene scene = new TelemetryScene(partitions, restartEveryTicks);
        scene.link("leaf-0", "e0", "host-0", "eth0");
        run(scene, 900, at -> {
            long second = (at - T0) / SECOND;
            Refresh refresh = new Refresh(at, SECOND);
            if (second < 100) {
                scene.counters("nic", "host-0", "eth0", at, refresh, 1);
            }
            scene.counters("switch", "leaf-0", "e9", at, refresh, 1);
            if (second <= lastSecond) {
                scene.downed("switch", "leaf-0", "e0", at, refresh, 7);
            }
        });
        return scene;
    }

    @Test
    void aPortThatIsNotReadAnyMoreCannotTell() {
        for (int last : new int[] {90, 105}) {
            TelemetryScene scene = readUntil(2, 0, last);
            assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
            assertThat(scene.findings.getFirst().evidence()).contains("no neighbour can tell whether its links are up");
        }
        assertThat(readUntil(2, 0, 900).findings)
                .extracting(TelemetryFinding::id)
                .containsExactly("f/agent-silent/host-0");
        assertThat(readUntil(1, 0, 105).findings).isEqualTo(readUntil(3, 37, 105).findings);
        assertThat(readUntil(1, 0, 105).rows).isEqualTo(readUntil(3, 37, 105).rows);
    }

    @Test
    void halfOfTheLinksDownIsADeviceThatIsDown() {
        TelemetryScene scene = silentHost(4, 0, 2, -1);
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
        assertThat(scene.findings.getFirst().evidence())
                .contains("its links went down, not long before that or later: counted by leaf-0/e0, not by leaf-1/e0");
    }

    @Test
    void whatNeighboursSayDependsNeitherOnPartitionsNorOnRestarts() {
        TelemetryScene one = silentHost(1, 0, 2, 3);
        TelemetryScene other = silentHost(3, 37, 2, 3);
        assertThat(other.findings).isEqualTo(one.findings);
        assertThat(other.rows).isEqualTo(one.rows);
        assertThat(silentHost(3, 37, -1, -1).findings).isEqualTo(silentHost(1, 0, -1, -1).findings);
    }

    @Test
    void whereTheCollectorSpeaksTheAgentIsNotSilent() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        scene.link("leaf-0", "e0", "host-0", "eth0");
        run(scene, 900, at -> {
            Refresh refresh = new Refresh(at / SECOND * SECOND, SECOND);
            if (at < T0 + 100 * SECOND) {
                scene.counters("collector", "host-0", "eth0", at, refresh, 1);
            }
            scene.downed("collector", "leaf-0", "e0", at, refresh, 0);
        });
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/device-down/host-0");
        assertThat(scene.findings.getFirst().evidence())
                .contains("its agent collector still speaks")
                .anyMatch(text -> text.startsWith("its links stayed up"));
    }

    @Test
    void aCollectorThatFellSilentIsOneFindingForAllItsDevices() {
        TelemetryScene scene = new TelemetryScene(4, 0);
        run(scene, 900, at -> {
            if (at < T0 + 100 * SECOND) {
                scene.counters("collector", "leaf-0", "e0", at, new Refresh(at, SECOND), 1);
                scene.counters("collector", "leaf-1", "e0", at, new Refresh(at, SECOND), 1);
            }
        });
        assertThat(scene.findings).extracting(TelemetryFinding::id).containsExactly("f/telemetry-unknown/collector");
        assertThat(scene.findings.getFirst().evidence())
                .contains("silent with it, of the devices that it tells of: leaf-0, leaf-1");
        assertThat(scene.states(device("leaf-1"))).containsExactly(State.OK, State.UNKNOWN);
    }

    @Test
    void aRunThatEndsInSilenceSaysNothingOfTheTimeAfterIt() {
        TelemetryScene scene = new TelemetryScene(1, 0);
        run(scene, 200, at -> {
            if (at < T0 + 150 * SECOND) {
                leafReads(scene, at);
            }
        });
        assertThat(scene.states(agent(AGENT))).containsExactly(State.OK, State.UNKNOWN);
        assertThat(scene.findings).isEmpty();
    }

    @Test
    void whoWasSilentForDaysIsForgotten() {
        QualitySettings soon =
                new QualitySettings(SECOND, 10 * SECOND, 30 * SECOND, 3, 60 * SECOND, 10 * SECOND, 100 * SECOND);
        TelemetryScene scene = new TelemetryScene(4, 100, soon);
        run(scene, 300, at -> {
            if (at < T0 + 20 * SECOND) {
                leafReads(scene, at);
            }
            scene.counters("other", "leaf-9", "e0", at, new Refresh(at, SECOND), 1);
        });
        assertThat(scene.forgotten).containsExactlyInAnyOrder(agent(AGENT), device(LEAF));
        assertThat(scene.findings).hasSize(2);
        assertThat(scene.findings.getLast().clearedNanos()).isEqualTo(T0 + 120 * SECOND);
    }

    /** Agents that speak, fall silent, are off, say goodbye, restart and repeat themselves at random times. */
    private static TelemetryScene random(long seed, int partitions, int restartEveryTicks) {
        TelemetryScene scene = new TelemetryScene(partitions, restartEveryTicks);
        SplittableRandom random = new SplittableRandom(seed);
        String[] names = {"leaf-0", "leaf-1", "spine-0", "host-0", "host-1"};
        long[] quietUntil = new long[names.length];
        long[] stuckUntil = new long[names.length];
        long[] offUntil = new long[names.length];
        long[] twiceUntil = new long[names.length];
        long[] resetAt = new long[names.length];
        boolean[] gone = new boolean[names.length];
        scene.link("leaf-0", "e0", "host-0");
        scene.link("leaf-1", "e0", "host-1");
        scene.link("leaf-0", "e1", "spine-0");
        scene.link("leaf-1", "e1", "spine-0");
        long end = T0 + 1_500 * SECOND;
        for (long at = T0; at < end; at += SECOND / 5) {
            for (int i = 0; i < names.length; i++) {
                String name = names[i];
                String agent = i >= 3 ? "collector" : "agent-" + name;
                long length = (1 + random.nextLong(i == 0 ? 900 : 90)) * SECOND;
                switch (random.nextInt(1000)) {
                    case 0 -> quietUntil[i] = at + length;
                    case 1 -> stuckUntil[i] = at + length;
                    case 2 -> offUntil[i] = at + length;
                    case 3 -> twiceUntil[i] = at + length;
                    case 4 -> resetAt[i] = at;
                    case 5 -> {
                        if (i < 3 && at >= quietUntil[i]) {
                            scene.mark(agent, RecordKind.GOODBYE, at);
                            gone[i] = true;
                            quietUntil[i] = at + length;
                        }
                    }
                    default -> {}
                }
                if (at < quietUntil[i]) {
                    continue;
                }
                if (gone[i]) {
                    gone[i] = false;
                    scene.newEpoch(agent);
                }
                long offset = at < offUntil[i] ? 25 * SECOND : 0;
                scene.clockOffset(agent, offset);
                long refreshed = Math.min(at, Math.max(stuckUntil[i] - 95 * SECOND, 0));
                refreshed = at < stuckUntil[i] ? refreshed : at;
                for (String port : List.of("e0", "e1", "e2", "e3")) {
                    scene.counters(
                            agent,
                            name,
                            port,
                            at + offset,
                            new Refresh(refreshed + offset, i == 1 ? null : (Long) (SECOND / 5)),
                            (at - resetAt[i]) / SECOND,
                            at < twiceUntil[i] ? 2 : 1);
                }
            }
            scene.tick(at + SECOND / 5);
        }
        scene.end(end);
        return scene;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theResultDependsNeitherOnPartitionsNorOnRestarts(long seed) {
        TelemetryScene one = random(seed, 1, 0);
        assertThat(one.rows).extracting(TelemetryRow::state).contains(State.UNKNOWN, State.SKEWED);
        for (TelemetryScene other : List.of(random(seed, 4, 0), random(seed, 1, 7), random(seed, 3, 13))) {
            assertThat(other.rows).as("seed " + seed).isEqualTo(one.rows);
            assertThat(other.findings).as("seed " + seed).isEqualTo(one.findings);
        }
    }
}
