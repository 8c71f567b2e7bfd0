package io.stormglass.models.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.pause.StormRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A graph that is told what happens, in ms since {@link #T0}, and what it said of it. Ports are {@code device/port}. */
final class StormScript {
    static final long MS = 1_000_000L;
    static final long SECOND = 1000 * MS;
    static final long T0 = 1_700_000_000L * SECOND;
    static final long DETECTION = 200 * MS;

    private final StormSettings settings;
    private final boolean restoring;
    private StormGraph graph;
    private @Nullable List<StormTransition> moment;
    private long order;
    private final Map<PortKey, String> wrong = new LinkedHashMap<>();
    final Map<String, Incident> last = new LinkedHashMap<>();
    final List<Incident> versions = new ArrayList<>();

    StormScript() {
        this(StormSettings.defaults(), false);
    }

    /** With {@code restoring} the graph is stored and restored after each step. */
    StormScript(StormSettings settings, boolean restoring) {
        this.settings = settings;
        this.restoring = restoring;
        graph = fresh(StormGraphState.EMPTY);
    }

    /** host1 and host2 on leaf1, host3 and host4 on leaf2, host5 on leaf3, each leaf on spine1. */
    static StormScript leafSpine() {
        return new StormScript().fabric();
    }

    StormScript fabric() {
        link("leaf1/e1", EntityRole.LEAF, "host1/eth0", EntityRole.HOST);
        link("leaf1/e2", EntityRole.LEAF, "host2/eth0", EntityRole.HOST);
        link("leaf2/e1", EntityRole.LEAF, "host3/eth0", EntityRole.HOST);
        link("leaf2/e2", EntityRole.LEAF, "host4/eth0", EntityRole.HOST);
        link("leaf3/e1", EntityRole.LEAF, "host5/eth0", EntityRole.HOST);
        for (int leaf = 1; leaf <= 3; leaf++) {
            link("leaf" + leaf + "/u1", EntityRole.LEAF, "spine1/s" + leaf, EntityRole.SPINE);
        }
        return this;
    }

    /** Switches a, b, c, ... in a ring; {@code a/b} is the port of a that leads to b. A host hangs at each: {@code a/h}. */
    static StormScript ring(int switches) {
        StormScript script = new StormScript();
        for (int i = 0; i < switches; i++) {
            String own = name(i);
            String after = name((i + 1) % switches);
            script.link(own + "/" + after, EntityRole.SWITCH, after + "/" + own, EntityRole.SWITCH);
            script.link(own + "/h", EntityRole.SWITCH, "host-" + own + "/eth0", EntityRole.HOST);
        }
        return script;
    }

    static String name(int i) {
        return String.valueOf((char) ('a' + i));
    }

    static PortKey port(String name) {
        int slash = name.indexOf('/');
        return new PortKey("f", name.substring(0, slash), name.substring(slash + 1));
    }

    StormScript link(String port, EntityRole role, String peer, EntityRole peerRole) {
        return link(port, role, peer, peerRole, 100_000_000_000L);
    }

    StormScript link(String port, EntityRole role, String peer, EntityRole peerRole, long bitsPerSecond) {
        PortKey other = port(peer);
        LinkFacts facts = LinkFacts.speedOnly(bitsPerSecond, false)
                .change()
                .role(role)
                .peer(other.device(), other.port(), peerRole)
                .done();
        return take(new StormTransition.Link(port(port), order++, Math.max(T0, graph.nowNanos()), facts));
    }

    StormScript take(StormTransition transition) {
        if (moment == null) {
            keep(graph.accept(transition));
        } else {
            moment.add(transition);
        }
        return this;
    }

    /** All that is told inside happens at one moment. */
    StormScript together(Runnable telling) {
        List<StormTransition> told = new ArrayList<>();
        moment = told;
        telling.run();
        moment = null;
        keep(graph.accept(told));
        return this;
    }

    private StormGraph fresh(StormGraphState state) {
        return new StormGraph("run", "f", settings, (port, atNanos) -> wrong.get(port), state);
    }

    /** From now on the settings of a port are known to be wrong. */
    StormScript misconfigured(String port, String words) {
        wrong.put(port(port), words);
        return this;
    }

    StormScript advance(long millis) {
        keep(graph.advanceTo(T0 + millis * MS));
        return this;
    }

    StormScript end() {
        keep(graph.advanceTo(Long.MAX_VALUE));
        return this;
    }

    private void keep(List<Incident> said) {
        said.forEach(incident -> last.put(incident.id(), incident));
        versions.addAll(said);
        if (restoring) {
            graph = fresh(graph.state());
        }
    }

    /** A storm state with its defaults. */
    record Storm(
            PauseChange.Kind kind,
            long millis,
            String port,
            int priority,
            Direction direction,
            StormRule rule,
            long sent) {
        StormTransition.Storm transition(long order) {
            double ratio = rule == StormRule.CHOPPY ? 0.7 : 1;
            return new StormTransition.Storm(
                    StormScript.port(port),
                    order,
                    new PauseChange(
                            kind,
                            T0 + millis * MS,
                            priority,
                            direction,
                            rule,
                            PauseChange.Source.FRAMES,
                            ratio,
                            T0 + millis * MS - DETECTION,
                            DETECTION,
                            sent,
                            100,
                            sent < 0 ? PauseChange.CONFIDENCE_PAUSE_ALONE : PauseChange.CONFIDENCE_WITH_PROGRESS));
        }
    }

    StormScript storm(PauseChange.Kind kind, long millis, String port, StormRule rule, long sent) {
        return take(new Storm(kind, millis, port, 3, Direction.RX, rule, sent).transition(order++));
    }

    StormScript opened(long millis, String port, int priority, Direction direction, long sent) {
        return take(new Storm(PauseChange.Kind.OPENED, millis, port, priority, direction, StormRule.SUSTAINED, sent)
                .transition(order++));
    }

    /** Sustained, priority 3, received, nothing sent. */
    StormScript opened(long millis, String port) {
        return opened(millis, port, 3, Direction.RX, 0);
    }

    StormScript opened(long millis, String port, StormRule rule, long sent) {
        return storm(PauseChange.Kind.OPENED, millis, port, rule, sent);
    }

    StormScript changed(long millis, String port, StormRule rule, long sent) {
        return storm(PauseChange.Kind.CHANGED, millis, port, rule, sent);
    }

    StormScript cleared(long millis, String port, int priority, Direction direction) {
        return take(new Storm(PauseChange.Kind.CLEARED, millis, port, priority, direction, StormRule.SUSTAINED, 0)
                .transition(order++));
    }

    StormScript cleared(long millis, String port) {
        return cleared(millis, port, 3, Direction.RX);
    }

    StormScript sign(long millis, String port, PortSign.Kind kind, boolean present, double value) {
        PortSign sign = new PortSign(kind, T0 + millis * MS, -1, present, value, kind + " of " + value);
        return take(new StormTransition.Sign(port(port), order++, sign));
    }

    static StormTransition.Silence voice(
            String device, StormTransition.Silence.Voice voice, @Nullable Long heardMillis, long atMillis) {
        return new StormTransition.Silence(
                "f", device, voice, heardMillis == null ? null : (Long) (T0 + heardMillis * MS), T0 + atMillis * MS);
    }

    /** The device speaks, and has for a while. */
    StormScript heard(long millis, String device) {
        return take(voice(device, StormTransition.Silence.Voice.HEARD, null, millis));
    }

    /** At 30 s of silence it is known. */
    StormScript silentSince(long heardMillis, String device) {
        return take(voice(device, StormTransition.Silence.Voice.SILENT, heardMillis, heardMillis + 30_000));
    }

    /** The only incident there ever was. */
    Incident only() {
        assertThat(last).hasSize(1);
        return last.values().iterator().next();
    }

    /** The incident whose first entity opened then. */
    Incident incident(String firstEntity, long openedMillis) {
        return Objects.requireNonNull(last.get(StormIds.incident("run", "f", firstEntity, T0 + openedMillis * MS)));
    }

    /** The incident of an origin that did not end in another. */
    Incident at(String originEntity) {
        List<Incident> found = last.values().stream()
                .filter(i -> i.state() != Incident.State.MERGED_INTO)
                .filter(i -> i.originEntity().equals(originEntity))
                .toList();
        assertThat(found).as("incidents at " + originEntity).hasSize(1);
        return found.get(0);
    }

    StormGraph graph() {
        return graph;
    }
}
