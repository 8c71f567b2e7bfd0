package io.stormglass.cli;

import io.stormglass.cli.CaptureWriter.Flow;
import io.stormglass.models.event.PortKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Utils;

/**
 * A host with two ports that pauses priority 3 for two seconds on both, and what else goes on at its leaf switches.
 *
 * <p>The host's first port starts 20 ms before its second. The two switch ports have keys of different partitions, and
 * that of the first is shared with many busy ports: a reader that takes records as they come meets the second storm first.
 */
final class StormCapture {
    static final long MS = 1_000_000L;
    /** Data flows from the start. */
    static final long STORM_AFTER_NANOS = 300 * MS;

    static final long STORM_NANOS = 2_000 * MS;
    static final long OTHER_TRAFFIC_NANOS = 1_500 * MS;
    static final String FABRIC = "pod1";
    static final int PARTITIONS = 8;

    private static final long SECOND_PORT_AFTER_NANOS = 20 * MS;
    private static final int BUSY_PORTS = 60;
    private static final int HOST_3 = 3;
    private static final int HOST_4 = 4;
    private static final int LOSSLESS = 3;

    private StormCapture() {}

    /** Writes the capture; its first packet is at {@code startNanos}. */
    static Path write(Path file, long startNanos) {
        List<String> interfaces = new ArrayList<>(List.of("leaf1:Ethernet3", "leaf2:Ethernet3"));
        busyPorts().forEach(port -> interfaces.add("leaf1:" + port));
        CaptureWriter writer = new CaptureWriter(interfaces);
        long storm = startNanos + STORM_AFTER_NANOS;
        long end = storm + STORM_NANOS;
        int psn = 0;
        for (long at = startNanos; at < storm; at += MS) {
            psn++;
            writer.add(at, interfaces.get(0), Flow.OUTBOUND, CaptureWriter.data(HOST_4, HOST_3, LOSSLESS, 0x11, psn));
            writer.add(at, interfaces.get(1), Flow.OUTBOUND, CaptureWriter.data(HOST_4, HOST_3, LOSSLESS, 0x12, psn));
        }
        for (long at = storm; at < end; at += 300_000) {
            writer.add(at, interfaces.get(0), Flow.INBOUND, CaptureWriter.pfc(HOST_3, LOSSLESS, 0xffff));
            long second = at + SECOND_PORT_AFTER_NANOS;
            writer.add(second, interfaces.get(1), Flow.INBOUND, CaptureWriter.pfc(HOST_3, LOSSLESS, 0xffff));
        }
        for (long at = startNanos; at < end + OTHER_TRAFFIC_NANOS; at += 10 * MS) {
            psn++;
            for (int port = 2; port < interfaces.size(); port++) {
                byte[] frame = CaptureWriter.data(HOST_4, HOST_3, 0, 0x100 + port, psn);
                writer.add(at + port, interfaces.get(port), Flow.INBOUND, frame);
            }
        }
        return writer.write(file);
    }

    /** Ports of leaf1 whose keys fall into the partition of the first storm. */
    static List<String> busyPorts() {
        int wanted = partition("leaf1", "Ethernet3");
        if (wanted == partition("leaf2", "Ethernet3")) {
            throw new IllegalStateException("both storms are in partition " + wanted);
        }
        List<String> ports = new ArrayList<>();
        for (int number = 100; ports.size() < BUSY_PORTS; number++) {
            if (partition("leaf1", "Ethernet" + number) == wanted) {
                ports.add("Ethernet" + number);
            }
        }
        return ports;
    }

    private static int partition(String device, String port) {
        byte[] key = new PortKey(FABRIC, device, port).text().getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(key)) % PARTITIONS;
    }

    /** The links file that belongs to it. */
    static Path writeLinks(Path file) throws IOException {
        StringBuilder yaml = new StringBuilder(
                """
                fabric: pod1
                speed: 100G
                devices:
                  leaf1: {role: leaf}
                  leaf2: {role: leaf}
                  h3: {role: host, addresses: [10.0.0.3]}
                links:
                  - {a: {device: leaf1, port: Ethernet3}, b: {device: h3, port: eth0, mac: "02:00:00:00:00:03"}}
                  - {a: {device: leaf2, port: Ethernet3}, b: {device: h3, port: eth1, mac: "02:00:00:00:00:03"}}
                captures:
                  - {interface: "leaf1:Ethernet3", device: leaf1, port: Ethernet3}
                  - {interface: "leaf2:Ethernet3", device: leaf2, port: Ethernet3}
                """);
        for (String port : busyPorts()) {
            yaml.append("  - {interface: \"leaf1:")
                    .append(port)
                    .append("\", device: leaf1, port: ")
                    .append(port)
                    .append("}\n");
        }
        return Files.writeString(file, yaml);
    }
}
