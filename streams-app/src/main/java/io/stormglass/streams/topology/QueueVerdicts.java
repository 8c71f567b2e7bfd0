package io.stormglass.streams.topology;

import io.stormglass.models.shadow.FlowShadow;
import io.stormglass.models.shadow.FlowVerdict;
import io.stormglass.models.shadow.QueueSign;
import java.util.function.UnaryOperator;

/** The class of a flow for each answer that the switches can give. */
record QueueVerdicts(FlowVerdict unknown, FlowVerdict below, FlowVerdict passed) {
    /** As of the newest event that stepped the models. */
    static QueueVerdicts of(FlowShadow shadow) {
        long newestNanos = shadow.newestNanos();
        return new QueueVerdicts(
                shadow.verdict(newestNanos, QueueSign.UNKNOWN),
                shadow.verdict(newestNanos, QueueSign.BELOW_KMIN),
                shadow.verdict(newestNanos, QueueSign.PASSED_KMAX));
    }

    /** Whether the answer matters. */
    boolean ask() {
        return unknown.flowClass() != below.flowClass() || unknown.flowClass() != passed.flowClass();
    }

    QueueVerdicts each(UnaryOperator<FlowVerdict> change) {
        return new QueueVerdicts(change.apply(unknown), change.apply(below), change.apply(passed));
    }

    FlowVerdict of(QueueSign sign) {
        return switch (sign) {
            case UNKNOWN, BETWEEN -> unknown;
            case BELOW_KMIN -> below;
            case PASSED_KMAX -> passed;
        };
    }
}
