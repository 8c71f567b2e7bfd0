package io.stormglass.models.load;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.flow.Sampling;
import io.stormglass.models.shadow.ShadowSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one flow sends, window by window. Events come in the order of time, from all of its observers: packets, CNPs and round trips count as the one nearest to the sender
 * tells them, marks as the one nearest to the receiver does. Spells come only from who sees every packet at the sender. An event behind a window that is over counts in the next one.
 *
 * <p>Not thread-safe; no clock is read.
 */
public final class FlowLoad {
    /** Length of a window; windows begin at whole seconds. */
    public static final long WINDOW_NANOS = 1_000_000_000L;

    /** Start of a window where none goes on. */
    public static final long NO_WINDOW = -1;

    private static final long SLOT_NANOS = WINDOW_NANOS / FlowPart.SLOTS;
    /** Spells that are kept here before they are handed on. */
    private static final int MOST_SPELLS = 16;

    private final LoadSettings settings;
    private final String flow;
    private long lineBitsPerSecond;
    private FlowSpells spells;
    private long closedNanos;
    private boolean carried;
    private long handed;
    private int dataRank;
    private int ceRank;
    private int cnpRank;
    private long windowNanos = NO_WINDOW;
    private long packets;
    private long bytes;
    private long marked;
    private long cnps;
    private @Nullable Long rttNanos;
    private long rttSamples;
    private int oneIn = 1;
    private int[] slots = new int[0];
    private List<Spell> over = new ArrayList<>();
    private List<FlowPart> done = new ArrayList<>();

    /**
     * A flow of which nothing is known.
     *
     * @param lineBitsPerSecond of the sender's port, above 0
     */
    public FlowLoad(LoadSettings settings, String flow, long lineBitsPerSecond) {
        this.settings = settings;
        this.flow = flow;
        this.lineBitsPerSecond = lineBitsPerSecond;
        spells = new FlowSpells(settings, flow, lineBitsPerSecond, FlowSpells.Memory.NONE);
    }

    /** Continues. */
    public FlowLoad(LoadSettings settings, String flow, long lineBitsPerSecond, FlowLoadState state) {
        this.settings = settings;
        this.flow = flow;
        this.lineBitsPerSecond = lineBitsPerSecond;
        spells = new FlowSpells(settings, flow, lineBitsPerSecond, state.memory());
        closedNanos = state.closedNanos();
        carried = state.carried();
        handed = state.handed();
        dataRank = state.dataRank();
        ceRank = state.ceRank();
        cnpRank = state.cnpRank();
        FlowPart window = state.window();
        windowNanos = window.windowNanos();
        packets = window.packets();
        bytes = window.bytes();
        marked = window.marked();
        cnps = window.cnps();
        rttNanos = window.rttNanos();
        rttSamples = window.rttSamples();
        oneIn = window.sampledOneIn();
        slots = window.cnpsOfSlots().stream().mapToInt(Integer::intValue).toArray();
        over.addAll(window.spells());
    }

    /** State to store. What was not drained is not part of it. */
    public FlowLoadState state() {
        return new FlowLoadState(closedNanos, carried, handed, dataRank, ceRank, cnpRank, spells.memory(), part(false));
    }

    /** Sets the rate of the sender's port for what follows. */
    public void line(long bitsPerSecond) {
        if (bitsPerSecond != lineBitsPerSecond) {
            lineBitsPerSecond = bitsPerSecond;
            spells = new FlowSpells(settings, flow, bitsPerSecond, spells.memory());
        }
    }

    /** Start of the window that goes on; {@link #NO_WINDOW} where none does. */
    public long windowNanos() {
        return windowNanos;
    }

    /** True where a window that goes on is over by a time. */
    public boolean isOver(long nanos) {
        return windowNanos != NO_WINDOW && nanos >= windowNanos + WINDOW_NANOS;
    }

    /** Marks or CNPs were seen in the window that goes on. */
    public boolean congested() {
        return marked > 0 || cnps > 0;
    }

    /**
     * Ends the window that goes on.
     *
     * @param deaf the flow does not react to CNPs or gets none, by its class
     */
    public void close(boolean deaf) {
        if (windowNanos == NO_WINDOW) {
            return;
        }
        FlowSpells.Open going = spells.memory().open();
        if (going != null) {
            add(going.spell(flow));
        }
        hand(deaf);
        carried = going != null;
        closedNanos = Math.max(closedNanos, windowNanos + WINDOW_NANOS);
        windowNanos = NO_WINDOW;
    }

    /** Takes the flow's next event; the window before it must have been closed. */
    public void accept(ShadowSource source, FlowEvent event) {
        long at = Math.max(event.timeNanos(), closedNanos);
        if (isOver(at)) {
            throw new IllegalStateException("the window from " + windowNanos + " ns is over by " + at + " ns");
        }
        if (windowNanos == NO_WINDOW) {
            windowNanos = Math.floorDiv(at, WINDOW_NANOS) * WINDOW_NANOS;
        }
        FlowEvent scaled = Sampling.scaled(event, Math.max(1, source.samplingRate()));
        switch (event.kind()) {
            case SENT -> sent(source, event, scaled);
            case CE_MARKED -> {
                sent(source, event, scaled);
                marked(source, scaled);
            }
            case CNP_SEEN, CNP_HANDLED -> cnp(source, event, scaled);
            case RTT_SAMPLE -> {
                if (source.vantage() == Vantage.SENDER && event.rttNanos() > 0) {
                    rttNanos = rttNanos == null ? event.rttNanos() : (Long) Math.min(rttNanos, event.rttNanos());
                    rttSamples++;
                }
            }
            case UNKNOWN, DELIVERED, CNP_SENT, CNP_IGNORED, RETRANSMITTED, REORDERED, NAK, RNR, TIMEOUT, PAUSED -> {}
        }
        if (over.size() >= MOST_SPELLS) {
            hand(false);
        }
    }

    private void sent(ShadowSource source, FlowEvent event, FlowEvent scaled) {
        dataRank = Math.max(dataRank, source.rank());
        if (source.rank() != dataRank) {
            return;
        }
        packets += scaled.packets();
        bytes += scaled.bytes();
        oneIn = Math.max(oneIn, source.samplingRate());
        spell(source, event);
    }

    private void marked(ShadowSource source, FlowEvent scaled) {
        ceRank = ceRank == 0 ? source.rank() : Math.min(ceRank, source.rank());
        marked += source.rank() == ceRank ? scaled.packets() : 0;
    }

    private void cnp(ShadowSource source, FlowEvent event, FlowEvent scaled) {
        cnpRank = Math.max(cnpRank, source.rank());
        if (source.rank() != cnpRank) {
            return;
        }
        cnps += scaled.packets();
        int slot = (int) (Math.max(0, event.timeNanos() - windowNanos) / SLOT_NANOS);
        if (slot >= slots.length) {
            int[] longer = new int[slot + 1];
            System.arraycopy(slots, 0, longer, 0, slots.length);
            slots = longer;
        }
        slots[slot] = (int) Math.min(Integer.MAX_VALUE, slots[slot] + scaled.packets());
        spell(source, event);
    }

    private void spell(ShadowSource source, FlowEvent event) {
        boolean everyPacket = source.scope() == Scope.FLOW && source.samplingRate() <= 1;
        if (everyPacket && source.vantage() == Vantage.SENDER) {
            spells.accept(event).ifPresent(spell -> {
                add(spell);
                carried = false;
            });
        }
    }

    /** A spell that was over before the window was told with the one in which it ended. */
    private void add(Spell spell) {
        if (spell.toNanos() < windowNanos) {
            return;
        }
        boolean early = !carried && spell.fromNanos() < windowNanos;
        over.add(early ? new Spell(flow, windowNanos, spell.toNanos(), spell.packets(), spell.bytes()) : spell);
    }

    private void hand(boolean deaf) {
        FlowPart part = part(deaf);
        if (!part.isEmpty()) {
            done.add(part);
            handed++;
        }
        packets = 0;
        bytes = 0;
        marked = 0;
        cnps = 0;
        rttSamples = 0;
        oneIn = 1;
        slots = new int[0];
        over = new ArrayList<>();
    }

    private FlowPart part(boolean deaf) {
        List<Integer> ofSlots = new ArrayList<>(slots.length);
        for (int slot : slots) {
            ofSlots.add(slot);
        }
        return new FlowPart(
                windowNanos, packets, bytes, marked, cnps, rttNanos, rttSamples, oneIn, deaf, ofSlots, over);
    }

    /** How many parts were ever handed on, those that wait to be drained among them. */
    public long handed() {
        return handed;
    }

    /** Parts of windows that are complete, or too large to be kept here, since the last call; in order. */
    public List<FlowPart> drain() {
        List<FlowPart> drained = done;
        done = new ArrayList<>();
        return drained;
    }
}
