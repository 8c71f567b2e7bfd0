package io.stormglass.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeviceNamesTest {
    @Test
    void aDeviceIsTheFilesNameWithoutFolderAndEndings() {
        assertThat(DeviceNames.ofFile("/var/captures/leaf-3.pcapng.zst")).isEqualTo("leaf-3");
        assertThat(DeviceNames.ofFile("ring.pcapng.1")).isEqualTo("ring");
        assertThat(DeviceNames.ofFile("v1.2.pcap")).isEqualTo("v1.2");
        assertThat(DeviceNames.ofFile("stdin")).isEqualTo("stdin");
    }

    @Test
    void whatKeysCannotHoldIsReplaced() {
        assertThat(DeviceNames.ofFile("a|b c.pcap")).isEqualTo("a-b-c");
        assertThat(DeviceNames.ofFile("/x/.pcap")).isEqualTo("capture");
        assertThat(DeviceNames.ofPort("eth|0")).isEqualTo("eth-0");
        assertThat(DeviceNames.ofPort(" ")).isEqualTo("if0");
    }
}
