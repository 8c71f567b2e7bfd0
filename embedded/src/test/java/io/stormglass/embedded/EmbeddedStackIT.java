package io.stormglass.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

final class EmbeddedStackIT {
    @Test
    void startsServesAndRemovesItsTemporaryDirectory() throws Exception {
        long t0 = System.nanoTime();
        Path directory;
        long t2;
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary())) {
            long t1 = System.nanoTime();
            System.out.println("start ms " + (t1 - t0) / 1_000_000);
            directory = stack.dataDirectory();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
                admin.createTopics(List.of(new NewTopic("a", 2, (short) 1)))
                        .all()
                        .get();
                assertThat(admin.listTopics().names().get()).contains("a");
            }
            assertThat(stack.failure()).isEmpty();
            t2 = System.nanoTime();
        }
        System.out.println("stop ms " + (System.nanoTime() - t2) / 1_000_000);
        assertThat(directory).doesNotExist();
    }
}
