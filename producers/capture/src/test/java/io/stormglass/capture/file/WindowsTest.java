package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest {
    private static final ReaderLimits TINY = new ReaderLimits(262_144, 16 << 20, 64, 64);
    private static final int BLOCK_BYTES = 16 << 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"small.pcap", "mirrors.pcap", "nasty.pcap", "nasty.pcapng", "fatal/rec_data_cut.pcap"})
    void windows_of_any_size_and_streams_give_the_same(String file) throws IOException {
        Path path = Fixtures.resource("gen/" + file);
        byte[] bytes = Files.readAllBytes(path);
        Walk mapped = Walk.of(path).unnamed();

        assertThat(Walk.of(TINY, CaptureInput.file(path)).unnamed()).isEqualTo(mapped);
        assertThat(Walk.of(bytes).unnamed()).isEqualTo(mapped);
        assertThat(Walk.of(TINY, bytes).unnamed()).isEqualTo(mapped);
        assertThat(Walk.of(TINY, CaptureInput.stream("-", () -> new Trickle(bytes)))
                        .unnamed())
                .isEqualTo(mapped);
    }

    @ParameterizedTest
    @ValueSource(strings = {"medium.pcapng", "medium_snap96_ns_le.pcap"})
    void a_file_of_many_windows_is_that_of_one(String file) throws IOException {
        Path path = Fixtures.generated(file, directory);

        Walk one = Walk.of(path);
        Walk many = Walk.of(new ReaderLimits(262_144, 16 << 20, 9_999, 64), CaptureInput.file(path));

        assertThat(one.packets()).hasSize(20_000);
        assertThat(many.packets().equals(one.packets())).isTrue();
    }

    /** One byte at a time. */
    private static final class Trickle extends InputStream {
        private final byte[] bytes;
        private int at;

        Trickle(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int value = read();
            if (value >= 0) {
                target[offset] = (byte) value;
            }
            return value < 0 ? -1 : 1;
        }
    }

    @Test
    void a_file_above_four_gibibytes_is_walked_to_its_end() throws IOException {
        Path sparse = directory.resolve("sparse.pcapng");
        int blocks = 300;
        byte[] head = CaptureBytes.bigEndian().section().describe(1).bytes();
        try (FileChannel channel = FileChannel.open(sparse, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(head));
            for (int i = 0; i < blocks; i++) {
                long at = head.length + (long) i * BLOCK_BYTES;
                long ticks = 1_760_000_000_000_000L + i;
                ByteBuffer packet = ByteBuffer.allocate(32);
                packet.putInt(6).putInt(BLOCK_BYTES).putInt(0).putLong(ticks);
                packet.putInt(BLOCK_BYTES - 32).putInt(BLOCK_BYTES - 32).putInt(i);
                channel.write(packet.flip(), at);
                channel.write(ByteBuffer.allocate(4).putInt(BLOCK_BYTES).flip(), at + BLOCK_BYTES - 4);
            }
        }
        assertThat(Files.size(sparse)).isGreaterThan(1L << 32);

        try (PacketCursor cursor = CaptureFiles.open(List.of(CaptureInput.file(sparse)), ReaderLimits.DEFAULT)) {
            for (int i = 0; i < blocks; i++) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.buffer().getInt(cursor.offset())).isEqualTo(i);
                assertThat(cursor.capturedLength()).isEqualTo(BLOCK_BYTES - 32);
                assertThat(cursor.timeNanos()).isEqualTo((1_760_000_000_000_000L + i) * 1000);
            }
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.faults()).isEmpty();
        }
    }

    @Test
    void a_file_cut_while_it_is_read_is_a_fault() throws IOException {
        byte[] capture = Fixtures.bytes("gen/medium_snap96_ns_le.pcap");
        Path file = Files.write(directory.resolve("cut.pcap"), capture);
        // A window of one page, so that the pages behind the cut are mapped after it.
        ReaderLimits limits = new ReaderLimits(262_144, 16 << 20, 4096, 64);

        try (PacketCursor cursor = CaptureFiles.open(List.of(CaptureInput.file(file)), limits)) {
            for (int i = 0; i < 100; i++) {
                assertThat(cursor.next()).isTrue();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(1000);
            }
            int more = 0;
            while (cursor.next()) {
                more++;
            }

            assertThat(more).isLessThan(19_900);
            assertThat(cursor.faults()).hasSize(1);
        }
    }
}
