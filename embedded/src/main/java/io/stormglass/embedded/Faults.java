package io.stormglass.embedded;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.common.utils.internals.Exit;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the first fatal fault of a broker, where a broker with a process of its own would end that process. */
final class Faults implements FaultHandlerFactory {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedKafka.class);

    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();

    /** Makes Kafka's calls to end the JVM throw in the calling thread instead. Holds for the whole JVM. */
    static void keepProcessAlive() {
        Exit.setExitProcedure(Faults::refuse);
        Exit.setHaltProcedure(Faults::refuse);
    }

    private static void refuse(int status, @Nullable String message) {
        EmbeddedException refused = new EmbeddedException("the embedded broker wanted to end the process with status "
                + status + (message == null ? "" : ": " + message));
        LOG.error("{}; the process goes on without it", refused.getMessage(), refused);
        throw refused;
    }

    /** First fault after which the broker cannot go on. */
    Optional<Throwable> fatal() {
        return Optional.ofNullable(fatal.get());
    }

    @Override
    public FaultHandler build(String name, boolean isFatal, Runnable action) {
        return (message, cause) -> {
            FaultHandlerException fault = new FaultHandlerException(name + ": " + message, cause);
            if (isFatal) {
                fatal.compareAndSet(null, fault);
                LOG.error("the embedded broker has failed: {}", fault.getMessage(), fault);
            } else {
                LOG.warn("fault in the embedded broker: {}", fault.getMessage(), fault);
            }
            action.run();
            return fault;
        };
    }
}
