package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.telemetry.TelemetrySettings.CounterGroup;

/** The agent on a switch: reads each counter group at its interval, a little late each time. */
final class SwitchAgent {
    final Agent agent;
    final CounterGroups groups;
    private final DeviceCounters counters;
    private final Desk desk;

    SwitchAgent(Agent agent, DeviceCounters counters, Desk desk) {
        this.agent = agent;
        this.counters = counters;
        this.desk = desk;
        groups = new CounterGroups(
                counters, desk.settings().switches(), desk.map().lossless());
    }

    /** Begins; the phases of refreshes and reads differ from switch to switch. */
    void start() {
        for (CounterGroup group : CounterGroup.values()) {
            TelemetrySettings.Group times = desk.settings().switches().group(group);
            if (times.exists()) {
                long refresh = agent.random.nextLong(times.refreshNanos()) * Picos.PER_NANO;
                desk.chores().at(refresh, () -> refresh(group, refresh));
                long read = refresh + agent.random.nextLong(times.readNanos()) * Picos.PER_NANO;
                desk.chores().at(late(read), () -> read(group, read));
            }
        }
    }

    private void refresh(CounterGroup group, long picos) {
        groups.refresh(group, agent.clock(desk.nanos(picos)));
        long next = picos + groups.refreshPicos(group);
        desk.chores().at(next, () -> refresh(group, next));
    }

    private void read(CounterGroup group, long duePicos) {
        long atNanos = desk.nowNanos();
        for (int each = 0; each < counters.ports; each++) {
            int port = each;
            groups.read(group, port, agent.clock(atNanos), event -> desk.port(agent, counters.node, port, event));
        }
        long next = duePicos + desk.settings().switches().group(group).readNanos() * Picos.PER_NANO;
        desk.chores().at(late(next), () -> read(group, next));
    }

    private long late(long picos) {
        long jitter = desk.settings().switches().jitterNanos();
        return jitter == 0 ? picos : picos + agent.random.nextLong(jitter) * Picos.PER_NANO;
    }
}
