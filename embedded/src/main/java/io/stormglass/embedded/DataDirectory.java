package io.stormglass.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The locked directory of one broker: kept where the user named it, else temporary and deleted on close. */
final class DataDirectory implements AutoCloseable {
    private final Path path;
    private final boolean temporary;
    private final DirectoryLock lock;

    private DataDirectory(Path path, boolean temporary, DirectoryLock lock) {
        this.path = path;
        this.temporary = temporary;
        this.lock = lock;
    }

    /**
     * Creates the directory where needed and locks it.
     *
     * @throws EmbeddedException if it is in use or cannot be written
     */
    static DataDirectory open(@Nullable Path wanted) {
        try {
            Path path = wanted == null ? Files.createTempDirectory("stormglass-") : Files.createDirectories(wanted);
            return new DataDirectory(path, wanted == null, DirectoryLock.take(path));
        } catch (IOException e) {
            String where = wanted == null ? "a temporary data directory" : "data directory " + wanted;
            throw new EmbeddedException("cannot use " + where + ": " + e + "; name a writable one with --data-dir", e);
        }
    }

    Path path() {
        return path;
    }

    /** Where Kafka keeps its logs. */
    Path logs() {
        return path.resolve("kafka");
    }

    /** Whether the last broker here was killed: a clean stop leaves Kafka's mark, and a start takes it away. */
    boolean stoppedHard() {
        return Files.exists(logs()) && !Files.exists(logs().resolve(".kafka_cleanshutdown"));
    }

    @Override
    public void close() {
        try {
            if (temporary) {
                delete(path);
            }
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release data directory " + path, e);
        }
    }

    /** Deletes a tree; what vanishes meanwhile is as good as deleted. */
    static void delete(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
