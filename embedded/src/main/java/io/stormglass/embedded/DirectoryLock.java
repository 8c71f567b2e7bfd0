package io.stormglass.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive use of a data directory. Kafka looks at its own lock only after it has opened the metadata log, and two
 * brokers that append to one metadata log damage it, so this lock is taken before anything else is touched. The kernel
 * lets it go when the process dies, however it dies.
 */
final class DirectoryLock implements AutoCloseable {
    static final String FILE_NAME = "stormglass.lock";

    /**
     * Directories held by this JVM. Asked before the lock file is opened: POSIX drops every lock that a process has on
     * a file as soon as the process closes any descriptor of it, so even a refused attempt would free the holder's lock.
     */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes the directory.
     *
     * @throws EmbeddedException if it is held, by this process or by another one
     * @throws IOException if the lock file cannot be written
     */
    static DirectoryLock take(Path directory) throws IOException {
        Path real = directory.toRealPath();
        synchronized (HELD) {
            if (!HELD.add(real)) {
                throw inUse(real, "this process");
            }
            try {
                return new DirectoryLock(real, lockFile(real));
            } catch (IOException | RuntimeException e) {
                HELD.remove(real);
                throw e;
            }
        }
    }

    private static FileChannel lockFile(Path directory) throws IOException {
        Path file = directory.resolve(FILE_NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            @Nullable FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse(directory, "process " + Files.readString(file).strip());
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static EmbeddedException inUse(Path directory, String holder) {
        return new EmbeddedException("data directory " + directory + " is in use by " + holder
                + "; stop that one first, or give this one a --data-dir of its own");
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            channel.close();
            HELD.remove(directory);
        }
    }
}
