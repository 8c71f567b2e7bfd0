package io.stormglass.cli;

import io.stormglass.embedded.EmbeddedConfig;
import io.stormglass.embedded.EmbeddedException;
import io.stormglass.embedded.EmbeddedStack;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Kafka and registry that a run uses: the user's own, or embedded ones.
 *
 * @param bootstrapServers addresses for Kafka clients
 * @param registryUrl address of the schema registry
 * @param clientSettings further settings of Kafka clients
 * @param embedded true where they live and die with this process
 */
record Cluster(String bootstrapServers, String registryUrl, Map<String, String> clientSettings, boolean embedded) {

    /** A cluster that starts while something else is done. */
    static final class Starting implements AutoCloseable {
        private final @Nullable Cluster own;
        private final @Nullable CompletableFuture<EmbeddedStack> stack;

        private Starting(@Nullable Cluster own, @Nullable CompletableFuture<EmbeddedStack> stack) {
            this.own = own;
            this.stack = stack;
        }

        /** Whether it is one of our own. */
        boolean isEmbedded() {
            return stack != null;
        }

        /** Ends when the cluster serves or has failed. */
        CompletableFuture<?> ready() {
            return stack == null ? CompletableFuture.completedFuture(own) : stack;
        }

        /** The cluster, once it serves. */
        Cluster await() throws InterruptedException {
            if (own != null) {
                return own;
            }
            try {
                EmbeddedStack started = Objects.requireNonNull(stack).get();
                return new Cluster(started.bootstrapServers(), started.registryUrl(), Map.of(), true);
            } catch (ExecutionException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw cause instanceof EmbeddedException
                        ? CommandFailure.failed(String.valueOf(cause.getMessage()), cause)
                        : CommandFailure.failed("the embedded Kafka did not start: " + cause, cause);
            }
        }

        /** Stops what was started. */
        @Override
        public void close() {
            if (stack != null) {
                // Also where it is still starting: what it has started by then has to stop.
                stack.handle((started, error) -> started)
                        .thenAccept(started -> {
                            if (started != null) {
                                started.close();
                            }
                        })
                        .join();
            }
        }
    }

    static Starting own(String bootstrapServers, String registryUrl, Map<String, String> clientSettings) {
        return new Starting(new Cluster(bootstrapServers, registryUrl, clientSettings, false), null);
    }

    /** Starts a stack of our own in the background. */
    static Starting embedded(@Nullable Path dataDirectory) {
        EmbeddedConfig config =
                dataDirectory == null ? EmbeddedConfig.temporary() : EmbeddedConfig.keptIn(dataDirectory);
        CompletableFuture<EmbeddedStack> stack = new CompletableFuture<>();
        Thread starter = new Thread(
                () -> {
                    try {
                        stack.complete(EmbeddedStack.start(config));
                    } catch (RuntimeException | Error e) {
                        stack.completeExceptionally(e);
                    }
                },
                "stormglass-embedded-start");
        starter.setDaemon(true);
        starter.start();
        return new Starting(null, stack);
    }
}
