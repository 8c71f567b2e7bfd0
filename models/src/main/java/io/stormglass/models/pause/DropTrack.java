package io.stormglass.models.pause;

/** Drops of one priority, inside a watchdog's action or outside. */
final class DropTrack {
    final PortSign.Kind kind;
    final int priority;
    private final SecondSums sums;
    private long untilNanos;

    DropTrack(PortSign.Kind kind, int priority) {
        this.kind = kind;
        this.priority = priority;
        sums = new SecondSums();
    }

    DropTrack(PortPausesState.Drops state) {
        kind = state.kind();
        priority = state.priority();
        sums = new SecondSums(state.sums());
        untilNanos = state.untilNanos();
    }

    void dropped(long atNanos, long packets, long holdNanos) {
        sums.add(atNanos / SecondSums.NANOS, packets);
        untilNanos = atNanos + holdNanos;
    }

    long packets(long atNanos, int seconds) {
        return sums.sum(atNanos / SecondSums.NANOS, seconds);
    }

    long untilNanos() {
        return untilNanos;
    }

    PortPausesState.Drops state() {
        return new PortPausesState.Drops(kind, priority, sums.state(), untilNanos);
    }
}
