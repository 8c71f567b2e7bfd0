package io.stormglass.embedded.peers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Our client against Apicurio Registry's Confluent-compatible interface: a server that shares no code with us. */
final class ApicurioRegistryIT extends RegistryClientContract {
    private static @Nullable ApicurioServer server;

    @BeforeAll
    static void startTheServer() throws IOException, InterruptedException {
        assumeTrue(
                ApicurioServer.installed(),
                "Apicurio Registry is not installed; run embedded/src/test/peers/install,"
                        + " or name an unpacked one in STORMGLASS_APICURIO_HOME");
        server = ApicurioServer.start();
    }

    @AfterAll
    static void stopTheServer() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    String url() {
        if (server == null) {
            throw new IllegalStateException("the server was not started");
        }
        return server.url();
    }
}
