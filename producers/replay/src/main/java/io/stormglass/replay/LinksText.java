package io.stormglass.replay;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stormglass.capture.CaptureSide;
import io.stormglass.capture.MacAddress;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A links file as it is written; every record checks what stands on its own lines. */
final class LinksText {
    private LinksText() {}

    /** The whole file; the parser hands in null for what is missing. */
    record File(
            @Nullable String fabric,
            @Nullable Speed speed,
            Map<String, Device> devices,
            List<Link> links,
            List<Capture> captures) {
        File {
            if (fabric != null) {
                Names.requireName("fabric", fabric);
            }
            devices = devices == null ? Map.of() : known(devices);
            devices.keySet().forEach(name -> Names.requireName("device", name));
            links = entries("links", links);
            captures = entries("captures", captures);
        }

        /** A name without a value is a device of which nothing else is known. */
        private static Map<String, Device> known(Map<String, Device> devices) {
            Map<String, Device> known = new TreeMap<>();
            devices.forEach((name, device) -> known.put(name, device == null ? new Device(null, List.of()) : device));
            return Map.copyOf(known);
        }

        private static <T> List<T> entries(String key, List<T> list) {
            List<T> entries = new ArrayList<>();
            for (T entry : list == null ? List.<T>of() : list) {
                if (entry == null) {
                    throw new IllegalArgumentException("an entry of " + key + " is empty");
                }
                entries.add(entry);
            }
            return List.copyOf(entries);
        }
    }

    /** Speed of a link. */
    record Speed(long bitsPerSecond) {
        @JsonCreator
        static Speed of(String text) {
            return new Speed(LinkSpeed.parse(text));
        }
    }

    /** What a device is. */
    record Device(@Nullable String role, List<String> addresses) {
        Device {
            addresses = addresses == null ? List.of() : List.copyOf(addresses);
            parseRole(role);
        }

        EntityRole entityRole() {
            return parseRole(role);
        }

        private static EntityRole parseRole(@Nullable String role) {
            if (role == null) {
                return EntityRole.UNKNOWN;
            }
            return switch (role) {
                case "host" -> EntityRole.HOST;
                case "leaf" -> EntityRole.LEAF;
                case "spine" -> EntityRole.SPINE;
                case "core" -> EntityRole.CORE;
                case "switch" -> EntityRole.SWITCH;
                default ->
                    throw new IllegalArgumentException(
                            "role '" + role + "' is none of host, leaf, spine, core, switch");
            };
        }
    }

    /** One link. */
    record Link(@Nullable End a, @Nullable End b, @Nullable Speed speed) {
        Link {
            if (a == null || b == null) {
                throw new IllegalArgumentException("a link needs both ends, a and b");
            }
        }
    }

    /** One end of a link. */
    record End(
            @Nullable String device,
            @Nullable String port,
            @Nullable String mac) {
        End {
            requireEnd("an end of a link", device, port);
            if (mac != null) {
                MacAddress.parse(mac);
            }
        }
    }

    /** Where a capture was taken. */
    record Capture(
            @Nullable String file,
            @JsonProperty("interface") @Nullable String interfaceName,
            @Nullable String device,
            @Nullable String port,
            @Nullable String side) {
        Capture {
            if (file == null && interfaceName == null) {
                throw new IllegalArgumentException("a capture needs a file pattern, an interface name, or both");
            }
            requireEnd("a capture", device, port);
            parseSide(side);
        }

        CaptureSide captureSide() {
            return parseSide(side);
        }

        private static CaptureSide parseSide(@Nullable String side) {
            if (side == null) {
                return CaptureSide.UNKNOWN;
            }
            return switch (side) {
                case "rx" -> CaptureSide.RX;
                case "tx" -> CaptureSide.TX;
                case "both" -> CaptureSide.BOTH_BY_MAC;
                default ->
                    throw new IllegalArgumentException("side '" + side
                            + "' is none of rx (only frames that the port receives), tx (only frames that it sends),"
                            + " both");
            };
        }
    }

    private static void requireEnd(String what, @Nullable String device, @Nullable String port) {
        if (device == null || port == null) {
            throw new IllegalArgumentException(what + " needs a device and a port");
        }
        Names.requireName("device", device);
        Names.requirePortName(port);
    }
}
