package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import java.util.SplittableRandom;

/** Who sends: its name, its clock, and whether it speaks at present. */
final class Agent {
    final String id;
    final ObserverRole role;
    final Scope scope;
    final int samplingRate;
    final SplittableRandom random;

    private long epoch;
    private int silences;
    private int repeats;
    private long clockOffsetNanos;

    Agent(String id, ObserverRole role, Scope scope, int samplingRate, SplittableRandom random) {
        this.id = id;
        this.role = role;
        this.scope = scope;
        this.samplingRate = samplingRate;
        this.random = random;
    }

    long epoch() {
        return epoch;
    }

    boolean speaks() {
        return silences == 0;
    }

    boolean repeats() {
        return repeats > 0;
    }

    /** What the agent knows of its own clock: it measures it. */
    long clockOffsetNanos() {
        return clockOffsetNanos;
    }

    /** Time by its clock. */
    long clock(long nanos) {
        return nanos + clockOffsetNanos;
    }

    void fallSilent() {
        silences++;
    }

    void speakAgain() {
        silences--;
    }

    void startNewEpoch() {
        epoch++;
    }

    void startRepeating() {
        repeats++;
    }

    void stopRepeating() {
        repeats--;
    }

    void shiftClock(long nanos) {
        clockOffsetNanos += nanos;
    }
}
