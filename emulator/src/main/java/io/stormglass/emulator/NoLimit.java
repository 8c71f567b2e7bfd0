package io.stormglass.emulator;

/** No control at all. */
final class NoLimit implements FlowControl {
    @Override
    public void restart(long seed) {}
}
