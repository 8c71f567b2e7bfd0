package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.BufferSettings;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.PauseThreshold;
import io.stormglass.emulator.telemetry.SwitchSystem.Hidden;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the agent of a switch reads back of marking and buffer.
 *
 * @param system how it is shown
 * @param buffer of the switch
 */
record KeptFacts(SwitchSystem system, BufferSettings buffer) {
    private static final int PRIORITIES = 8;
    private static final int MOST_WEIGHT = 31;

    /** Thresholds in bytes. A priority that is not marked has none that could be told, nor has one whose thresholds are no known number of bytes. */
    List<QueueEcn> thresholds(EcnSettings ecn) {
        List<QueueEcn> found = new ArrayList<>();
        Long least = system.bytes(units(ecn.curve().kminBytes()));
        Long most = system.bytes(units(ecn.curve().kmaxBytes()));
        if (least != null && most != null) {
            each(ecn.priorities(), priority -> found.add(new QueueEcn(priority, least, most)));
        }
        return found;
    }

    /**
     * What is kept for each marked priority.
     *
     * @param own end of the object's name where the port has one of its own; empty where it has that of the device
     */
    List<QueueMarking> markings(EcnSettings ecn, String own) {
        List<QueueMarking> found = new ArrayList<>();
        boolean named = !system.hides(Hidden.OBJECT);
        each(
                ecn.priorities(),
                priority -> found.add(new QueueMarking(
                        priority,
                        system.name().word(),
                        named ? system.object() + own : "",
                        named ? system.name().place(priority) : "",
                        system.unit(),
                        units(ecn.curve().kminBytes()),
                        units(ecn.curve().kmaxBytes()),
                        system.hides(Hidden.PMAX) ? null : (Double) ecn.curve().maxProbability(),
                        system.hides(Hidden.WEIGHT) ? null : exponent(ecn.averageWeight()),
                        system.toldPieceBytes())));
        return found;
    }

    private @Nullable Long units(long bytes) {
        return system.units(bytes, buffer.totalBytes());
    }

    /** n of a weight of 2^-n; null where it is none. */
    static @Nullable Integer exponent(double weight) {
        int exponent = -Math.getExponent(weight);
        boolean isPower = Math.scalb(1.0, -exponent) == weight;
        return isPower && exponent >= 0 && exponent <= MOST_WEIGHT ? (Integer) exponent : null;
    }

    /** The buffer as each lossless priority of a port sees it; none where all of it is hidden. */
    List<QueueBuffer> buffers(int lossless, long sharedBytes) {
        List<QueueBuffer> found = new ArrayList<>();
        boolean sizes = !system.hides(Hidden.BUFFER);
        boolean limits = !system.hides(Hidden.ALPHA);
        if (sizes || limits) {
            each(
                    lossless,
                    priority -> found.add(new QueueBuffer(
                            priority,
                            sizes && sharedBytes > 0 ? (Long) sharedBytes : null,
                            sizes ? (Long) buffer.reserveBytes() : null,
                            limits && buffer.threshold() instanceof PauseThreshold.Dynamic dynamic
                                    ? (Double) dynamic.alpha()
                                    : null,
                            limits && buffer.threshold() instanceof PauseThreshold.Static fixed
                                    ? (Long) fixed.xoffBytes()
                                    : null,
                            limits ? (Long) buffer.xonOffsetBytes() : null)));
        }
        return found;
    }

    /** Takes a priority. */
    private interface PriorityUse {
        void of(int priority);
    }

    private static void each(int priorities, PriorityUse use) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((priorities >>> priority & 1) != 0) {
                use.of(priority);
            }
        }
    }
}
