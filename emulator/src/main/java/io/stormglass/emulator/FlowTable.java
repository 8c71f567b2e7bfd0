package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** Flows by number: open addressing with linear probing, at most half full; nothing is allocated but when it grows. */
final class FlowTable {
    private @Nullable Flow[] slots = new Flow[64];
    private int size;

    @Nullable
    Flow find(int id) {
        int mask = slots.length - 1;
        for (int at = place(id, mask); ; at = (at + 1) & mask) {
            Flow flow = slots[at];
            if (flow == null || flow.id == id) {
                return flow;
            }
        }
    }

    /** Adds a flow whose number is not there. */
    void add(Flow flow) {
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        put(flow);
        size++;
    }

    private void grow() {
        @Nullable Flow[] old = slots;
        slots = new Flow[2 * old.length];
        for (Flow flow : old) {
            if (flow != null) {
                put(flow);
            }
        }
    }

    private void put(Flow flow) {
        int mask = slots.length - 1;
        int at = place(flow.id, mask);
        while (slots[at] != null) {
            at = (at + 1) & mask;
        }
        slots[at] = flow;
    }

    /** Takes a flow out that is there. What a gap would cut off moves up. */
    void remove(int id) {
        int mask = slots.length - 1;
        int gap = place(id, mask);
        for (Flow flow = slots[gap]; flow != null && flow.id != id; flow = slots[gap]) {
            gap = (gap + 1) & mask;
        }
        int at = gap;
        while (true) {
            at = (at + 1) & mask;
            Flow flow = slots[at];
            if (flow == null) {
                break;
            }
            int distance = (at - place(flow.id, mask)) & mask;
            if (distance >= ((at - gap) & mask)) {
                slots[gap] = flow;
                gap = at;
            }
        }
        slots[gap] = null;
        size--;
    }

    /** Adds what all flows counted. */
    void addCounts(FlowCounts to) {
        for (Flow flow : slots) {
            if (flow != null) {
                to.add(flow.counts);
            }
        }
    }

    private static int place(int id, int mask) {
        return ((id * 0x9e3779b9) >>> 7) & mask;
    }
}
