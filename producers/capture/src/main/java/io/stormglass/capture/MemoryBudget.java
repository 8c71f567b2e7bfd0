package io.stormglass.capture;

/** Memory that the flows of one pass share for what grows with the traffic; whoever is refused makes do with less. */
final class MemoryBudget {
    private long bytesLeft;

    MemoryBudget(long bytes) {
        bytesLeft = bytes;
    }

    /** Takes so many bytes, or none and answers false. */
    boolean take(long bytes) {
        if (bytes > bytesLeft) {
            return false;
        }
        bytesLeft -= bytes;
        return true;
    }

    void giveBack(long bytes) {
        bytesLeft += bytes;
    }
}
