package io.stormglass.emulator.measure;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Open flows by number: looked up for every packet, so without an object per look-up. Linear probing; a removal closes the gap. */
final class OpenFlows {
    private @Nullable OpenFlow[] table = new OpenFlow[64];
    private int size;

    private static int place(int flow, int length) {
        return ((flow * 0x9e37_79b1) >>> 7) & (length - 1);
    }

    @Nullable
    OpenFlow get(int flow) {
        int mask = table.length - 1;
        for (int at = place(flow, table.length); ; at = (at + 1) & mask) {
            OpenFlow found = table[at];
            if (found == null || found.flow == flow) {
                return found;
            }
        }
    }

    void add(OpenFlow open) {
        if (2 * (size + 1) > table.length) {
            @Nullable OpenFlow[] old = table;
            table = new OpenFlow[2 * old.length];
            for (OpenFlow each : old) {
                if (each != null) {
                    put(each);
                }
            }
        }
        put(open);
        size++;
    }

    private void put(OpenFlow open) {
        int mask = table.length - 1;
        int at = place(open.flow, table.length);
        while (table[at] != null) {
            at = (at + 1) & mask;
        }
        table[at] = open;
    }

    void remove(OpenFlow open) {
        int mask = table.length - 1;
        int gap = place(open.flow, table.length);
        while (table[gap] != open) {
            gap = (gap + 1) & mask;
        }
        table[gap] = null;
        size--;
        for (int at = (gap + 1) & mask; ; at = (at + 1) & mask) {
            OpenFlow moved = table[at];
            if (moved == null) {
                return;
            }
            table[at] = null;
            put(moved);
        }
    }

    int size() {
        return size;
    }

    void forEach(Consumer<OpenFlow> action) {
        for (OpenFlow each : table) {
            if (each != null) {
                action.accept(each);
            }
        }
    }
}
