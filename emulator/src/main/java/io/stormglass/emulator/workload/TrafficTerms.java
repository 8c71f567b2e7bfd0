package io.stormglass.emulator.workload;

import io.stormglass.emulator.Transport;
import java.util.Objects;

/**
 * Whose a workload's messages are, how and when they are sent.
 *
 * @param tenant name of who sends them, for people; several workloads may have one
 * @param priority of the data, 0 to 7
 * @param transport law, window and ECN
 * @param fromPicos nothing begins before
 * @param untilPicos nothing new begins from then on; what has begun goes on
 */
public record TrafficTerms(String tenant, int priority, Transport transport, long fromPicos, long untilPicos) {
    public TrafficTerms {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(transport, "transport");
        if (priority < 0 || priority > 7) {
            throw new IllegalArgumentException("priority is " + priority + ", 0 to 7 is possible");
        }
        if (fromPicos < 0 || untilPicos < fromPicos) {
            throw new IllegalArgumentException("from " + fromPicos + " until " + untilPicos
                    + " ps: times from 0 on, the second not before the first, are needed");
        }
    }

    /** From the start to the end of the run, tenant {@code main}. */
    public static TrafficTerms always(int priority, Transport transport) {
        return new TrafficTerms("main", priority, transport, 0, Long.MAX_VALUE);
    }
}
