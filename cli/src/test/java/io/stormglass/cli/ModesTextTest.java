package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.CcModeShare;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModesTextTest {
    private static CcModeShare share(String flowClass, long flows, double share) {
        return new CcModeShare(flowClass, flows, share);
    }

    private static CcMode row(String rack, CcModeShare... classes) {
        CcMode mode = CcMode.newBuilder().build();
        mode.setFabric("pod1");
        mode.setRack(rack);
        mode.setClasses(List.of(classes));
        mode.setFlows(
                mode.getClasses().stream().mapToLong(CcModeShare::getFlows).sum());
        mode.setDominantClass(classes.length == 0 ? "" : classes[0].getClass$());
        mode.setDominantShare(classes.length == 0 ? 0 : classes[0].getShare());
        return mode;
    }

    @Test
    void aRackThatHasItOffIsOneLine() {
        String text = ModesText.of(List.of(
                row("", share("conforming", 4, 0.5), share("cc-off", 4, 0.5)),
                row("leaf1", share("conforming", 4, 1)),
                row("leaf2", share("cc-off", 4, 1))));
        assertThat(text).isEqualTo("""

                        Congestion control by rack
                          rack         flows  most are    all
                          leaf1            4  conforming  conforming 100 %
                          leaf2            4  cc-off      cc-off 100 %
                          all of pod1      8  conforming  conforming 50 %, cc-off 50 %
                        """);
    }

    @Test
    void withoutARackOfWhichSomethingIsKnownThereIsNothing() {
        assertThat(ModesText.of(List.of())).isEmpty();
        CcModeShare off = share("cc-off", 1, 1);
        assertThat(ModesText.of(List.of(row("", off), row("unknown", off)))).isEmpty();
        assertThat(ModesText.of(List.of(row("leaf1", share("unknown", 1, 1)), row("leaf2"))))
                .isEmpty();
    }
}
