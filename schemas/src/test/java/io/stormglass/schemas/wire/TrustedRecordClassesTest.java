package io.stormglass.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.PortTransition;
import java.io.File;
import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.Test;

final class TrustedRecordClassesTest {
    @Test
    void aBuilderOfAGeneratedClassWorksBeforeAnythingElseIsUsed() throws Exception {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Fresh.class.getName())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void nothingElseBecomesTrusted() {
        assertThat(PortTransition.newBuilder().build().getFabric()).isEmpty();
        assertThatThrownBy(() -> ClassSecurityValidator.validate(File.class)).isInstanceOf(SecurityException.class);
    }

    /** A program of its own. */
    static final class Fresh {
        private Fresh() {}

        public static void main(String[] arguments) {
            PortTransition.newBuilder().build();
        }
    }
}
