package io.stormglass.embedded.peers;

import io.stormglass.avro.Direction;
import io.stormglass.avro.EntityRole;
import io.stormglass.avro.FlowEvent;
import io.stormglass.avro.FlowEventKind;
import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.LinkFacts;
import io.stormglass.avro.ObserverRole;
import io.stormglass.avro.Pairing;
import io.stormglass.avro.PathHop;
import io.stormglass.avro.PortEvent;
import io.stormglass.avro.PortEventKind;
import io.stormglass.avro.PortEvents;
import io.stormglass.avro.RecordKind;
import io.stormglass.avro.Scope;
import io.stormglass.avro.Transport;
import io.stormglass.avro.Vantage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Records with what other languages may stumble over: longs beyond 2^53, negative numbers, nulls, text outside ASCII. */
final class Samples {
    private static final long NOON_NANOS = 1_767_268_800_123_456_789L;

    private Samples() {}

    static Map<String, FlowEvents> flows() {
        FlowEvents full = flow(RecordKind.EVENTS)
                .setFabric("fäbric-日本")
                .setRunId("live")
                .setAgentId("agent-1")
                .setEpoch(NOON_NANOS)
                .setSequence(Long.MAX_VALUE)
                .setObserverRole(ObserverRole.CAPTURE)
                .setPath(List.of(PathHop.newBuilder()
                        .setDevice("leaf-1")
                        .setPort("Ethernet1/3")
                        .setQueue(3)
                        .build()))
                .setBaseNanos(NOON_NANOS)
                .setClockOffsetNanos(-1_500L)
                .setEventTimePerWallTime(1.5)
                .setTransport(Transport.ROCEV2)
                .setSrcIp("10.0.0.1")
                .setDstIp("2001:db8::2")
                .setDstQp(0xffffff)
                .setPriority(3)
                .setEvents(List.of(
                        FlowEvent.newBuilder()
                                .setKind(FlowEventKind.CE_MARKED)
                                .setOffsetNanos(-1)
                                .setPackets(1)
                                .setBytes(4_096)
                                .build(),
                        FlowEvent.newBuilder()
                                .setKind(FlowEventKind.RTT_SAMPLE)
                                .setOffsetNanos(9_999_999)
                                .setRttNanos(12_345)
                                .build()))
                .build();
        FlowEvents empty = flow(RecordKind.UNKNOWN).setEventTimePerWallTime(0.5).build();
        return new TreeMap<>(Map.of("full", full, "empty", empty));
    }

    static Map<String, PortEvents> ports() {
        PortEvents full = port(RecordKind.EVENTS)
                .setFabric("f")
                .setBaseNanos(NOON_NANOS)
                .setEventTimePerWallTime(0.25)
                .setDevice("leaf-1")
                .setPort("Ethernet1/3")
                .setLinkBitsPerSecond(400_000_000_000L)
                .setLink(LinkFacts.newBuilder()
                        .setRole(EntityRole.UNKNOWN)
                        .setPeerRole(EntityRole.UNKNOWN)
                        .setAttachedAddresses(List.of("10.0.0.1", "2001:db8::1"))
                        .build())
                .setEvents(List.of(
                        PortEvent.newBuilder()
                                .setKind(PortEventKind.PFC_FRAME)
                                .setDirection(Direction.RX)
                                .setPriority(3)
                                .setQuanta(65_535L)
                                .setFrames(1L)
                                .setPausedNow(true)
                                .build(),
                        PortEvent.newBuilder()
                                .setKind(PortEventKind.UNKNOWN)
                                .setDirection(Direction.UNKNOWN)
                                .build()))
                .build();
        PortEvents empty = port(RecordKind.UNKNOWN).setEventTimePerWallTime(0.5).build();
        return new TreeMap<>(Map.of("full", full, "empty", empty));
    }

    /** The fields whose defaults Avro's builders refuse to make, because they are of classes that it was not told of. */
    private static FlowEvents.Builder flow(RecordKind kind) {
        return FlowEvents.newBuilder()
                .setKind(kind)
                .setObserverRole(ObserverRole.UNKNOWN)
                .setScope(Scope.UNKNOWN)
                .setPath(List.of())
                .setTransport(Transport.UNKNOWN)
                .setVantage(Vantage.UNKNOWN)
                .setPairing(Pairing.UNKNOWN)
                .setEvents(List.of());
    }

    private static PortEvents.Builder port(RecordKind kind) {
        return PortEvents.newBuilder()
                .setKind(kind)
                .setObserverRole(ObserverRole.UNKNOWN)
                .setScope(Scope.UNKNOWN)
                .setPath(List.of())
                .setLink(null)
                .setEvents(List.of());
    }
}
