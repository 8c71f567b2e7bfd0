package io.stormglass.emulator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flows by number while they are open, and those that are over, by transport, to be used again. It grows to the most that were ever open at once. */
final class FlowPool {
    private final Engine engine;
    private final long salt;
    private final FlowTable open = new FlowTable();
    private final List<Free> free = new ArrayList<>();
    private final FlowCounts finishedCounts = new FlowCounts();
    private int numbers;
    private int made;
    private boolean keeps;

    /** Flows of one transport that are over. */
    private static final class Free {
        final Transport transport;

        @Nullable
        Flow head;

        Free(Transport transport) {
            this.transport = transport;
        }
    }

    /**
     * A pool with nothing in it.
     *
     * @param salt of the laws that draw
     */
    FlowPool(Engine engine, long salt) {
        this.engine = engine;
        this.salt = salt;
    }

    /** From now on flows that are over stay where their number finds them. */
    void keep() {
        keeps = true;
    }

    Flow open(Connection connection, Host source, Host destination) {
        Free list = freeOf(connection.transport());
        Flow flow = list.head;
        if (flow == null) {
            flow = new Flow(engine, this, connection.transport(), source, destination);
            made++;
        } else {
            list.head = flow.ringNext;
            flow.ringNext = null;
        }
        flow.open(numbers, connection.priority(), source, destination);
        flow.control.restart(salt + numbers++);
        open.add(flow);
        return flow;
    }

    private Free freeOf(Transport transport) {
        for (int i = 0; i < free.size(); i++) {
            Free each = free.get(i);
            if (each.transport.equals(transport)) {
                return each;
            }
        }
        Free fresh = new Free(transport);
        free.add(fresh);
        return fresh;
    }

    /** A flow is over and nothing refers to it. */
    void over(Flow flow) {
        if (keeps) {
            return;
        }
        finishedCounts.add(flow.counts);
        open.remove(flow.id);
        Free list = freeOf(flow.transport);
        flow.ringNext = list.head;
        list.head = flow;
    }

    /**
     * A flow by its number.
     *
     * @throws IllegalArgumentException if it is over and was not kept, or never was
     */
    Flow get(int id) {
        Flow flow = open.find(id);
        if (flow == null) {
            throw new IllegalArgumentException("flow " + id
                    + (id >= 0 && id < numbers ? " is over; keepFinishedFlows() keeps such flows" : " does not exist"));
        }
        return flow;
    }

    /** Flows opened so far; their numbers are below. */
    int numbers() {
        return numbers;
    }

    /** Flow objects that exist. */
    int made() {
        return made;
    }

    /** What became of the packets of all flows, those that are over among them. */
    FlowCounts totals() {
        FlowCounts sum = new FlowCounts();
        sum.add(finishedCounts);
        open.addCounts(sum);
        return sum;
    }
}
