package io.stormglass.capture.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The bytes of a stream that have arrived and are not yet used. Grows by doubling, and only when it is full of bytes
 * of one record, so what a length field claims costs nothing until the bytes are there.
 */
final class StreamWindow extends Window {
    private static final int CHUNK_BYTES = 64 << 10;

    private final InputStream in;
    private final boolean compressed;
    private final byte[] chunk;
    // Off the heap so that readers see the same kind of buffer as for mapped files: one kind is one fast path.
    private ByteBuffer store;

    StreamWindow(InputStream in, boolean compressed, int streamBytes) {
        this.in = in;
        this.compressed = compressed;
        this.chunk = new byte[Math.min(streamBytes, CHUNK_BYTES)];
        this.store = ByteBuffer.allocateDirect(streamBytes);
        this.data = store.asReadOnlyBuffer();
    }

    @Override
    boolean fill(long position, int bytes) throws IOException {
        dropBefore(position);
        while (base < position) {
            if (!read()) {
                return false;
            }
            dropBefore(position);
        }
        while (limit < bytes) {
            if (limit == store.capacity()) {
                grow();
            }
            if (!read()) {
                return false;
            }
        }
        return true;
    }

    private void dropBefore(long position) {
        int dropped = (int) Math.min(position - base, limit);
        // A window may stand behind the position only after a jump back, which no reader does.
        if (dropped > 0) {
            store.put(0, store, dropped, limit - dropped);
            base += dropped;
            limit -= dropped;
        }
    }

    private void grow() {
        ByteBuffer larger = ByteBuffer.allocateDirect(store.capacity() * 2);
        larger.put(0, store, 0, limit);
        store = larger;
        data = larger.asReadOnlyBuffer();
    }

    private boolean read() throws IOException {
        int count = in.read(chunk, 0, Math.min(chunk.length, store.capacity() - limit));
        if (count > 0) {
            store.put(limit, chunk, 0, count);
            limit += count;
        }
        return count >= 0;
    }

    @Override
    long end() {
        return base + limit;
    }

    @Override
    boolean compressed() {
        return compressed;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
