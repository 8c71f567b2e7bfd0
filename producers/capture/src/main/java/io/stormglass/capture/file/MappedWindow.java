package io.stormglass.capture.file;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** A mapped part of a regular file. The file's length is the one it had when it was opened. */
final class MappedWindow extends Window {
    private final FileChannel channel;
    private final long fileBytes;
    private final int windowBytes;

    MappedWindow(FileChannel channel, long fileBytes, int windowBytes) {
        this.channel = channel;
        this.fileBytes = fileBytes;
        this.windowBytes = windowBytes;
    }

    @Override
    boolean fill(long position, int bytes) throws IOException {
        if (position > fileBytes - bytes) {
            return false;
        }
        long length = Math.min(fileBytes - position, Math.max(windowBytes, bytes));
        data = channel.map(FileChannel.MapMode.READ_ONLY, position, length);
        base = position;
        limit = (int) length;
        return true;
    }

    @Override
    long end() {
        return fileBytes;
    }

    @Override
    boolean compressed() {
        return false;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
