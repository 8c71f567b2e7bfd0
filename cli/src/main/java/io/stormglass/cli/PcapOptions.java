package io.stormglass.cli;

import io.stormglass.emulator.measure.PortName;
import io.stormglass.emulator.scenario.FabricNames;
import io.stormglass.fabric.pcap.PortCapture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to capture.
 *
 * @param file to be written
 * @param portText {@code device/port}; null for the most congested egress
 * @param keptBytes bytes of a frame that are kept; 0 for all
 * @param portsOf how many ports a node has, by node
 */
record PcapOptions(Path file, @Nullable String portText, int keptBytes, List<Integer> portsOf) {
    int snapLength() {
        return keptBytes == 0 ? PortCapture.WHOLE : keptBytes;
    }

    PortName port(FabricNames names, PortName mostCongested) {
        String text = portText;
        if (text == null) {
            return mostCongested;
        }
        int slash = text.indexOf('/');
        String device = slash < 0 ? text : text.substring(0, slash);
        List<String> known = new ArrayList<>();
        for (int node : names.nodes(device)) {
            for (int port = 0; port < portsOf.get(node); port++) {
                String name = names.port(node, port);
                if (slash >= 0 && name.equals(text.substring(slash + 1))) {
                    return new PortName(node, port);
                }
                known.add(device + "/" + name);
            }
        }
        String what = known.isEmpty()
                ? "this fabric has no device '" + device + "'; 'stormglass scenarios SCENARIO' tells its names"
                : "it is one of " + String.join(", ", known);
        throw CommandFailure.usage("--pcap-port is '" + text + "': " + what, null);
    }
}
