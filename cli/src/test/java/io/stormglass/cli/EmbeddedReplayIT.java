package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own, with its embedded Kafka. */
class EmbeddedReplayIT {
    private static final long PATIENCE_SECONDS = 180;

    @TempDir
    Path folder;

    /** A running command. */
    private record Child(Process process, Path temporary, Path out, Path err) {
        String result() throws Exception {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the command did not end; it said: " + Files.readString(err));
            }
            return Files.readString(out);
        }

        List<String> leftOvers() throws IOException {
            try (Stream<Path> files = Files.list(temporary)) {
                return files.map(file -> file.getFileName().toString())
                        // Libraries unpack native code and leave it to the system.
                        .filter(name -> name.startsWith("stormglass"))
                        .toList();
            }
        }
    }

    @Test
    void twoInstancesAtTheSameTimeGiveTheSameReportAndLeaveNothingBehind() throws Exception {
        String file = CommandRun.fixture("gen/small.pcap").toString();
        Child one = start("one", "replay", "--json", file);
        Child two = start("two", "replay", "--json", file);

        String first = one.result();
        String second = two.result();
        assertThat(one.process().exitValue()).as(Files.readString(one.err())).isZero();
        assertThat(two.process().exitValue()).as(Files.readString(two.err())).isZero();
        assertThat(withoutRate(first)).isEqualTo(withoutRate(second)).contains("\"flow\":");
        assertThat(Files.readString(one.err())).isEmpty();
        assertThat(one.leftOvers()).isEmpty();
    }

    @Test
    void ctrlCStopsCleanlyWithItsExitCode() throws Exception {
        assumeThat(Path.of("/bin/kill")).as("interrupts are sent with kill").exists();
        Path capture = StormCapture.oneHost().write(folder.resolve("storm.pcapng"), 1_760_000_000_000_000_000L);
        Child child = start("stopped", "replay", "--speed", "0.01", capture.toString());
        awaitBroker(child);
        boolean ignoresInterrupts = ignoresInterrupts(child.process().pid());
        if (ignoresInterrupts) {
            child.process().destroyForcibly();
        }
        assumeThat(ignoresInterrupts)
                .as("a job in the background of a shell without job control ignores interrupts, and so do its children")
                .isFalse();

        new ProcessBuilder("/bin/kill", "-INT", String.valueOf(child.process().pid()))
                .start()
                .waitFor();
        assertThat(child.result()).isEmpty();
        assertThat(child.process().exitValue()).isEqualTo(130);
        assertThat(child.leftOvers()).isEmpty();
    }

    @Test
    void aDataDirectoryIsKeptAndTheSameRunIsNotRepeatedInIt() throws Exception {
        String file = CommandRun.fixture("gen/small.pcap").toString();
        Path data = folder.resolve("data");
        Child first = start("kept", "replay", "--json", "--data-dir", data.toString(), file);
        first.result();
        Child again = start("again", "replay", "--json", "--data-dir", data.toString(), file);
        again.result();

        assertThat(first.process().exitValue())
                .as(Files.readString(first.err()))
                .isZero();
        assertThat(data).isNotEmptyDirectory();
        assertThat(again.process().exitValue()).isEqualTo(1);
        assertThat(Files.readString(again.err())).contains("exist already");
    }

    private static boolean ignoresInterrupts(long pid) throws IOException {
        Path status = Path.of("/proc/" + pid + "/status");
        if (!Files.exists(status)) {
            return false;
        }
        String ignored = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).trim())
                .findFirst()
                .orElse("0");
        long interrupt = 1L << 1;
        return (Long.parseUnsignedLong(ignored, 16) & interrupt) != 0;
    }

    private static String withoutRate(String report) {
        return report.replaceAll("\"eventsPerSecond\":[0-9.E]+", "");
    }

    /** The embedded broker keeps its data in the temporary folder: it has started once there is something. */
    private static void awaitBroker(Child child) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (child.process().isAlive() && System.nanoTime() < deadlineNanos) {
            try (Stream<Path> files = Files.walk(child.temporary())) {
                if (files.anyMatch(file -> file.getFileName().toString().startsWith("stormglass.r-"))) {
                    return;
                }
            } catch (IOException | UncheckedIOException e) {
                // Files come and go while we look: look again.
                assertThat(child.process().isAlive()).isTrue();
            }
            LockSupport.parkNanos(50_000_000L);
        }
        throw new AssertionError("the embedded broker has no topics");
    }

    private Child start(String name, String... arguments) throws IOException {
        Path temporary = Files.createDirectories(folder.resolve(name));
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseParallelGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "io.stormglass.cli.Main"));
        if (Runtime.version().feature() >= 24) {
            command.add(1, "--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Child(process, temporary, out, err);
    }
}
