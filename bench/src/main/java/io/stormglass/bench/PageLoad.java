package io.stormglass.bench;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.publisher.BatchPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A live fabric of leaves and hosts as its agents tell of it, at a steady rate: flows without trouble, and hosts that begin to pause
 * their leaf one after another.
 *
 * @param leaves switches
 * @param hostsPerLeaf hosts at each
 * @param flows flows that are told of
 * @param flowEventsPerSecond events of all flows
 */
record PageLoad(int leaves, int hostsPerLeaf, int flows, int flowEventsPerSecond) {
    static final String FABRIC = "bench";
    private static final long LINE = 100_000_000_000L;
    private static final long STEP_NANOS = 10_000_000L;
    private static final long REFRESH_NANOS = 200_000_000L;
    private static final int PRIORITY = 3;
    private static final int PACKET_BYTES = 4096;
    private static final int EVENTS_PER_BATCH = 10;
    private static final long PACKETS_PER_REFRESH = 100_000;

    /** Hosts. */
    int hosts() {
        return leaves * hostsPerLeaf;
    }

    /** Events of flows and ports that a second brings. */
    double eventsPerSecond() {
        return flowEventsPerSecond + hosts() * 2 * (1e9 / REFRESH_NANOS);
    }

    /**
     * Publishes in real time.
     *
     * @param seconds how long
     * @param firstStormSeconds when the first host begins to pause
     * @param everySeconds how long after each the next one does
     * @param lastSeconds how long each of them pauses
     * @return event time of the beginning, ns
     */
    long publish(
            BatchPublisher publisher, int seconds, double firstStormSeconds, double everySeconds, double lastSeconds)
            throws InterruptedException {
        List<FlowKey> keys = new ArrayList<>();
        for (int i = 0; i < flows; i++) {
            keys.add(FlowKey.roce(FABRIC, Transport.ROCEV2, address(i % hosts()), address((i * 7 + 1) % hosts()), i));
        }
        long begin = wallNanos();
        long batchesPerStep = Math.round(flowEventsPerSecond * (STEP_NANOS / 1e9) / EVENTS_PER_BATCH);
        long batch = 0;
        long[] pausedNanos = new long[hosts()];
        long[] sentPackets = new long[hosts()];
        for (long step = 0; step * STEP_NANOS < seconds * 1_000_000_000L; step++) {
            long now = begin + step * STEP_NANOS;
            sleepUntil(now);
            for (int i = 0; i < batchesPerStep; i++) {
                publisher.write(publisher.numbered(flow(keys.get((int) (batch++ % flows)), now)));
            }
            // Ports take turns, so that each step reads as many.
            for (int host = 0; host < hosts(); host++) {
                if (step % (REFRESH_NANOS / STEP_NANOS) == host % (REFRESH_NANOS / STEP_NANOS)) {
                    double sinceStorm = (now - begin) / 1e9 - firstStormSeconds - host * everySeconds;
                    boolean isPaused = sinceStorm >= 0 && sinceStorm < lastSeconds;
                    pausedNanos[host] += isPaused ? REFRESH_NANOS : 0;
                    sentPackets[host] += isPaused ? 0 : PACKETS_PER_REFRESH;
                    publisher.write(publisher.numbered(
                            port(host, now, pausedNanos[host], sentPackets[host], step < REFRESH_NANOS / STEP_NANOS)));
                }
            }
        }
        return begin;
    }

    private FlowBatch flow(FlowKey key, long now) {
        List<FlowEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS_PER_BATCH; i++) {
            long at = now - STEP_NANOS + i * (STEP_NANOS / EVENTS_PER_BATCH);
            events.add(new FlowEvent(FlowEventKind.SENT, at, 1, PACKET_BYTES, 0, 0));
        }
        return new FlowBatch(
                header("host-agent-" + key.dstQp() % hosts(), ObserverRole.NIC, Scope.FLOW),
                key,
                -1,
                PRIORITY,
                26,
                LINE,
                Vantage.SENDER,
                Pairing.PSN,
                "",
                List.of(),
                events);
    }

    private PortBatch port(int host, long now, long pausedNanos, long sentPackets, boolean withLink) {
        PortKey port = new PortKey(FABRIC, "leaf-" + host / hostsPerLeaf, "Ethernet" + 4 * (host % hostsPerLeaf));
        LinkFacts facts = new LinkFacts(
                EntityRole.LEAF,
                hostName(host),
                "eth0",
                EntityRole.HOST,
                LINE,
                false,
                "",
                "",
                List.of(address(host)),
                "",
                "",
                9216,
                1 << PRIORITY,
                "file");
        Refresh refresh = new Refresh(now, REFRESH_NANOS);
        List<PortEvent> events = List.of(
                new PortEvent.QueueSample(
                        now,
                        refresh,
                        PRIORITY,
                        PRIORITY,
                        100_000L,
                        100_000L,
                        sentPackets,
                        sentPackets * PACKET_BYTES,
                        0L,
                        0L,
                        0L),
                new PortEvent.PauseCounters(
                        now, refresh, Direction.RX, PRIORITY, pausedNanos / 300_000, pausedNanos, 0L, pausedNanos > 0));
        return new PortBatch(
                header("agent-" + port.device(), ObserverRole.SWITCH, Scope.SWITCH),
                port,
                LINE,
                withLink ? facts : null,
                List.of(),
                events);
    }

    /** Name of a host, as alerts have it. */
    static String hostName(int host) {
        return "host-" + host;
    }

    private static BatchHeader header(String agent, ObserverRole role, Scope scope) {
        return new BatchHeader(RecordKind.EVENTS, FABRIC, "live", agent, 0, 0, role, scope, 1, false, 0, 0L, 1);
    }

    private static String address(int host) {
        return "10." + (host >> 16 & 255) + "." + (host >> 8 & 255) + "." + (host & 255);
    }

    private static long wallNanos() {
        return System.currentTimeMillis() * 1_000_000L;
    }

    private static void sleepUntil(long wallNanos) throws InterruptedException {
        long wait = wallNanos - wallNanos();
        if (wait > 0) {
            TimeUnit.NANOSECONDS.sleep(wait);
        }
    }
}
