package io.stormglass.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Debian's PostgreSQL on a free loopback port, with a cluster of its own. It can be stopped and started again. */
public final class PostgresServer implements AutoCloseable {
    /** What a skipped test says. */
    public static final String MISSING = "postgresql is not installed (Debian package of that name)";

    /** Its user. */
    public static final String USER = "stormglass";

    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql");
    private static final String SERVICE = "postgres";
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Path programs;
    private final Path folder;
    private final int port = LocalServer.freePort();
    private int saidBefore;
    private @Nullable Process process;

    /**
     * Makes a cluster; nothing is started yet.
     *
     * @param password of the user
     */
    public PostgresServer(String password) throws IOException {
        programs = newest().orElseThrow(() -> new IOException(MISSING));
        folder = Files.createTempDirectory("stormglass-postgres");
        Path secret = Files.writeString(folder.resolve("password"), password + "\n");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
        if (isRoot()) {
            UserPrincipal service =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(SERVICE);
            Files.setOwner(folder, service);
            Files.setOwner(secret, service);
        }
        finish(new ProcessBuilder(asService(
                programs.resolve("initdb").toString(),
                "--pgdata=" + folder.resolve("data"),
                "--username=" + USER,
                "--pwfile=" + secret,
                "--auth=scram-sha-256",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C")));
    }

    /** True where a test can start one. */
    public static boolean isInstalled() {
        return newest().isPresent() && (!isRoot() || LocalServer.isInstalled("runuser"));
    }

    private static Optional<Path> newest() {
        if (!Files.isDirectory(PROGRAMS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(PROGRAMS)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.comparing(Path::toString));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
    }

    /** The server refuses to run as root. */
    private static List<String> asService(String... command) {
        List<String> all = new ArrayList<>();
        if (isRoot()) {
            all.addAll(List.of("runuser", "-u", SERVICE, "--"));
        }
        all.addAll(List.of(command));
        return all;
    }

    private void finish(ProcessBuilder builder) throws IOException {
        Path log = Files.createTempFile("stormglass-postgres", ".log");
        Process program = builder.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!program.waitFor(60, TimeUnit.SECONDS) || program.exitValue() != 0) {
                program.destroyForcibly();
                throw new IOException(builder.command() + ": " + Files.readString(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            Files.delete(log);
        }
    }

    /** Address for JDBC. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    /** Starts it and waits until it listens. */
    public PostgresServer start() throws IOException {
        saidBefore = Files.exists(log()) ? Files.readString(log()).length() : 0;
        Process started = new ProcessBuilder(asService(
                        programs.resolve("postgres").toString(),
                        "-D",
                        folder.resolve("data").toString(),
                        "-p",
                        String.valueOf(port),
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=" + folder,
                        "-c",
                        "fsync=off",
                        "-c",
                        "shared_buffers=16MB"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        process = started;
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!said().contains("ready to accept connections")) {
            if (!started.isAlive() || System.nanoTime() > deadline) {
                stop();
                throw new IOException("postgres does not start: " + said());
            }
            LockSupport.parkNanos(20_000_000L);
        }
        return this;
    }

    /** Its log since it was last started. */
    private String said() throws IOException {
        return Files.exists(log()) ? Files.readString(log()).substring(saidBefore) : "";
    }

    private Path log() {
        return folder.resolve("server.log");
    }

    /** It goes down at once, with an end to each connection. */
    public void stop() throws IOException {
        Process running = process;
        process = null;
        if (running == null) {
            return;
        }
        if (running.isAlive()) {
            finish(new ProcessBuilder(asService(
                    programs.resolve("pg_ctl").toString(),
                    "stop",
                    "-D",
                    folder.resolve("data").toString(),
                    "-m",
                    "fast")));
        }
        LocalServer.end(running);
    }

    @Override
    public void close() throws IOException {
        stop();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
