package io.stormglass.fabric.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stormglass.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class IcrcTest {
    private static final int ETHERNET = 14;
    private static final int ENHANCED_PACKET = 6;

    private static List<byte[]> frames(Path pcapng) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(pcapng)).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> frames = new ArrayList<>();
        for (int at = 0; at < file.capacity(); at += file.getInt(at + 4)) {
            if (file.getInt(at) == ENHANCED_PACKET) {
                byte[] frame = new byte[file.getInt(at + 20)];
                file.get(at + 28, frame);
                frames.add(frame);
            }
        }
        return frames;
    }

    private static boolean isRoce(byte[] frame, int version) {
        int transport = ETHERNET + (version == 4 ? 20 : 40);
        int protocol = version == 4 ? ETHERNET + 9 : ETHERNET + 6;
        int type = (frame[12] & 0xff) << 8 | (frame[13] & 0xff);
        return type == (version == 4 ? 0x0800 : 0x86dd)
                && frame[protocol] == 17
                && ((frame[transport + 2] & 0xff) << 8 | (frame[transport + 3] & 0xff)) == 4791;
    }

    private static int sent(byte[] frame) {
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(frame.length - 4);
    }

    /** The first frame of a little-endian pcap. */
    private static byte[] first(Path pcap) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(pcap)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] frame = new byte[file.getInt(24 + 8)];
        file.get(24 + 16, frame);
        return frame;
    }

    @Test
    void aNotificationOfRealHardwareHasTheChecksumThatIsComputed() throws IOException {
        Optional<Path> file = SharedData.path("captures/real/scapy_uts_hw_frames.pcap");
        assumeTrue(file.isPresent(), SharedData.howToProvide());
        byte[] frame = first(file.get());
        assertThat(isRoce(frame, 4)).isTrue();
        assertThat(new Icrc().of(frame, ETHERNET, frame.length - 4)).isEqualTo(sent(frame));
    }

    @Test
    void everyFrameThatOthersMadeHasTheChecksumThatIsComputed() throws IOException {
        Optional<Path> file = SharedData.path("captures/gen/medium.pcapng");
        assumeTrue(file.isPresent(), SharedData.howToProvide());
        Icrc icrc = new Icrc();
        int[] checked = new int[7];
        for (byte[] frame : frames(file.get())) {
            for (int version : new int[] {4, 6}) {
                if (isRoce(frame, version)) {
                    checked[version]++;
                    assertThat(icrc.of(frame, ETHERNET, frame.length - 4)).isEqualTo(sent(frame));
                }
            }
        }
        assertThat(checked[4]).isGreaterThan(10_000);
        assertThat(checked[6]).isGreaterThan(1_000);
    }
}
