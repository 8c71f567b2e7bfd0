package io.stormglass.capture.frame;

import static io.stormglass.capture.synthetic.FrameBuilder.cooked;
import static io.stormglass.capture.synthetic.FrameBuilder.cooked2;
import static io.stormglass.capture.synthetic.FrameBuilder.ethernet;
import static io.stormglass.capture.synthetic.FrameBuilder.hex;
import static io.stormglass.capture.synthetic.FrameBuilder.pause;
import static io.stormglass.capture.synthetic.FrameBuilder.pfc;
import static io.stormglass.capture.synthetic.FrameBuilder.raw;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.capture.file.LinkType;
import io.stormglass.capture.synthetic.FrameBuilder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameDecoderTest {
    private static final int WRITE_MIDDLE = 0x07;
    private static final int ACKNOWLEDGE = 0x11;

    private final FrameDecoder decoder = new FrameDecoder();
    private final Frame frame = new Frame();

    private Frame decode(byte[] bytes) {
        return decode(bytes, bytes.length, LinkType.ETHERNET);
    }

    private Frame decode(byte[] captured, int originalLength, LinkType linkType) {
        byte[] surrounded = new byte[captured.length + 64];
        Arrays.fill(surrounded, (byte) 0xee);
        System.arraycopy(captured, 0, surrounded, 32, captured.length);
        decoder.decode(
                ByteBuffer.wrap(surrounded).asReadOnlyBuffer(), 32, captured.length, originalLength, linkType, frame);
        return frame;
    }

    /** CE data of queue pair 0x205 with number 77 behind whatever headers came before. */
    private static byte[] withCeData(FrameBuilder headers) {
        return headers.ecn(3)
                .ipv4("10.0.0.1", "10.0.0.2")
                .udp(49_152, 4791)
                .bth(WRITE_MIDDLE, 0x205, 77)
                .payload(64)
                .icrc()
                .build();
    }

    private void assertCeData(Frame decoded) {
        assertThat(decoded.kind()).isEqualTo(FrameKind.ROCEV2);
        assertThat(decoded.malformed()).isFalse();
        assertThat(decoded.ce()).isTrue();
        assertThat(decoded.dscp()).isEqualTo(26);
        assertThat(decoded.opcode()).isEqualTo(WRITE_MIDDLE);
        assertThat(decoded.destQp()).isEqualTo(0x205);
        assertThat(decoded.psn()).isEqualTo(77);
        assertThat(IpText.of(decoded.srcHigh(), decoded.srcLow())).isEqualTo("10.0.0.1");
        assertThat(IpText.of(decoded.dstHigh(), decoded.dstLow())).isEqualTo("10.0.0.2");
    }

    @Test
    void plainRocev2IsRead() {
        assertCeData(decode(withCeData(ethernet())));
        assertThat(frame.srcMac()).isEqualTo(0x020000000001L);
        assertThat(frame.dstMac()).isEqualTo(0x020000000002L);
        assertThat(frame.tagPriority()).isEqualTo(-1);
        assertThat(frame.priority()).isEqualTo(3);
        assertThat(frame.mirrored()).isFalse();
        assertThat(frame.ackRequest()).isFalse();
    }

    @Test
    void theOutermostOfThreeVlanTagsGivesThePriority() {
        assertCeData(
                decode(withCeData(ethernet().vlan(6, 1).tag(0x88a8, hex("4002")).vlan(1, 3))));
        assertThat(frame.priority()).isEqualTo(6);
    }

    @Test
    void tagsOfVendorsAreSkipped() {
        assertCeData(decode(withCeData(ethernet().tag(0xd28b, hex("0001 0010 5ceeed57384f59c8")))));
        assertCeData(decode(withCeData(ethernet().tag(0xd28b, hex("0001 0120 5ceeed57384f")))));
        assertCeData(decode(withCeData(ethernet().tag(0x8926, hex("00000000")).vlan(3, 11))));
        assertCeData(decode(withCeData(ethernet().tag(0x8874, hex("20000001")))));
        assertCeData(decode(withCeData(ethernet().tag(0x893f, hex("000000000000")))));
    }

    @Test
    void mplsLabelsAreSkippedWithAndWithoutPseudoWire() {
        assertCeData(decode(withCeData(ethernet().mpls(16, false).mpls(17, true))));
        assertThat(frame.mirrored()).isFalse();
        byte[] pseudoWire = ethernet()
                .mpls(16, true)
                .bytes(hex("00000000"))
                .bytes(withCeData(ethernet()))
                .build();
        assertCeData(decode(pseudoWire));
    }

    @Test
    void optionsOfIpv4AreSkipped() {
        byte[] bytes = ethernet()
                .ecn(3)
                .ipv4("10.0.0.1", "10.0.0.2", 0, hex("94040000 01010101"))
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, 0x205, 77)
                .icrc()
                .build();
        assertCeData(decode(bytes));
    }

    @Test
    void aLaterFragmentHasNoPorts() {
        byte[] bytes = ethernet()
                .ipv4("10.0.0.1", "10.0.0.2", 5, new byte[0])
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, 5, 77)
                .build();
        assertThat(decode(bytes).kind()).isEqualTo(FrameKind.OTHER);
        assertThat(frame.laterFragment()).isTrue();
        assertThat(frame.malformed()).isFalse();
    }

    @Test
    void aFirstFragmentIsUsedThoughItsUdpLengthIsThatOfTheWhole() {
        byte[] bytes = ethernet()
                .ecn(3)
                .ipv4("10.0.0.1", "10.0.0.2", 0x2000, new byte[0])
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, 0x205, 77)
                .payload(12)
                .build();
        ByteBuffer.wrap(bytes).putShort(14 + 20 + 4, (short) 5000);
        assertCeData(decode(bytes));
    }

    @Test
    void ipv6WithExtensionsIsRead() {
        byte[] bytes = ethernet()
                .ecn(3)
                .ipv6("2001:db8::8", "2001:db8::64")
                .extension(0, new byte[6])
                .extension(60, new byte[14])
                .fragment(1)
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, 9, 8)
                .icrc()
                .build();
        assertThat(decode(bytes).kind()).isEqualTo(FrameKind.ROCEV2);
        assertThat(frame.ce()).isTrue();
        assertThat(frame.destQp()).isEqualTo(9);
        assertThat(IpText.of(frame.srcHigh(), frame.srcLow())).isEqualTo("2001:db8::8");
        assertThat(frame.malformed()).isFalse();
    }

    @Test
    void aLaterFragmentOfIpv6HasNoPorts() {
        byte[] bytes = ethernet()
                .ipv6("2001:db8::8", "2001:db8::64")
                .fragment(8 << 3 | 1)
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, 9, 8)
                .build();
        assertThat(decode(bytes).kind()).isEqualTo(FrameKind.OTHER);
        assertThat(frame.laterFragment()).isTrue();
    }

    @Test
    void rawIpAndCookedCapturesAreRead() {
        byte[] bytes = withCeData(raw());
        assertCeData(decode(bytes, bytes.length, LinkType.RAW_IP));
        assertThat(frame.srcMac()).isEqualTo(-1);
        bytes = withCeData(cooked(4));
        assertCeData(decode(bytes, bytes.length, LinkType.LINUX_SLL));
        assertThat(frame.cookedPacketType()).isEqualTo(4);
        bytes = withCeData(cooked2(0));
        assertCeData(decode(bytes, bytes.length, LinkType.LINUX_SLL2));
        assertThat(frame.cookedPacketType()).isZero();
    }

    @Test
    void aRefusedLinkTypeIsNotDecoded() {
        byte[] bytes = withCeData(ethernet());
        assertThat(decode(bytes, bytes.length, LinkType.UNSUPPORTED).kind()).isEqualTo(FrameKind.OTHER);
        assertThat(frame.malformed()).isFalse();
    }

    @Test
    void ofMirrorsTheInnermostHeaderCounts() {
        FrameBuilder vxlan = outer().udp(7, 4789).vxlan().andEthernet();
        FrameBuilder geneve =
                outer().udp(7, 6081).geneve(hex("0102030405060708")).andEthernet();
        FrameBuilder geneveIp = outer().udp(7, 6081).geneve(new byte[0]);
        FrameBuilder bridged = outer().gre(0x2000, hex("00000007")).andEthernet();
        FrameBuilder greIp = outer().gre(0, new byte[0]);
        FrameBuilder typeI = outer().gre(0, 0x88be, new byte[0]).andEthernet();
        FrameBuilder typeIi =
                outer().gre(0x1000, 0x88be, hex("00000001 1000000100000000")).andEthernet();
        FrameBuilder typeIii = outer().gre(0x1000, 0x22eb, hex("00000001 200000010000000000000000"))
                .andEthernet();
        FrameBuilder typeIiiMore = outer().gre(
                        0x1000, 0x22eb, hex("00000001 200000010000000000000001 0011223344556677"))
                .andEthernet();
        FrameBuilder typeIiiIp = outer().gre(0x1000, 0x22eb, hex("00000001 200000010000000000000800"));
        for (FrameBuilder mirror : new FrameBuilder[] {
            vxlan, geneve, geneveIp, bridged, greIp, typeI, typeIi, typeIii, typeIiiMore, typeIiiIp, outer()
        }) {
            assertCeData(decode(withCeData(mirror)));
            assertThat(frame.mirrored()).isTrue();
        }
    }

    /** An outer header that says ECT(0). */
    private static FrameBuilder outer() {
        return ethernet("020000000077", "020000000088").vlan(7, 9).ecn(2).ipv4("192.0.2.1", "192.0.2.2");
    }

    @Test
    void aMarkOnTheOuterHeaderOfAMirrorIsNotOneOfTheFlow() {
        byte[] bytes = ethernet()
                .ecn(3)
                .ipv4("192.0.2.1", "192.0.2.2")
                .udp(7, 4789)
                .vxlan()
                .andEthernet("020000000009", "020000000010")
                .ecn(2)
                .ipv4("10.0.0.1", "10.0.0.2")
                .udp(1, 4791)
                .bth(WRITE_MIDDLE, 1, 2)
                .icrc()
                .build();
        assertThat(decode(bytes).ce()).isFalse();
        assertThat(frame.srcMac()).isEqualTo(0x020000000009L);
    }

    @Test
    void aMirrorThatCutsItsCopyIsNotMalformed() {
        byte[] whole = withCeData(ethernet());
        byte[] cut = outer().gre(0, 0x88be, new byte[0])
                .andEthernet("020000000001", "020000000002")
                .bytes(Arrays.copyOfRange(whole, 14, 60))
                .build();
        int typeOfInner = 14 + 4 + 20 + 4 + 12;
        ByteBuffer.wrap(cut).putShort(typeOfInner, (short) 0x0800);
        assertCeData(decode(cut));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 53, 69, 2152, 4789, 4791})
    void theSourcePortOfRocev2MeansNothing(int sourcePort) {
        byte[] bytes = ethernet()
                .ecn(3)
                .ipv4("10.0.0.1", "10.0.0.2")
                .udp(sourcePort, 4791)
                .bth(WRITE_MIDDLE, 0x205, 77)
                .icrc()
                .build();
        assertCeData(decode(bytes));
        assertThat(frame.mirrored()).isFalse();
        assertThat(frame.udpSourcePort()).isEqualTo(sourcePort);
        byte[] reverse = ethernet()
                .ipv4("10.0.0.1", "10.0.0.2")
                .udp(4791, 5000)
                .bth(WRITE_MIDDLE, 0x205, 77)
                .build();
        assertThat(decode(reverse).kind()).isEqualTo(FrameKind.OTHER);
    }

    @Test
    void theAethTellsAckNakAndReceiverNotReady() {
        assertThat(acknowledge(0x1f).isAck()).isTrue();
        assertThat(acknowledge(0x2e).isRnr()).isTrue();
        assertThat(acknowledge(0x60).isNak()).isTrue();
        assertThat(frame.syndrome()).isEqualTo(0x60);
        for (int reserved : new int[] {0x40, 0x9f, 0xff}) {
            Frame decoded = acknowledge(reserved);
            assertThat(decoded.isAck() || decoded.isRnr() || decoded.isNak()).isFalse();
        }
    }

    private Frame acknowledge(int syndrome) {
        return decode(FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", ACKNOWLEDGE, 0x100, 5)
                .aeth(syndrome)
                .icrc()
                .build());
    }

    @Test
    void theAethOfAReadResponseIsNoAck() {
        byte[] bytes = FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", 0x10, 0x100, 5)
                .aeth(0x1f)
                .payload(8)
                .icrc()
                .build();
        assertThat(decode(bytes).syndrome()).isEqualTo(0x1f);
        assertThat(frame.isAck()).isFalse();
        assertThat(BthOpcode.isReadResponse(frame.opcode())).isTrue();
    }

    @Test
    void anAckOfReliableDatagramsHasItsAethBehindTheRdeth() {
        byte[] bytes = FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", 0x51, 0x100, 5)
                .bytes(hex("60000000"))
                .aeth(0x1f)
                .icrc()
                .build();
        assertThat(decode(bytes).isAck()).isTrue();
    }

    @Test
    void aCnpIsReadWithItsBit() {
        byte[] bytes = ethernet()
                .trafficClass(48 << 2)
                .ipv4("10.0.0.2", "10.0.0.1")
                .udp(0, 4791)
                .bth(0x81, 0x140, 0xabcdef, 0)
                .payload(16)
                .icrc()
                .build();
        assertThat(decode(bytes).isCnp()).isTrue();
        assertThat(frame.becn()).isTrue();
        assertThat(frame.ackRequest()).isTrue();
        assertThat(frame.destQp()).isEqualTo(0xabcdef);
    }

    @Test
    void rocev1TakesEcnFromItsGlobalRouteHeader() {
        byte[] bytes = ethernet()
                .ecn(3)
                .globalRoute("fe80::1", "fe80::2")
                .bth(WRITE_MIDDLE, 7, 9)
                .payload(16)
                .icrc()
                .build();
        assertThat(decode(bytes).kind()).isEqualTo(FrameKind.ROCEV1);
        assertThat(frame.ce()).isTrue();
        assertThat(frame.psn()).isEqualTo(9);
        assertThat(IpText.of(frame.dstHigh(), frame.dstLow())).isEqualTo("fe80::2");
    }

    @Test
    void pfcKeepsClassesApartAndIgnoresThoseNotEnabled() {
        assertThat(decode(pfc("020000000005", 0xff00 | 1 << 3 | 1 << 4, 9, 9, 9, 65_535, 0, 9))
                        .kind())
                .isEqualTo(FrameKind.PFC);
        assertThat(frame.enabledClasses()).isEqualTo(1 << 3 | 1 << 4);
        assertThat(frame.readableClasses()).isEqualTo(1 << 3 | 1 << 4);
        assertThat(frame.classQuanta(3)).isEqualTo(65_535);
        assertThat(frame.classQuanta(4)).isZero();
        assertThat(frame.srcMac()).isEqualTo(0x020000000005L);
    }

    @Test
    void pfcThatWasCutKeepsTheClassesThatAreThere() {
        byte[] whole = pfc("020000000005", 0xff, 1, 2, 3, 4);
        decode(Arrays.copyOf(whole, 24), whole.length, LinkType.ETHERNET);
        assertThat(frame.enabledClasses()).isEqualTo(0xff);
        assertThat(frame.readableClasses()).isEqualTo(0b111);
        assertThat(frame.truncated()).isTrue();
        assertThat(frame.malformed()).isFalse();
        decode(Arrays.copyOf(whole, 24), 24, LinkType.ETHERNET);
        assertThat(frame.malformed()).isTrue();
    }

    @Test
    void pauseAndUnknownMacControlAreToldApart() {
        assertThat(decode(pause("020000000005", 500)).kind()).isEqualTo(FrameKind.PAUSE);
        assertThat(frame.pauseQuanta()).isEqualTo(500);
        byte[] unknown = pause("020000000005", 500);
        ByteBuffer.wrap(unknown).putShort(14, (short) 0x0102);
        assertThat(decode(unknown).kind()).isEqualTo(FrameKind.MAC_CONTROL);
    }

    @Test
    void connectionManagerMessagesGiveIdsAndQueuePairs() {
        byte[] request = FrameBuilder.rocev2("10.0.0.1", "10.0.0.2", 0x64, 1, 0)
                .connectionManager(0x0010, 0x11223344, 0, 0x345)
                .icrc()
                .build();
        assertThat(decode(request).isConnectRequest()).isTrue();
        assertThat(frame.cmLocalId()).isEqualTo(0x11223344);
        assertThat(frame.cmLocalQp()).isEqualTo(0x345);
        byte[] reply = FrameBuilder.rocev2("10.0.0.2", "10.0.0.1", 0x64, 1, 0)
                .connectionManager(0x0013, 0x55667788, 0x11223344, 0x678)
                .icrc()
                .build();
        assertThat(decode(reply).isConnectReply()).isTrue();
        assertThat(frame.cmLocalId()).isEqualTo(0x55667788);
        assertThat(frame.cmRemoteId()).isEqualTo(0x11223344);
        assertThat(frame.cmLocalQp()).isEqualTo(0x678);
    }

    @Test
    void everyCutOfAPacketIsTruncatedAndNeverMalformed() {
        byte[] whole = withCeData(ethernet().vlan(3, 1));
        for (int length = 0; length < whole.length; length++) {
            decode(Arrays.copyOf(whole, length), whole.length, LinkType.ETHERNET);
            assertThat(frame.truncated()).isTrue();
            assertThat(frame.malformed()).as("cut at " + length).isFalse();
            boolean portThere = length >= 18 + 20 + 4;
            assertThat(frame.kind()).isEqualTo(portThere ? FrameKind.ROCEV2 : FrameKind.OTHER);
            assertThat(frame.hasBth()).isEqualTo(length >= 18 + 20 + 8 + 12);
        }
    }

    @Test
    void headersThatContradictEachOtherAreMalformed() {
        assertMalformed(change(14, 0x44), FrameKind.OTHER);
        assertMalformed(change(14, 0x65), FrameKind.OTHER);
        assertMalformed(change16(16, 20), FrameKind.OTHER);
        assertMalformed(change16(16, 19), FrameKind.OTHER);
        assertMalformed(change16(16, 65_535), FrameKind.ROCEV2);
        assertThat(frame.hasBth()).isTrue();
        assertMalformed(change16(38, 4), FrameKind.ROCEV2);
        assertThat(frame.hasBth()).isFalse();
        assertMalformed(change16(38, 0), FrameKind.ROCEV2);
        assertMalformed(change16(38, 65_535), FrameKind.ROCEV2);
        assertThat(frame.hasBth()).isTrue();
        assertMalformed(new byte[0], FrameKind.OTHER);
        assertMalformed(hex("020000000002020000000001 8100"), FrameKind.OTHER);
    }

    private static byte[] change(int index, int value) {
        byte[] bytes = withCeData(ethernet());
        bytes[index] = (byte) value;
        return bytes;
    }

    private static byte[] change16(int index, int value) {
        byte[] bytes = withCeData(ethernet());
        ByteBuffer.wrap(bytes).putShort(index, (short) value);
        return bytes;
    }

    private void assertMalformed(byte[] bytes, FrameKind kind) {
        assertThat(decode(bytes).malformed()).isTrue();
        assertThat(frame.kind()).isEqualTo(kind);
    }

    @Test
    void aTotalLengthOfZeroIsThatOfASegmentationOffload() {
        byte[] bytes = withCeData(ethernet());
        ByteBuffer.wrap(bytes).putShort(16, (short) 0).putShort(38, (short) 0);
        assertCeData(decode(bytes));
    }

    @Test
    void paddingAndTrailersBehindTheIpPacketAreNotRead() {
        byte[] bytes = withCeData(ethernet());
        assertCeData(decode(Arrays.copyOf(bytes, bytes.length + 24)));
    }

    @Test
    void endlessNestingEnds() {
        FrameBuilder nested = ethernet();
        for (int i = 0; i < 200; i++) {
            nested.ipv4("10.0.0.1", "10.0.0.2");
        }
        byte[] bytes = nested.udp(1, 4791).bth(WRITE_MIDDLE, 1, 2).build();
        assertThat(decode(bytes).kind()).isEqualTo(FrameKind.OTHER);
    }

    @Test
    void ipTextIsThatOfRfc5952() {
        assertThat(IpText.of(0, 0)).isEqualTo("::");
        assertThat(IpText.of(0, 1)).isEqualTo("::1");
        assertThat(IpText.of(0x20010db800000000L, 0x0000000000000064L)).isEqualTo("2001:db8::64");
        assertThat(IpText.of(0x20010db800000001L, 0x0001000000000001L)).isEqualTo("2001:db8:0:1:1::1");
        assertThat(IpText.of(0x20010db800000001L, 0x0001000100010001L)).isEqualTo("2001:db8:0:1:1:1:1:1");
        assertThat(IpText.of(0x2001000000010000L, 0x0000000100000000L)).isEqualTo("2001:0:1::1:0:0");
        assertThat(IpText.of(0xfe80000000000000L, 0)).isEqualTo("fe80::");
        assertThat(IpText.of(0, 0x0000ffff0a000064L)).isEqualTo("10.0.0.100");
    }
}
