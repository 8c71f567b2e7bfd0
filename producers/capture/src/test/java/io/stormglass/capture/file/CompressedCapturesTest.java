package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressedCapturesTest {
    private static final byte[] ZSTD_MAGIC = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};

    @TempDir
    private Path directory;

    private byte[] plain = {};
    private List<Walk.Packet> packets = List.of();

    @BeforeEach
    void readPlain() {
        plain = Fixtures.bytes("gen/small.pcap");
        packets = Walk.of(plain).packets();
    }

    private static byte[] gzip(byte[] bytes, int from, int to) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes, from, to - from);
        }
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    @Test
    void a_gzip_file_is_read_without_unpacking_it() throws IOException {
        Walk packed = Walk.of(Fixtures.resource("gen/medium.pcapng.gz"));
        Walk unpacked = Walk.of(Fixtures.generated("medium.pcapng", directory));

        assertThat(packed.faults()).isEmpty();
        assertThat(packed.packets()).hasSize(20_000);
        assertThat(packed.packets().equals(unpacked.packets())).isTrue();
    }

    @Test
    void members_in_a_row_are_one_capture_in_a_file_and_in_a_pipe() throws IOException {
        byte[] members = join(gzip(plain, 0, 1000), gzip(plain, 1000, 1000), gzip(plain, 1000, plain.length));
        Path file = Files.write(directory.resolve("members.gz"), join(members, new byte[100]));

        assertThat(Walk.of(file).packets()).isEqualTo(packets);
        Walk pipe = Walk.of(ReaderLimits.DEFAULT, CaptureInput.stream("-", () -> new Pipe(members)));
        assertThat(pipe.packets()).isEqualTo(packets);
        assertThat(pipe.faults()).isEmpty();
    }

    /** Never says that more is available, as a pipe may. */
    private static final class Pipe extends InputStream {
        private final InputStream in;

        Pipe(byte[] bytes) {
            this.in = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return in.read(target, offset, Math.min(length, 100));
        }
    }

    @Test
    void every_field_of_a_gzip_header_is_passed_over() throws IOException {
        byte[] simple = gzip(plain, 0, plain.length);
        byte[] header = {0x1f, (byte) 0x8b, 8, 4 | 8 | 16 | 2, 0, 0, 0, 0, 0, 3};
        byte[] fields = {3, 0, 1, 2, 3, 'n', 'a', 0, 'c', 0, 0x12, 0x34};
        byte[] full = join(header, fields, Arrays.copyOfRange(simple, 10, simple.length));

        Walk walk = Walk.of(full);

        assertThat(walk.faults()).isEmpty();
        assertThat(walk.packets()).isEqualTo(packets);
    }

    @Test
    void cut_gzip_data_gives_the_good_packets_and_then_a_fault() throws IOException {
        byte[] whole = gzip(plain, 0, plain.length);
        int before = 0;
        for (int cut = 4; cut < whole.length; cut += 7) {
            Walk walk = Walk.of(Arrays.copyOf(whole, cut));
            int count = walk.packets().size();
            assertThat(count).isGreaterThanOrEqualTo(before);
            assertThat(walk.packets()).isEqualTo(packets.subList(0, count));
            assertThat(walk.faults())
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.what()).contains("the gzip data ends early"));
            before = count;
        }
        assertThat(before).isEqualTo(packets.size());
    }

    @Test
    void damage_in_gzip_data_is_a_fault() throws IOException {
        byte[] whole = gzip(plain, 0, plain.length);
        byte[] wrongChecksum = whole.clone();
        wrongChecksum[whole.length - 8] ^= 1;
        byte[] wrongMethod = whole.clone();
        wrongMethod[2] = 7;

        Walk checksum = Walk.of(wrongChecksum);
        assertThat(checksum.packets()).isEqualTo(packets);
        assertThat(checksum.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.what()).contains("checksum or length at its end do not match");
            assertThat(fault.offsetBytes()).isEqualTo(plain.length);
        });
        assertThat(Walk.of(wrongMethod).faults().getFirst().what()).contains("its method is not deflate");
        Walk tail = Walk.of(join(whole, "tail".getBytes(StandardCharsets.US_ASCII)));
        assertThat(tail.packets()).isEqualTo(packets);
        assertThat(tail.faults().getFirst().what()).contains("another gzip header was expected");
    }

    @Test
    void offsets_in_compressed_captures_are_those_of_the_uncompressed_data() throws IOException {
        byte[] cut = Fixtures.bytes("gen/fatal/rec_data_cut.pcap");

        assertThat(Walk.of(gzip(cut, 0, cut.length)).faults()).singleElement().satisfies(fault -> {
            assertThat(fault.offsetBytes()).isEqualTo(300);
            assertThat(fault.what()).endsWith("(offset in the uncompressed data)");
        });
    }

    @Test
    void zstd_without_a_decompressor_is_a_fault_that_says_so() throws IOException {
        Path file = Files.write(directory.resolve("a.pcap.zst"), join(ZSTD_MAGIC, plain));

        assertThat(Walk.of(file).faults())
                .containsExactly(new CaptureFault(
                        file.toString(), 0, "is compressed with zstd, which cannot be read here; decompress it first"));
    }

    @Test
    void a_decompressor_that_is_handed_in_gets_the_stream_from_its_first_byte() {
        byte[] stored = join(ZSTD_MAGIC, plain);
        Decompressor stripsMagic = raw -> {
            assertThat(raw.readNBytes(4)).isEqualTo(ZSTD_MAGIC);
            return raw;
        };

        try (PacketCursor cursor = CaptureFiles.open(
                List.of(CaptureInput.stream("-", () -> new ByteArrayInputStream(stored))),
                ReaderLimits.DEFAULT,
                Map.of(Compression.ZSTD, stripsMagic))) {
            assertThat(Walk.of(cursor).packets()).isEqualTo(packets);
        }
    }

    @Test
    void a_decompressor_that_cannot_open_is_a_fault() {
        byte[] stored = join(ZSTD_MAGIC, plain);

        try (PacketCursor cursor = CaptureFiles.open(
                List.of(CaptureInput.stream("-", () -> new ByteArrayInputStream(stored))),
                ReaderLimits.DEFAULT,
                Map.of(Compression.ZSTD, InflaterInputStream::new))) {
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.faults()).hasSize(1);
        }
    }
}
