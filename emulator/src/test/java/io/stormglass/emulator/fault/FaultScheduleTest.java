package io.stormglass.emulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.EcnSettings;
import io.stormglass.models.dcqcn.MarkingCurve;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultScheduleTest {
    private static final DeviceNames NAMES = new DeviceNames() {
        @Override
        public String device(int node) {
            return "node-" + node;
        }

        @Override
        public String port(int node, int port) {
            return "port-" + port;
        }
    };

    private static FaultLabel label(Fault fault) {
        return new FaultSchedule(List.of(new ScheduledFault(fault, 1_500_000, 2_500_000)))
                .labels(NAMES)
                .getFirst();
    }

    @Test
    void aLabelNamesKindDevicePortPriorityAndTime() {
        assertThat(label(new Fault.NicPauseStorm(3, 1 << 4)))
                .isEqualTo(new FaultLabel("nic-pause-storm", "node-3", "port-0", 4, 1, 3));
        assertThat(label(new Fault.NicPauseStorm(3, 0xff)).priority()).isEqualTo(-1);
        assertThat(label(new Fault.EcnOff(5))).isEqualTo(new FaultLabel("ecn-off", "node-5", null, -1, 1, 3));
        EcnSettings ecn = EcnSettings.atDequeue(new MarkingCurve(1, 2, 1));
        assertThat(label(new Fault.WrongThresholds(5, 2, ecn)))
                .isEqualTo(new FaultLabel("wrong-thresholds", "node-5", "port-2", 3, 1, 3));
        assertThat(label(new Fault.WrongDscpMap(5, 3, 1)))
                .isEqualTo(new FaultLabel("wrong-dscp-map", "node-5", null, 3, 1, 3));
        assertThat(label(new Fault.LinkFlap(5, 1, 10, 0)))
                .isEqualTo(new FaultLabel("link-flap", "node-5", "port-1", -1, 1, 3));
        assertThat(label(new Fault.SlowRefresh(2, "queues", 10)))
                .isEqualTo(new FaultLabel("slow-refresh", "node-2", null, -1, 1, 3));
    }

    @Test
    void whatCannotBeAFaultIsRefusedWithItsValue() {
        assertThatThrownBy(() -> new Fault.NicPauseStorm(0, 0)).hasMessageContaining("priorities are 0");
        assertThatThrownBy(() -> new Fault.SlowReceiver(-1, 1)).hasMessageContaining("host is -1");
        assertThatThrownBy(() -> new Fault.SlowReceiver(0, 0)).hasMessageContaining("drain rate");
        assertThatThrownBy(() -> new Fault.PcieBackPressure(0, 1, 10, 10)).hasMessageContaining("period");
        assertThatThrownBy(() -> new Fault.CnpLoss(0, 1.5)).hasMessageContaining("1.5");
        assertThatThrownBy(() -> new Fault.LinkFlap(0, 0, 10, 9)).hasMessageContaining("period");
        assertThatThrownBy(() -> new Fault.LinkDegraded(0, 0, 7, 0)).hasMessageContaining("7 bit/s");
        assertThatThrownBy(() -> new Fault.LinkDegraded(0, 0, 25_000_000_000L, 1))
                .hasMessageContaining("1.0");
        assertThatThrownBy(() -> new Fault.WrongDscpMap(0, 3, 3)).hasMessageContaining("3");
        assertThatThrownBy(() -> new Fault.WrongDscpMap(0, 8, 3)).hasMessageContaining("8");
        assertThatThrownBy(() -> new ScheduledFault(new Fault.EcnOff(1), 5, 5)).hasMessageContaining("ecn-off");
    }
}
