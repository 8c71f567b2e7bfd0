package io.stormglass.models.facts;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortSettings.QueueHeadroom;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One thing that link facts tell.
 *
 * @param name in quality flags and stores
 * @param value null where the facts do not tell it
 * @param disputed true where two agents that tell different values disagree
 */
record FactField<V>(String name, Function<LinkFacts, @Nullable V> value, boolean disputed) {
    static final FactField<EntityRole> ROLE = of("role", facts -> known(facts.role()));
    static final FactField<String> PEER = of("peer", facts -> known(facts.peerDevice()));
    static final FactField<String> PEER_PORT = of("peer-port", facts -> known(facts.peerPort()));
    static final FactField<EntityRole> PEER_ROLE = of("peer-role", facts -> known(facts.peerRole()));
    static final FactField<Long> SPEED = of("speed", facts -> facts.speedAssumed() ? null : speed(facts));
    static final FactField<Long> ASSUMED_SPEED =
            undisputed("assumed-speed", facts -> facts.speedAssumed() ? speed(facts) : null);
    static final FactField<String> MAC = of("mac", facts -> known(facts.mac()));
    static final FactField<String> PEER_MAC = of("peer-mac", facts -> known(facts.peerMac()));
    static final FactField<List<String>> ADDRESSES =
            of("addresses", facts -> sorted(facts.attachedAddresses(), Comparator.naturalOrder()));
    static final FactField<String> BREAKOUT_PARENT = of("breakout-parent", facts -> known(facts.breakoutParent()));
    static final FactField<String> LAG = of("lag", facts -> known(facts.lag()));
    static final FactField<Integer> MTU = of("mtu", facts -> facts.mtuBytes() == 0 ? null : (Integer) facts.mtuBytes());
    static final FactField<Integer> PFC = of("pfc", LinkFacts::pfcEnabledPriorities);
    static final FactField<List<QueueEcn>> ECN_THRESHOLDS =
            of("ecn-thresholds", facts -> sorted(facts.ecn(), Comparator.comparingInt(QueueEcn::priority)));
    static final FactField<String> SOURCE = undisputed("source", facts -> known(facts.source()));
    static final FactField<Boolean> SENDS_PAUSE =
            of("sends-pause", facts -> facts.settings().sendsPause());
    static final FactField<Boolean> OBEYS_PAUSE =
            of("obeys-pause", facts -> facts.settings().obeysPause());
    static final FactField<Integer> ECN = of("ecn", facts -> facts.settings().ecnPriorities());
    static final FactField<List<QueueHeadroom>> HEADROOM = of(
            "headroom", facts -> sorted(facts.settings().headroom(), Comparator.comparingInt(QueueHeadroom::priority)));
    static final FactField<String> DSCP_MAP =
            of("dscp-map", facts -> known(facts.settings().dscpClasses()));
    static final FactField<Integer> CNP_CLASS =
            of("cnp-class", facts -> facts.settings().cnpPriority());
    static final FactField<Boolean> WATCHDOG =
            of("watchdog", facts -> facts.settings().watchdog());
    static final FactField<String> NIC_MODEL =
            of("nic-model", facts -> known(facts.settings().nicModel()));
    static final FactField<String> NIC_FIRMWARE =
            of("nic-firmware", facts -> known(facts.settings().nicFirmware()));
    static final FactField<String> CC_MODE =
            of("cc-mode", facts -> known(facts.settings().ccMode()));
    static final FactField<String> CC_SETTINGS =
            of("cc-settings", facts -> known(facts.settings().ccSettings()));
    static final FactField<List<QueueMarking>> MARKING = of(
            "marking", facts -> sorted(facts.settings().markings(), Comparator.comparingInt(QueueMarking::priority)));
    static final FactField<List<QueueBuffer>> BUFFER =
            of("buffer", facts -> sorted(facts.settings().buffers(), Comparator.comparingInt(QueueBuffer::priority)));

    static final List<FactField<?>> ALL = List.of(
            ROLE,
            PEER,
            PEER_PORT,
            PEER_ROLE,
            SPEED,
            ASSUMED_SPEED,
            MAC,
            PEER_MAC,
            ADDRESSES,
            BREAKOUT_PARENT,
            LAG,
            MTU,
            PFC,
            ECN_THRESHOLDS,
            SOURCE,
            SENDS_PAUSE,
            OBEYS_PAUSE,
            ECN,
            HEADROOM,
            DSCP_MAP,
            CNP_CLASS,
            WATCHDOG,
            NIC_MODEL,
            NIC_FIRMWARE,
            CC_MODE,
            CC_SETTINGS,
            MARKING,
            BUFFER);

    private static <V> FactField<V> of(String name, Function<LinkFacts, @Nullable V> value) {
        return new FactField<>(name, value, true);
    }

    private static <V> FactField<V> undisputed(String name, Function<LinkFacts, @Nullable V> value) {
        return new FactField<>(name, value, false);
    }

    @Nullable
    V of(LinkFacts facts) {
        return value.apply(facts);
    }

    private static @Nullable EntityRole known(EntityRole role) {
        return role == EntityRole.UNKNOWN ? null : role;
    }

    private static @Nullable String known(String text) {
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Long speed(LinkFacts facts) {
        return facts.linkBitsPerSecond() == 0 ? null : (Long) facts.linkBitsPerSecond();
    }

    /** In which order a source lists them makes no difference. */
    private static <E> @Nullable List<E> sorted(List<E> list, Comparator<? super E> order) {
        return list.isEmpty() ? null : list.stream().sorted(order).toList();
    }
}
