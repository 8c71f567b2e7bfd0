package io.stormglass.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A process that runs {@code run}. */
record Instance(Process process, double readySeconds) {
    private static final Duration START = Duration.ofMinutes(5);

    static Instance start(Path config) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(
                Arrays.asList(System.getProperty("instance.options", options()).split(" ")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.stormglass.cli.Main"));
        command.addAll(List.of("run", "--config", config.toString()));
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BlockingQueue<String> ready = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("instance-output").start(() -> read(process, ready));
        String line = ready.poll(START.toSeconds(), TimeUnit.SECONDS);
        if (line == null || !process.isAlive()) {
            throw new IllegalStateException("the instance was not ready within " + START);
        }
        return new Instance(process, (System.nanoTime() - begin) / 1e9);
    }

    /** As the launcher has them. */
    private static String options() {
        return "-Xmx2g -XX:+UseG1GC" + (Runtime.version().feature() >= 25 ? " -XX:+UseCompactObjectHeaders" : "");
    }

    private static void read(Process process, BlockingQueue<String> ready) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println("  instance: " + line);
                if (line.contains("ready:")) {
                    ready.add(line);
                }
            }
        } catch (IOException e) {
            System.out.println("  instance: its output ended: " + e.getMessage());
        }
    }

    String liveHeap() throws Exception {
        jcmd("GC.run");
        return jcmd("GC.heap_info")
                .lines()
                .filter(line -> line.contains("used"))
                .map(String::strip)
                .collect(Collectors.joining("; "));
    }

    private String jcmd(String what) throws Exception {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process asked = new ProcessBuilder(jcmd, String.valueOf(process.pid()), what).start();
        String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        asked.waitFor(30, TimeUnit.SECONDS);
        return answer;
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
