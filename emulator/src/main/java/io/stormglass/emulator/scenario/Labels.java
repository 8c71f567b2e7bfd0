package io.stormglass.emulator.scenario;

import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.FaultSchedule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Labels of a scenario. */
final class Labels {
    private Labels() {}

    /** What NICs of one server share. */
    private record Together(String kind, String device, int priority, long fromMicros, long toMicros) {}

    static List<FaultLabel> of(Scenario scenario) {
        Map<Together, FaultLabel> labels = new LinkedHashMap<>();
        for (FaultLabel label : new FaultSchedule(scenario.faults()).labels(scenario.names())) {
            Together key =
                    new Together(label.kind(), label.device(), label.priority(), label.fromMicros(), label.toMicros());
            labels.merge(key, label, Labels::both);
        }
        return List.copyOf(labels.values());
    }

    /** The whole device where its ports differ. */
    private static FaultLabel both(FaultLabel a, FaultLabel b) {
        String port = Objects.equals(a.port(), b.port()) ? a.port() : null;
        return new FaultLabel(a.kind(), a.device(), port, a.priority(), a.fromMicros(), a.toMicros(), a.cycle());
    }
}
