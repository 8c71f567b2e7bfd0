package io.stormglass.cli;

import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scenarios as the command line names them. */
final class Scenarios {
    private Scenarios() {}

    /**
     * A scenario with settings.
     *
     * @param cc congestion control, with settings of its own after colons: {@code dcqcn:window=bdp:preset=ns3-hpcc}; null for that of the scenario
     */
    static ScenarioFile load(String nameOrPath, @Nullable String cc, Map<String, String> set) {
        Map<String, String> values = new LinkedHashMap<>(set);
        if (cc != null) {
            String[] parts = cc.split(":", -1);
            only(values, "cc", parts[0]);
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (equals < 1) {
                    throw CommandFailure.usage(
                            "--cc has '" + cc + "': after a colon KEY=VALUE is expected, as in dcqcn:window=bdp", null);
                }
                only(values, parts[i].substring(0, equals), parts[i].substring(equals + 1));
            }
        }
        if ("hpcc".equals(values.get("cc"))) {
            // Leaving alone the packet that waits is what DCQCN's and TIMELY's senders do; HPCC's moves it.
            values.putIfAbsent("spacing", "current");
        }
        try {
            ScenarioFile file = ScenarioLibrary.load(nameOrPath);
            return values.isEmpty() ? file : file.with(values);
        } catch (ScenarioFileException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private static void only(Map<String, String> values, String key, String value) {
        if (values.putIfAbsent(key, value) != null) {
            throw CommandFailure.usage("setting '" + key + "' is given twice, by --cc and by --set or --cc", null);
        }
    }

    /** What the law is called in results. */
    static String label(ScenarioFile file, @Nullable String cc) {
        return cc == null ? file.control() : cc;
    }
}
