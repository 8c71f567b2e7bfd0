package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** Flows of one priority that may send now, in turn. */
final class FlowRing {
    private @Nullable Flow head;
    private @Nullable Flow tail;

    void add(Flow flow) {
        flow.ready = true;
        flow.ringNext = null;
        if (tail == null) {
            head = flow;
        } else {
            tail.ringNext = flow;
        }
        tail = flow;
    }

    @Nullable
    Flow poll() {
        Flow flow = head;
        if (flow == null) {
            return null;
        }
        head = flow.ringNext;
        if (head == null) {
            tail = null;
        }
        flow.ringNext = null;
        flow.ready = false;
        return flow;
    }

    boolean isEmpty() {
        return head == null;
    }
}
