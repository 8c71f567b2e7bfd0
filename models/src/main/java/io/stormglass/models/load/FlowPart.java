package io.stormglass.models.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one flow in a window, or in a part of one: parts of one window add up.
 *
 * @param windowNanos start of the window, which is {@link FlowLoad#WINDOW_NANOS} long
 * @param packets that it sent
 * @param bytes on the wire
 * @param marked packets with CE
 * @param cnps that its sender got
 * @param rttNanos least round trip that its sender's side measured since the flow was first seen: a queue that stands is in every later one; null where none was
 * @param rttSamples how many
 * @param sampledOneIn 1 where every packet was seen
 * @param deaf it does not react to CNPs or gets none, by its class
 * @param cnpsOfSlots CNPs of each 10 ms of the window; empty where there were none
 * @param spells that have a part in the window, those that went on at its end as far as they had come
 */
public record FlowPart(
        long windowNanos,
        long packets,
        long bytes,
        long marked,
        long cnps,
        @Nullable Long rttNanos,
        long rttSamples,
        int sampledOneIn,
        boolean deaf,
        List<Integer> cnpsOfSlots,
        List<Spell> spells) {
    /** Slots of a window. */
    public static final int SLOTS = 100;

    public FlowPart {
        cnpsOfSlots = List.copyOf(cnpsOfSlots);
        spells = List.copyOf(spells);
        if (cnpsOfSlots.size() > SLOTS) {
            throw new IllegalArgumentException(cnpsOfSlots.size() + " slots of 10 ms in a window, not at most 100");
        }
    }

    /** With other spells. */
    FlowPart with(List<Spell> others) {
        return new FlowPart(
                windowNanos,
                packets,
                bytes,
                marked,
                cnps,
                rttNanos,
                rttSamples,
                sampledOneIn,
                deaf,
                cnpsOfSlots,
                others);
    }

    /** Nothing was seen. */
    public boolean isEmpty() {
        return packets == 0 && marked == 0 && cnps == 0 && rttSamples == 0 && spells.isEmpty();
    }
}
