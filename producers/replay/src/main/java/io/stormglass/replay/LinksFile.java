package io.stormglass.replay;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.stormglass.capture.CapturePoint;
import io.stormglass.capture.CapturePoints;
import io.stormglass.capture.CaptureSide;
import io.stormglass.capture.InterfaceSummary;
import io.stormglass.capture.MacAddress;
import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the fabric that a capture was taken in: names, links, speeds and where each capture was taken. Without
 * a file every interface becomes a port of its own with an assumed speed.
 *
 * <p>The form of the file is described in {@code docs/links-file.md}. Unknown keys are refused.
 */
public final class LinksFile implements CapturePoints {
    /** Fabric where none is named. */
    public static final String DEFAULT_FABRIC = "default";

    private static final LinksText.File NOTHING =
            new LinksText.File(null, null, List.of(), Map.of(), List.of(), List.of());

    private final String yaml;
    private final String fabric;
    private final boolean fabricNamed;
    private final long linkBitsPerSecond;
    private final boolean speedAssumed;
    private final LinksText.File text;
    private final Map<DevicePort, Attached> links = new HashMap<>();
    private final List<Rule> rules = new ArrayList<>();

    /** What reads the form; only made where there is a file, since making it delays the start. */
    private static final class Form {
        static final YAMLMapper YAML = YAMLMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();

        private static final YamlShape ECN = YamlShape.keys(
                        "priority", "kmin", "kmax", "pmax", "weight", "system", "object", "place", "buffer")
                .with("buffer", YamlShape.keys("shared", "reserve", "alpha", "xoff", "xonOffset"));

        private static final YamlShape END =
                YamlShape.keys("device", "port", "mac", "ecn").with("ecn", ECN);

        static final YamlShape SHAPE = YamlShape.keys("fabric", "speed", "ecn", "devices", "links", "captures")
                .with("ecn", ECN)
                .with("devices", YamlShape.eachValue(YamlShape.keys("role", "addresses")))
                .with("links", YamlShape.keys("a", "b", "speed").with("a", END).with("b", END))
                .with("captures", YamlShape.keys("file", "interface", "device", "port", "side"));
    }

    /** One end of a link. */
    private record DevicePort(String device, String port) {}

    /** What is at a port. */
    private record Attached(LinksText.End own, LinksText.End peer, LinksText.@Nullable Speed speed) {}

    /** A capture of the file with its compiled pattern. */
    private record Rule(LinksText.Capture capture, @Nullable PathMatcher file) {}

    private LinksFile(String yaml, LinksText.File text, @Nullable Long givenBitsPerSecond) {
        this.yaml = yaml;
        this.text = text;
        this.fabric = text.fabric() == null ? DEFAULT_FABRIC : text.fabric();
        this.fabricNamed = text.fabric() != null;
        LinksText.Speed speed = text.speed();
        this.linkBitsPerSecond = speed != null
                ? speed.bitsPerSecond()
                : givenBitsPerSecond == null ? LinkSpeed.DEFAULT_BITS_PER_SECOND : givenBitsPerSecond;
        this.speedAssumed = speed == null && givenBitsPerSecond == null;
        indexLinks();
        indexCaptures();
    }

    /**
     * No file: fabric {@value #DEFAULT_FABRIC}, one speed for all links.
     *
     * @param linkBitsPerSecond speed that the user gave; null takes {@link LinkSpeed#DEFAULT_BITS_PER_SECOND}
     */
    public static LinksFile none(@Nullable Long linkBitsPerSecond) {
        return new LinksFile("", NOTHING, linkBitsPerSecond);
    }

    /**
     * Reads a file.
     *
     * @param linkBitsPerSecond speed of links for which the file names none; null takes 100 Gbit/s, marked as assumed
     * @throws LinksFileException if the file cannot be read or something in it is wrong
     */
    public static LinksFile read(Path file, @Nullable Long linkBitsPerSecond) throws LinksFileException {
        String yaml;
        try {
            yaml = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            String why = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
            throw new LinksFileException("cannot read links file " + file + ": " + why, e);
        }
        return parse(yaml, file.toString(), linkBitsPerSecond);
    }

    /** As {@link #read}, from text; {@code name} stands in messages. */
    static LinksFile parse(String yaml, String name, @Nullable Long linkBitsPerSecond) throws LinksFileException {
        try {
            Optional<String> unknown = Form.SHAPE.firstUnknown(yaml);
            if (unknown.isPresent()) {
                throw new LinksFileException(name + ", " + unknown.get(), null);
            }
            LinksText.File text = yaml.isBlank() ? NOTHING : Form.YAML.readValue(yaml, LinksText.File.class);
            return new LinksFile(yaml, text, linkBitsPerSecond);
        } catch (MismatchedInputException e) {
            throw new LinksFileException(name + where(e) + ": " + form(e), e);
        } catch (JsonProcessingException e) {
            Throwable cause = e.getCause() instanceof IllegalArgumentException wrong ? wrong : e;
            String what =
                    cause instanceof JsonProcessingException json ? json.getOriginalMessage() : cause.getMessage();
            throw new LinksFileException(name + where(e) + ": " + what, e);
        } catch (IllegalArgumentException | IOException e) {
            throw new LinksFileException(name + ": " + e.getMessage(), e);
        }
    }

    /** What the value should look like, without the names of classes. */
    private static String form(MismatchedInputException e) {
        Class<?> wanted = e.getTargetType();
        if (wanted == LinksText.Speed.class) {
            return "a speed has a unit, such as 100G";
        }
        if (wanted == LinksText.Depth.class) {
            return "a depth has a unit, such as 400KB";
        }
        if (wanted != null && wanted.isRecord()) {
            return "keys and values are expected here: "
                    + Arrays.stream(wanted.getRecordComponents())
                            .map(RecordComponent::getName)
                            .sorted()
                            .collect(Collectors.joining(", "));
        }
        if (wanted != null && Map.class.isAssignableFrom(wanted)) {
            return "names with their values are expected here";
        }
        if (wanted != null && List.class.isAssignableFrom(wanted)) {
            return "a list is expected here";
        }
        return "a single value is expected here";
    }

    private static String where(JsonProcessingException e) {
        // The parser reads ahead: the token that it stands at is where the trouble is.
        JsonLocation location =
                e.getProcessor() instanceof JsonParser parser ? parser.currentTokenLocation() : e.getLocation();
        String line = location == null ? "" : ", line " + location.getLineNr();
        if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            StringBuilder path = new StringBuilder();
            for (JsonMappingException.Reference step : mapping.getPath()) {
                if (step.getIndex() >= 0) {
                    path.append('[').append(step.getIndex()).append(']');
                } else if (step.getFieldName() != null) {
                    path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
                }
            }
            return line + ", " + path;
        }
        return line;
    }

    private void indexLinks() {
        for (LinksText.Link link : text.links()) {
            LinksText.End a = Objects.requireNonNull(link.a());
            LinksText.End b = Objects.requireNonNull(link.b());
            index(a, b, link.speed());
            index(b, a, link.speed());
        }
    }

    private void index(LinksText.End own, LinksText.End peer, LinksText.@Nullable Speed speed) {
        DevicePort end = new DevicePort(Objects.requireNonNull(own.device()), Objects.requireNonNull(own.port()));
        if (links.put(end, new Attached(own, peer, speed)) != null) {
            throw new IllegalArgumentException("port " + end.port() + " of " + end.device() + " has two links");
        }
    }

    private void indexCaptures() {
        for (LinksText.Capture capture : text.captures()) {
            rules.add(new Rule(capture, capture.file() == null ? null : matcher(capture.file())));
        }
    }

    private static PathMatcher matcher(String glob) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("file pattern '" + glob + "' is wrong: " + e.getDescription(), e);
        }
    }

    /** Fabric that all ports and flows belong to. */
    public String fabric() {
        return fabric;
    }

    /** Text that differs where the file or the speed that completes it does. */
    String fingerprint() {
        return linkBitsPerSecond + (speedAssumed ? " assumed\n" : "\n") + yaml;
    }

    /** What nobody said and had to be assumed, in words. */
    public List<String> assumptions() {
        List<String> assumptions = new ArrayList<>();
        if (!fabricNamed) {
            assumptions.add("fabric '" + DEFAULT_FABRIC + "': no links file names one");
        }
        if (speedAssumed) {
            assumptions.add("links run at " + LinkSpeed.format(linkBitsPerSecond)
                    + " where nothing says otherwise: give --link-speed or --links");
        }
        return assumptions;
    }

    /**
     * Where this file and the captures pass each other by, mostly because of a misspelt name: entries of {@code captures} that
     * no interface needs, and interfaces that no entry places although the file places captures or names links.
     *
     * @param interfaces those of the captures
     */
    public List<String> unmatched(List<InterfaceSummary> interfaces) {
        List<String> lines = new ArrayList<>();
        Set<Rule> used = new HashSet<>();
        for (InterfaceSummary one : interfaces) {
            CaptureInterface captured = one.captureInterface();
            Rule rule = ruleOf(captured);
            if (rule != null) {
                used.add(rule);
            } else if (captured.linkTypeNumber() >= 0
                    && !(rules.isEmpty() && text.links().isEmpty())) {
                lines.add("the links file places no interface '" + captured.name() + "' of " + captured.file()
                        + ": it is port " + of(captured).port().text());
            }
        }
        for (Rule rule : rules) {
            if (!used.contains(rule)) {
                lines.add("the links file's " + describe(rule.capture()) + " places no interface of the captures");
            }
        }
        return lines;
    }

    private static String describe(LinksText.Capture capture) {
        StringBuilder text = new StringBuilder("capture");
        if (capture.file() != null) {
            text.append(" file '").append(capture.file()).append('\'');
        }
        if (capture.interfaceName() != null) {
            text.append(" interface '").append(capture.interfaceName()).append('\'');
        }
        return text.append(" (device ")
                .append(capture.device())
                .append(", port ")
                .append(capture.port())
                .append(')')
                .toString();
    }

    private @Nullable Rule ruleOf(CaptureInterface captureInterface) {
        for (Rule rule : rules) {
            if (matches(rule, captureInterface)) {
                return rule;
            }
        }
        return null;
    }

    @Override
    public CapturePoint of(CaptureInterface captureInterface) {
        Rule rule = ruleOf(captureInterface);
        if (rule != null) {
            return placed(rule.capture());
        }
        PortKey port = new PortKey(
                fabric, DeviceNames.ofFile(captureInterface.file()), DeviceNames.ofPort(captureInterface.name()));
        return CapturePoint.unplaced(port, LinkFacts.speedOnly(linkBitsPerSecond, speedAssumed));
    }

    private static boolean matches(Rule rule, CaptureInterface captureInterface) {
        String wanted = rule.capture().interfaceName();
        if (wanted != null && !wanted.equals(captureInterface.name())) {
            return false;
        }
        PathMatcher file = rule.file();
        if (file == null) {
            return true;
        }
        Path path = Path.of(captureInterface.file());
        return file.matches(path) || (path.getFileName() != null && file.matches(path.getFileName()));
    }

    private CapturePoint placed(LinksText.Capture capture) {
        String device = Objects.requireNonNull(capture.device());
        String port = Objects.requireNonNull(capture.port());
        Attached attached = links.get(new DevicePort(device, port));
        MacAddress mac = attached == null ? null : macOf(attached.own());
        MacAddress peerMac = attached == null ? null : macOf(attached.peer());
        CaptureSide side = capture.captureSide();
        if (side == CaptureSide.UNKNOWN && (mac != null || peerMac != null)) {
            side = CaptureSide.BOTH_BY_MAC;
        }
        return new CapturePoint(new PortKey(fabric, device, port), side, facts(device, attached), mac, peerMac);
    }

    private static @Nullable MacAddress macOf(LinksText.End end) {
        return end.mac() == null ? null : MacAddress.parse(end.mac());
    }

    private LinkFacts facts(String device, @Nullable Attached attached) {
        LinksText.Speed speed = attached == null ? null : attached.speed();
        LinksText.End peer = attached == null ? null : attached.peer();
        String peerDevice = peer == null ? "" : Objects.requireNonNull(peer.device());
        EntityRole peerRole = role(peerDevice);
        return new LinkFacts(
                        role(device),
                        peerDevice,
                        peer == null ? "" : Objects.requireNonNull(peer.port()),
                        peerRole,
                        speed == null ? linkBitsPerSecond : speed.bitsPerSecond(),
                        speed == null && speedAssumed,
                        attached == null ? "" : macText(attached.own()),
                        peer == null ? "" : macText(peer),
                        peerRole == EntityRole.HOST ? addresses(peerDevice) : List.of(),
                        "",
                        "",
                        0,
                        null,
                        "file")
                .withEcn(ecn(device, attached).stream()
                        .map(LinksText.Ecn::neutral)
                        .toList())
                .with(settings(ecn(device, attached)));
    }

    private static PortSettings settings(List<LinksText.Ecn> ecn) {
        return PortSettings.UNKNOWN.with(
                ecn.stream()
                        .map(LinksText.Ecn::marking)
                        .filter(Objects::nonNull)
                        .toList(),
                ecn.stream()
                        .map(LinksText.Ecn::queueBuffer)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** A host's port has no queue that marks. */
    private List<LinksText.Ecn> ecn(String device, @Nullable Attached attached) {
        if (role(device) == EntityRole.HOST) {
            return List.of();
        }
        List<LinksText.Ecn> own = attached == null ? List.of() : attached.own().ecn();
        return own.isEmpty() ? text.ecn() : own;
    }

    private static String macText(LinksText.End end) {
        MacAddress mac = macOf(end);
        return mac == null ? "" : mac.toString();
    }

    private EntityRole role(String device) {
        return Optional.ofNullable(text.devices().get(device))
                .map(LinksText.Device::entityRole)
                .orElse(EntityRole.UNKNOWN);
    }

    private List<String> addresses(String device) {
        LinksText.Device known = text.devices().get(device);
        return known == null ? List.of() : known.addresses();
    }
}
