package io.stormglass.capture.file;

import io.stormglass.models.event.Direction;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Everything that a cursor said about some inputs, copied. */
record Walk(
        List<Packet> packets,
        List<CaptureInterface> interfaces,
        List<InterfaceDrops> drops,
        List<CaptureFault> faults,
        List<CaptureNotice> notices) {
    /** One packet, copied. */
    record Packet(
            long timeNanos,
            PacketTime timeKind,
            LinkType linkType,
            int interfaceIndex,
            int capturedLength,
            int originalLength,
            Direction direction,
            String hex) {
        Packet withHex(String other) {
            return new Packet(
                    timeNanos, timeKind, linkType, interfaceIndex, capturedLength, originalLength, direction, other);
        }
    }

    static Walk of(ReaderLimits limits, CaptureInput... inputs) {
        try (PacketCursor cursor = CaptureFiles.open(List.of(inputs), limits, Map.of())) {
            return of(cursor);
        }
    }

    static Walk of(Path... files) {
        return of(ReaderLimits.DEFAULT, Stream.of(files).map(CaptureInput::file).toArray(CaptureInput[]::new));
    }

    static Walk of(byte[]... captures) {
        return of(ReaderLimits.DEFAULT, captures);
    }

    static Walk of(ReaderLimits limits, byte[]... captures) {
        CaptureInput[] inputs = new CaptureInput[captures.length];
        for (int i = 0; i < captures.length; i++) {
            byte[] bytes = captures[i];
            inputs[i] = CaptureInput.stream("input" + i, () -> new ByteArrayInputStream(bytes));
        }
        return of(limits, inputs);
    }

    static Walk of(PacketCursor cursor) {
        List<Packet> packets = new ArrayList<>();
        while (cursor.next()) {
            byte[] bytes = new byte[cursor.capturedLength()];
            cursor.buffer().get(cursor.offset(), bytes);
            packets.add(new Packet(
                    cursor.timeNanos(),
                    cursor.timeKind(),
                    cursor.linkType(),
                    cursor.interfaceIndex(),
                    cursor.capturedLength(),
                    cursor.originalLength(),
                    cursor.direction(),
                    HexFormat.of().formatHex(bytes)));
            if (cursor.packetNumber() != packets.size()) {
                throw new AssertionError("packet number " + cursor.packetNumber() + " after " + packets.size());
            }
        }
        List<InterfaceDrops> drops = new ArrayList<>();
        for (int i = 0; i < cursor.interfaces().size(); i++) {
            drops.add(cursor.drops(i));
        }
        return new Walk(
                packets,
                List.copyOf(cursor.interfaces()),
                drops,
                List.copyOf(cursor.faults()),
                List.copyOf(cursor.notices()));
    }

    List<Long> times() {
        return packets.stream().map(Packet::timeNanos).toList();
    }

    List<PacketTime> timeKinds() {
        return packets.stream().map(Packet::timeKind).toList();
    }

    /** Without what names the input. */
    Walk unnamed() {
        return new Walk(
                packets,
                interfaces.stream()
                        .map(i -> new CaptureInterface(
                                "",
                                i.name(),
                                i.named(),
                                i.linkType(),
                                i.linkTypeNumber(),
                                i.snapLengthBytes(),
                                i.fcsLength(),
                                i.refusal()))
                        .toList(),
                drops,
                faults.stream()
                        .map(f -> new CaptureFault("", f.offsetBytes(), f.what()))
                        .toList(),
                notices.stream()
                        .map(n -> new CaptureNotice("", n.offsetBytes(), n.what()))
                        .toList());
    }
}
