package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.WirePacket;
import io.stormglass.emulator.WireTap;
import io.stormglass.models.event.PortEvent;
import java.util.ArrayList;
import java.util.List;

/** Taps on cables: each pause frame, and what passed of every other packet per direction and priority at the end of each slice. */
final class CableTaps {
    private static final int PRIORITIES = 8;

    private final Desk desk;
    private final List<Tapped> taps = new ArrayList<>();

    /** One tap, named after the port that it is at. */
    private final class Tapped implements WireTap {
        private final Agent agent;
        private final int node;
        private final int port;
        private final long[] packets = new long[2 * PRIORITIES];
        private final long[] bytes = new long[2 * PRIORITIES];
        private final long[] marked = new long[2 * PRIORITIES];

        Tapped(Agent agent, int node, int port) {
            this.agent = agent;
            this.node = node;
            this.port = port;
        }

        @Override
        public void crossed(Direction way, WirePacket packet, long nowPicos) {
            if (packet.kind() == PacketKind.PFC) {
                long atNanos = desk.nanos(nowPicos);
                say(
                        new PortEvent.PfcFrame(
                                agent.clock(atNanos), direction(way), packet.priority(), packet.number()),
                        atNanos);
                return;
            }
            int at = at(way, packet.priority());
            packets[at]++;
            bytes[at] += packet.wireBytes();
            marked[at] += packet.marked() ? 1 : 0;
        }

        void leave(long lastNanos) {
            for (Direction way : Direction.values()) {
                for (int priority = 0; priority < PRIORITIES; priority++) {
                    int at = at(way, priority);
                    if (packets[at] > 0) {
                        say(
                                new PortEvent.Traffic(
                                        agent.clock(lastNanos),
                                        direction(way),
                                        priority,
                                        packets[at],
                                        bytes[at],
                                        marked[at]),
                                lastNanos);
                    }
                    packets[at] = 0;
                    bytes[at] = 0;
                    marked[at] = 0;
                }
            }
        }

        private void say(PortEvent event, long atNanos) {
            desk.port(agent, node, port, event, atNanos);
        }
    }

    CableTaps(Desk desk) {
        this.desk = desk;
    }

    private static io.stormglass.models.event.Direction direction(WireTap.Direction way) {
        return switch (way) {
            case OUT -> io.stormglass.models.event.Direction.TX;
            case IN -> io.stormglass.models.event.Direction.RX;
        };
    }

    private static int at(WireTap.Direction way, int priority) {
        return switch (way) {
            case OUT -> priority;
            case IN -> PRIORITIES + priority;
        };
    }

    void add(Emulation emulation, Agent agent, TelemetrySettings.Tap place) {
        Tapped tap = new Tapped(agent, place.node(), place.port());
        taps.add(tap);
        emulation.tap(place.node(), place.port(), tap);
    }

    /** The slice ends. */
    void leave(long lastNanos) {
        taps.forEach(tap -> tap.leave(lastNanos));
    }
}
