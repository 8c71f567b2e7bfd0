package io.stormglass.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryLockTest {
    /** Main class of a process that tries to take the directory and exits 0 if it could, 3 if it was refused. */
    static final class Taker {
        private Taker() {}

        public static void main(String[] arguments) throws Exception {
            try {
                DirectoryLock.take(Path.of(arguments[0])).close();
            } catch (EmbeddedException e) {
                System.exit(3);
            }
        }
    }

    @Test
    void aRefusedAttemptOfTheSameProcessDoesNotFreeTheLockForOthers(@TempDir Path directory) throws Exception {
        DirectoryLock held = DirectoryLock.take(directory);
        try (held) {
            Path link =
                    Files.createSymbolicLink(directory.resolveSibling(directory.getFileName() + "-link"), directory);
            try {
                assertThatThrownBy(() -> DirectoryLock.take(directory)).isInstanceOf(EmbeddedException.class);
                assertThatThrownBy(() -> DirectoryLock.take(link)).isInstanceOf(EmbeddedException.class);
            } finally {
                Files.delete(link);
            }
            assertThat(otherProcess(directory)).isEqualTo(3);
        }
        assertThat(otherProcess(directory)).isZero();
    }

    @Test
    void aDirectoryCanBeTakenAgainOnceItWasLetGo(@TempDir Path directory) throws Exception {
        DirectoryLock.take(directory).close();
        DirectoryLock.take(directory).close();
    }

    private static int otherProcess(Path directory) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Taker.class.getName(),
                        directory.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
