package io.stormglass.capture.file;

import io.stormglass.models.event.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Merges readers by time: a binary heap with the reader of the current packet on top. */
final class MergedCursor implements PacketCursor {
    private final List<PacketReader> readers;
    private final CaptureLog log;
    private final List<CaptureInterface> interfaces;
    private final List<CaptureFault> faults;
    private final List<CaptureNotice> notices;

    // heap[i] is never later than heap[2i+1] and heap[2i+2]; order[i] is its place among the inputs.
    private final PacketReader[] heap;
    private final int[] order;
    private int live;
    private boolean started;
    private long packetNumber;
    private PacketReader current;

    MergedCursor(List<PacketReader> readers, CaptureLog log) {
        this.readers = readers;
        this.log = log;
        this.interfaces = log.interfaces();
        this.faults = log.faults();
        this.notices = log.notices();
        this.heap = new PacketReader[readers.size()];
        this.order = new int[readers.size()];
        this.current = new NoPackets(log);
    }

    /** What the cursor stands on before the first packet. */
    private static final class NoPackets extends PacketReader {
        NoPackets(CaptureLog log) {
            super("", new NoBytes(), log, ReaderLimits.DEFAULT);
        }

        @Override
        boolean start() {
            return true;
        }

        @Override
        boolean advance() {
            return end();
        }
    }

    private static final class NoBytes extends Window {
        @Override
        boolean fill(long from, int bytes) {
            return false;
        }

        @Override
        long end() {
            return 0;
        }

        @Override
        boolean compressed() {
            return false;
        }

        @Override
        public void close() {}
    }

    @Override
    public boolean next() {
        if (!started) {
            startAll();
        } else if (live > 0) {
            advanceTop();
        }
        if (live == 0) {
            return false;
        }
        current = heap[0];
        packetNumber++;
        return true;
    }

    private void startAll() {
        started = true;
        for (int i = 0; i < readers.size(); i++) {
            PacketReader reader = readers.get(i);
            if (reader.next()) {
                heap[live] = reader;
                order[live++] = i;
            }
        }
        for (int i = live / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    private void advanceTop() {
        if (!heap[0].next()) {
            live--;
            heap[0] = heap[live];
            order[0] = order[live];
        }
        if (live > 1) {
            siftDown(0);
        }
    }

    private void siftDown(int from) {
        PacketReader moved = heap[from];
        int movedOrder = order[from];
        int at = from;
        for (int child = 2 * at + 1; child < live; child = 2 * at + 1) {
            if (child + 1 < live && earlier(heap[child + 1], order[child + 1], heap[child], order[child])) {
                child++;
            }
            if (!earlier(heap[child], order[child], moved, movedOrder)) {
                break;
            }
            heap[at] = heap[child];
            order[at] = order[child];
            at = child;
        }
        heap[at] = moved;
        order[at] = movedOrder;
    }

    private static boolean earlier(PacketReader one, int oneOrder, PacketReader other, int otherOrder) {
        return one.orderNanos != other.orderNanos ? one.orderNanos < other.orderNanos : oneOrder < otherOrder;
    }

    @Override
    public ByteBuffer buffer() {
        return current.window.data;
    }

    @Override
    public int offset() {
        return current.offset;
    }

    @Override
    public int capturedLength() {
        return current.capturedLength;
    }

    @Override
    public int originalLength() {
        return current.originalLength;
    }

    @Override
    public long timeNanos() {
        return current.timeNanos;
    }

    @Override
    public PacketTime timeKind() {
        return current.timeKind;
    }

    @Override
    public LinkType linkType() {
        return current.linkType;
    }

    @Override
    public int interfaceIndex() {
        return current.interfaceIndex;
    }

    @Override
    public Direction direction() {
        return current.direction;
    }

    @Override
    public long packetNumber() {
        return packetNumber;
    }

    @Override
    public List<CaptureInterface> interfaces() {
        return interfaces;
    }

    @Override
    public InterfaceDrops drops(int interfaceIndex) {
        return log.drops(interfaceIndex);
    }

    @Override
    public List<CaptureFault> faults() {
        return faults;
    }

    @Override
    public List<CaptureNotice> notices() {
        return notices;
    }

    @Override
    public void close() {
        started = true;
        live = 0;
        IOException failure = null;
        for (int i = readers.size() - 1; i >= 0; i--) {
            try {
                readers.get(i).close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw new UncheckedIOException("closing a capture failed", failure);
        }
    }
}
