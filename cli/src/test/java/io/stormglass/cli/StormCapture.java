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
 * Hosts that pause priority 3 for two seconds or longer, each on its ports at two leaf switches, and what else goes on there.
 *
 * <p>All ports of leaf1 have keys of one partition, all ports of leaf2 of another.
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
    private static final int SENDER = 9;
    private static final int LOSSLESS = 3;

    private final List<Integer> hosts;
    private final long stormNanos;
    private final long afterwardsNanos;
    private final List<String> interfaces = new ArrayList<>();

    private StormCapture(List<Integer> hosts, long stormNanos, long afterwardsNanos) {
        this.hosts = hosts;
        this.stormNanos = stormNanos;
        this.afterwardsNanos = afterwardsNanos;
        for (int host : hosts) {
            interfaces.add("leaf1:" + port("leaf1", host));
            interfaces.add("leaf2:" + port("leaf2", host));
        }
        interfaces.add("leaf1:Ethernet" + SENDER);
    }

    /** Host 3 is sick: its port at leaf1 starts 20 ms before that at leaf2. */
    static StormCapture oneHost() {
        return new StormCapture(List.of(3), STORM_NANOS, OTHER_TRAFFIC_NANOS);
    }

    /**
     * Host 4 is sick as well, and starts at leaf2. Whoever reads the ports of one leaf before those of the other meets one
     * of the two storms in the wrong order.
     */
    static StormCapture twoHosts() {
        return new StormCapture(List.of(3, 4), STORM_NANOS, OTHER_TRAFFIC_NANOS);
    }

    /** The same with another length of the storm. */
    StormCapture lasting(long nanos) {
        return new StormCapture(hosts, nanos, afterwardsNanos);
    }

    /** The same cut off in the middle of the storm. */
    StormCapture upToTheEnd() {
        return new StormCapture(hosts, stormNanos, 0);
    }

    /** Writes the capture; its first packet is at {@code startNanos}. */
    Path write(Path file, long startNanos) {
        CaptureWriter writer = new CaptureWriter(interfaces);
        long storm = startNanos + STORM_AFTER_NANOS;
        long end = storm + stormNanos;
        for (int index = 0; index < hosts.size(); index++) {
            int host = hosts.get(index);
            String first = interfaces.get(2 * index + index % 2);
            String second = interfaces.get(2 * index + 1 - index % 2);
            int psn = 0;
            for (long at = startNanos; at < storm; at += MS) {
                psn++;
                writer.add(at, first, Flow.OUTBOUND, CaptureWriter.data(SENDER, host, LOSSLESS, 0x11, psn));
                writer.add(at, second, Flow.OUTBOUND, CaptureWriter.data(SENDER, host, LOSSLESS, 0x12, psn));
            }
            for (long at = storm; at < end; at += 300_000) {
                writer.add(at, first, Flow.INBOUND, CaptureWriter.pfc(host, LOSSLESS, 0xffff));
                long later = at + SECOND_PORT_AFTER_NANOS;
                writer.add(later, second, Flow.INBOUND, CaptureWriter.pfc(host, LOSSLESS, 0xffff));
            }
        }
        other(writer, startNanos, end + afterwardsNanos);
        return writer.write(file);
    }

    private void other(CaptureWriter writer, long fromNanos, long toNanos) {
        String in = interfaces.get(interfaces.size() - 1);
        int psn = 0;
        for (long at = fromNanos; at < toNanos; at += 2 * MS) {
            psn++;
            writer.add(at, in, Flow.INBOUND, CaptureWriter.data(SENDER, hosts.get(0), 0, 0x13, psn));
            writer.add(
                    at + 1_000,
                    interfaces.get(0),
                    Flow.OUTBOUND,
                    CaptureWriter.data(SENDER, hosts.get(0), 0, 0x13, psn));
        }
    }

    /** The port of a leaf at which a host is: all of one leaf are in one partition, those of the other in another. */
    static String port(String leaf, int host) {
        int wanted = leaf.equals("leaf1") ? 1 : 6;
        int number = host;
        while (partition(leaf, "Ethernet" + number) != wanted) {
            number += 10;
        }
        return "Ethernet" + number;
    }

    private static int partition(String device, String port) {
        byte[] key = new PortKey(FABRIC, device, port).text().getBytes(StandardCharsets.UTF_8);
        return Utils.toPositive(Utils.murmur2(key)) % PARTITIONS;
    }

    /** The links file that belongs to it. */
    Path writeLinks(Path file) throws IOException {
        StringBuilder yaml = new StringBuilder("fabric: " + FABRIC + "\nspeed: 100G\ndevices:\n");
        yaml.append("  leaf1: {role: leaf}\n  leaf2: {role: leaf}\n");
        StringBuilder links = new StringBuilder("links:\n");
        for (int host : hosts) {
            yaml.append("  h")
                    .append(host)
                    .append(": {role: host, addresses: [10.0.0.")
                    .append(host)
                    .append("]}\n");
            for (int leaf = 1; leaf <= 2; leaf++) {
                links.append(String.format(
                        "  - {a: {device: leaf%d, port: %s}, b: {device: h%d, port: eth%d, mac: '02:00:00:00:00:%02x'}}%n",
                        leaf, port("leaf" + leaf, host), host, leaf, host));
            }
        }
        StringBuilder captures = new StringBuilder("captures:\n");
        for (String name : interfaces) {
            String[] place = name.split(":", -1);
            captures.append(String.format("  - {interface: '%s', device: %s, port: %s}%n", name, place[0], place[1]));
        }
        return Files.writeString(file, yaml.append(links).append(captures));
    }
}
