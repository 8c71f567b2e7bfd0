package io.stormglass.emulator.workload;

import java.util.List;

/** The steps of a bulk-synchronous workload. */
interface StepPlan {
    Rounds rounds();

    int stepsPerRound();

    /** Messages of a step, to be sent at once; asked for once each, in order. Never none. */
    List<Message> messages(int step);

    /** {@link StepTime#busBytes}. */
    long busBytes(int step);
}
