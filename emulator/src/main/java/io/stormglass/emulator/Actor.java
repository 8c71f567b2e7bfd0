package io.stormglass.emulator;

/** Something that events happen to. */
interface Actor {
    /**
     * An event is due; the queue's clock stands at its time.
     *
     * @param what which of the actor's own kinds of event, 0 to 255
     */
    void act(int what);
}
