package io.stormglass.replay;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stormglass.capture.CaptureSide;
import io.stormglass.capture.MacAddress;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.Names;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A links file as it is written; every record checks what stands on its own lines. */
final class LinksText {
    private LinksText() {}

    /** The whole file; the parser hands in null for what is missing. */
    record File(
            @Nullable String fabric,
            @Nullable Speed speed,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Ecn> ecn,

            Map<String, Device> devices,
            List<Link> links,
            List<Capture> captures) {
        File {
            if (fabric != null) {
                Names.requireName("fabric", fabric);
            }
            ecn = thresholds(ecn);
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
    }

    private static <T> List<T> entries(String key, @Nullable List<T> list) {
        List<T> entries = new ArrayList<>();
        for (T entry : list == null ? List.<T>of() : list) {
            if (entry == null) {
                throw new IllegalArgumentException("an entry of " + key + " is empty");
            }
            entries.add(entry);
        }
        return List.copyOf(entries);
    }

    private static List<Ecn> thresholds(@Nullable List<Ecn> ecn) {
        List<Ecn> entries = entries("ecn", ecn);
        Set<Integer> priorities = new HashSet<>();
        for (Ecn each : entries) {
            if (!priorities.add(each.neutral().priority())) {
                throw new IllegalArgumentException("two entries of ecn are for "
                        + (each.priority() == null ? "every priority" : "priority " + each.priority()));
            }
        }
        return entries;
    }

    /** ECN thresholds of a priority, or of all that have none of their own; of one, what else its switch keeps for it. */
    record Ecn(
            @Nullable Integer priority,
            @Nullable Depth kmin,
            @Nullable Depth kmax,
            @Nullable Double pmax,
            @Nullable Integer weight,
            @Nullable String system,
            @Nullable String object,
            @Nullable String place,
            @Nullable Buffer buffer) {
        Ecn {
            neutral(priority, kmin, kmax);
            if (priority == null
                    && Stream.of(pmax, weight, system, object, place, buffer).anyMatch(Objects::nonNull)) {
                throw new IllegalArgumentException(
                        "pmax, weight, system, object, place and buffer belong to a priority: give it");
            }
            requirePrintable("system", system);
            requirePrintable("object", object);
            requirePrintable("place", place);
            marking(priority, kmin, kmax, pmax, weight, system, object, place);
            if (priority != null && buffer != null) {
                buffer.neutral(priority);
            }
        }

        private static void requirePrintable(String what, @Nullable String text) {
            int control = text == null ? -1 : Names.controlAt(text);
            if (text != null && control >= 0) {
                throw new IllegalArgumentException(Names.controlFound(what, text, control));
            }
        }

        /** What the switch keeps; null where nothing but thresholds is known. */
        @Nullable
        QueueMarking marking() {
            return marking(priority, kmin, kmax, pmax, weight, system, object, place);
        }

        private static @Nullable QueueMarking marking(
                @Nullable Integer priority,
                @Nullable Depth kmin,
                @Nullable Depth kmax,
                @Nullable Double pmax,
                @Nullable Integer weight,
                @Nullable String system,
                @Nullable String object,
                @Nullable String place) {
            if (priority == null
                    || Stream.of(pmax, weight, system, object, place).allMatch(Objects::isNull)) {
                return null;
            }
            return new QueueMarking(
                    priority,
                    Objects.requireNonNullElse(system, ""),
                    Objects.requireNonNullElse(object, ""),
                    Objects.requireNonNullElse(place, ""),
                    ThresholdUnit.BYTES,
                    kmin == null ? null : (Long) kmin.bytes(),
                    kmax == null ? null : (Long) kmax.bytes(),
                    pmax,
                    weight,
                    null);
        }

        /** The buffer as the priority sees it; null where it is not known. */
        @Nullable
        QueueBuffer queueBuffer() {
            return priority == null || buffer == null ? null : buffer.neutral(priority);
        }

        QueueEcn neutral() {
            return neutral(priority, kmin, kmax);
        }

        private static QueueEcn neutral(@Nullable Integer priority, @Nullable Depth kmin, @Nullable Depth kmax) {
            if (kmin == null || kmax == null) {
                throw new IllegalArgumentException("ecn needs kmin and kmax");
            }
            if (priority != null && priority < 0) {
                throw new IllegalArgumentException("priority " + priority + " is not within 0..7");
            }
            return new QueueEcn(priority == null ? QueueEcn.EVERY_PRIORITY : priority, kmin.bytes(), kmax.bytes());
        }
    }

    /** The packet buffer as a lossless priority sees it. */
    record Buffer(
            @Nullable Depth shared,
            @Nullable Depth reserve,
            @Nullable Double alpha,
            @Nullable Depth xoff,
            @Nullable Depth xonOffset) {
        QueueBuffer neutral(int priority) {
            return new QueueBuffer(priority, bytes(shared), bytes(reserve), alpha, bytes(xoff), bytes(xonOffset));
        }

        private static @Nullable Long bytes(@Nullable Depth depth) {
            return depth == null ? null : (Long) depth.bytes();
        }
    }

    /** Bytes of a queue: {@code 400KB}, {@code 1.5MiB}. */
    record Depth(long bytes) {
        private static final Pattern TEXT = Pattern.compile(
                "\\s*(\\d{1,9}(?:\\.\\d{1,6})?)\\s*(B|KB|MB|GB|KiB|MiB|GiB)\\s*", Pattern.CASE_INSENSITIVE);
        private static final Map<String, Long> UNITS = Map.of(
                "b",
                1L,
                "kb",
                1000L,
                "mb",
                1_000_000L,
                "gb",
                1_000_000_000L,
                "kib",
                1L << 10,
                "mib",
                1L << 20,
                "gib",
                1L << 30);

        @JsonCreator
        static Depth of(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "'" + text
                                + "' is not a depth of a queue: give a number with B, KB, MB, GB, KiB, MiB or GiB, such as 400KB");
            }
            long unit = UNITS.getOrDefault(matcher.group(2).toLowerCase(Locale.ROOT), 1L);
            return new Depth(new BigDecimal(matcher.group(1))
                    .multiply(BigDecimal.valueOf(unit))
                    .longValue());
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
            @Nullable String mac,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<Ecn> ecn) {
        End {
            ecn = thresholds(ecn);
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
