package io.stormglass.emulator.fault;

import java.util.Objects;

/**
 * A fault and its time.
 *
 * @param fault what goes wrong
 * @param fromPicos when it starts, 0 and up
 * @param toPicos when it is mended, above the start
 */
public record ScheduledFault(Fault fault, long fromPicos, long toPicos) {
    public ScheduledFault {
        Objects.requireNonNull(fault, "fault");
        if (fromPicos < 0 || toPicos <= fromPicos) {
            throw new IllegalArgumentException(fault.kind() + " from " + fromPicos + " to " + toPicos
                    + " ps: a start from 0 on and a later end are needed");
        }
    }
}
