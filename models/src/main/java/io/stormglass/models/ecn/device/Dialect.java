package io.stormglass.models.ecn.device;

import io.stormglass.models.event.ThresholdUnit;
import java.util.List;

/**
 * Whose commands a switch takes. Syntax: SONiC sonic-utilities ({@code ecnconfig}) and its WRED_PROFILE table; Cisco NX-OS queuing policies;
 * Arista EOS QoS profiles; Cumulus Linux NVUE.
 */
public enum Dialect {
    SONIC("SONiC", false) {
        @Override
        List<String> commands(AdviceObject object, Setting setting) {
            return List.of("ecnconfig -p %s -gmin %d -gmax %d -gdrop %d"
                    .formatted(object.name(), setting.minimum(), setting.maximum(), setting.percent()));
        }

        @Override
        String document(AdviceObject object, Setting setting) {
            return """
                    {"WRED_PROFILE": {"%s": {"green_min_threshold": "%d", "green_max_threshold": "%d", "green_drop_probability": "%d"}}}\
                    """.formatted(object.name(), setting.minimum(), setting.maximum(), setting.percent());
        }

        @Override
        List<String> notes() {
            return List.of(
                    "only the green thresholds change: packets that a switch colours yellow or red keep theirs",
                    "it holds until the next reload of the configuration; 'config save' keeps it");
        }
    },
    NX_OS("NX-OS", true) {
        @Override
        List<String> commands(AdviceObject object, Setting setting) {
            String unit = object.unit().word();
            return List.of(
                    "configure terminal",
                    "policy-map type queuing " + object.name(),
                    "class type queuing " + object.place(),
                    "random-detect minimum-threshold %d %s maximum-threshold %d %s drop-probability %d%s ecn"
                            .formatted(
                                    setting.minimum(),
                                    unit,
                                    setting.maximum(),
                                    unit,
                                    setting.percent(),
                                    weight(setting)),
                    "end");
        }

        @Override
        List<String> notes() {
            return List.of(
                    "it holds until the next reload; 'copy running-config startup-config' keeps it",
                    "whether NX-OS takes a kbyte for 1,000 or 1,024 bytes is not documented: 1,000 was taken");
        }
    },
    EOS("EOS", true) {
        @Override
        List<String> commands(AdviceObject object, Setting setting) {
            String unit = object.unit().word();
            return List.of(
                    "configure",
                    "qos profile " + object.name(),
                    "uc-tx-queue " + object.place(),
                    "random-detect ecn minimum-threshold %d %s maximum-threshold %d %s max-mark-probability %d%s"
                            .formatted(
                                    setting.minimum(),
                                    unit,
                                    setting.maximum(),
                                    unit,
                                    setting.percent(),
                                    weight(setting)),
                    "end");
        }

        @Override
        List<String> notes() {
            return List.of(
                    "it holds until the next reload; 'write memory' keeps it",
                    "marks are counted only with 'random-detect ecn count' in the same transmit queue");
        }
    },
    NVUE("NVUE", true) {
        @Override
        List<String> commands(AdviceObject object, Setting setting) {
            String start =
                    "nv set qos congestion-control %s traffic-class %s ".formatted(object.name(), object.place());
            return List.of(
                    start + "min-threshold " + setting.minimum(),
                    start + "max-threshold " + setting.maximum(),
                    start + "probability " + setting.percent(),
                    "nv config apply");
        }

        @Override
        List<String> notes() {
            return List.of("it holds until the next reboot; 'nv config save' keeps it");
        }
    };

    private final String vendor;
    private final boolean hasPlaces;

    Dialect(String vendor, boolean hasPlaces) {
        this.vendor = vendor;
        this.hasPlaces = hasPlaces;
    }

    /** Name of the system. */
    public String vendor() {
        return vendor;
    }

    /** Units in which the system takes thresholds. */
    boolean takes(ThresholdUnit unit) {
        return switch (unit) {
            case BYTES -> true;
            case KBYTES, MBYTES -> this == NX_OS || this == EOS;
            case SEGMENTS, MILLISECONDS -> this == EOS;
            case CELLS, PERCENT, DYNAMIC -> false;
        };
    }

    /** True where an object has classes, transmit queues or traffic classes. */
    boolean hasPlaces() {
        return hasPlaces;
    }

    abstract List<String> commands(AdviceObject object, Setting setting);

    String document(AdviceObject object, Setting setting) {
        return "";
    }

    abstract List<String> notes();

    private static String weight(Setting setting) {
        return setting.weight() == null ? "" : " weight " + setting.weight();
    }
}
