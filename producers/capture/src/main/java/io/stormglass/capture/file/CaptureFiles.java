package io.stormglass.capture.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens captures. */
public final class CaptureFiles {
    private static final int MAGIC_BYTES = 4;

    private final CaptureLog log = new CaptureLog();
    private final ReaderLimits limits;
    private final Map<Compression, Decompressor> decompressors;

    private CaptureFiles(ReaderLimits limits, Map<Compression, Decompressor> decompressors) {
        this.limits = limits;
        this.decompressors = decompressors;
    }

    /** Opens captures where of the compressed ones only gzip can be read. */
    public static PacketCursor open(List<CaptureInput> inputs, ReaderLimits limits) {
        return open(inputs, limits, Map.of());
    }

    /**
     * Opens captures and reads their headers. An input that cannot be opened or is no capture is a fault of the cursor;
     * the others are read.
     *
     * @param inputs at least one
     * @param limits most that a length field may claim
     * @param decompressors for compressed inputs; gzip has one of its own where none is given
     */
    public static PacketCursor open(
            List<CaptureInput> inputs, ReaderLimits limits, Map<Compression, Decompressor> decompressors) {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("no inputs, expected at least one");
        }
        CaptureFiles files = new CaptureFiles(limits, decompressors);
        List<PacketReader> readers = new ArrayList<>();
        for (CaptureInput input : inputs) {
            PacketReader reader = files.open(input);
            if (reader != null) {
                readers.add(reader);
            }
        }
        return new MergedCursor(readers, files.log);
    }

    /** An input that is refused with words of ours, not with those of the operating system. */
    private static final class RefusedException extends IOException {
        RefusedException(String what) {
            super(what);
        }
    }

    private @Nullable PacketReader open(CaptureInput input) {
        try {
            return start(
                    input.name(),
                    switch (input) {
                        case CaptureInput.OfFile file -> openFile(file.path());
                        case CaptureInput.OfStream stream ->
                            openStream(stream.opener().open());
                    });
        } catch (RefusedException e) {
            log.add(new CaptureFault(input.name(), 0, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            log.add(new CaptureFault(input.name(), 0, "cannot be read: " + e));
        }
        return null;
    }

    private Window openFile(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new RefusedException("does not exist or is not visible to this user; check the path");
        }
        if (Files.isDirectory(path)) {
            throw new RefusedException("is a directory, expected a capture file; name the files in it");
        }
        if (!Files.isReadable(path)) {
            throw new RefusedException("may not be read by this user; check its permissions");
        }
        if (!Files.isRegularFile(path)) {
            return openStream(Files.newInputStream(path));
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return compressionOf(channel).isPresent()
                    ? openStream(Channels.newInputStream(channel))
                    : new MappedWindow(channel, channel.size(), limits.windowBytes());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static Optional<Compression> compressionOf(FileChannel channel) throws IOException {
        ByteBuffer first = ByteBuffer.allocate(MAGIC_BYTES);
        return channel.read(first, 0) < MAGIC_BYTES ? Optional.empty() : Compression.of(first.getInt(0));
    }

    private Window openStream(InputStream raw) throws IOException {
        try {
            PushbackInputStream in = new PushbackInputStream(raw, MAGIC_BYTES);
            byte[] first = in.readNBytes(MAGIC_BYTES);
            in.unread(first);
            Optional<Compression> compression = first.length < MAGIC_BYTES
                    ? Optional.empty()
                    : Compression.of(ByteBuffer.wrap(first).getInt());
            return compression.isEmpty()
                    ? new StreamWindow(in, false, limits.streamBytes())
                    : new StreamWindow(decompressor(compression.get()).open(in), true, limits.streamBytes());
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    private Decompressor decompressor(Compression compression) throws RefusedException {
        Decompressor given = decompressors.get(compression);
        if (given != null) {
            return given;
        }
        if (compression == Compression.GZIP) {
            return GzipStream::new;
        }
        throw new RefusedException("is compressed with " + compression.name().toLowerCase(Locale.ROOT)
                + ", which cannot be read here; decompress it first");
    }

    private @Nullable PacketReader start(String name, Window window) throws IOException {
        try {
            PacketReader reader = reader(name, window);
            if (reader.open()) {
                return reader;
            }
        } catch (IOException e) {
            window.close();
            throw e;
        }
        window.close();
        return null;
    }

    private PacketReader reader(String name, Window window) throws IOException {
        if (!window.has(0, MAGIC_BYTES)) {
            throw new RefusedException(
                    window.end() == 0
                            ? "is empty, expected a pcap or pcapng file"
                            : "ends after " + window.end() + " bytes, expected a pcap or pcapng file header");
        }
        int magic = window.data.getInt(0);
        if (PcapReader.isMagic(magic)) {
            return new PcapReader(name, window, log, limits);
        }
        if (magic == PcapngReader.SECTION_HEADER) {
            return new PcapngReader(name, window, log, limits);
        }
        throw new RefusedException(String.format(
                "starts with 0x%08x, expected a pcap (0xa1b2c3d4, 0xa1b23c4d, 0xa1b2cd34) or pcapng (0x0a0d0d0a)"
                        + " file, plain or compressed",
                magic));
    }
}
