package io.stormglass.emulator.queue;

/** A packet, acknowledgement or pause as a long: sender, bytes, flags, and the generation of the sender's queue pair. */
final class Word {
    static final long LAST = 1L << 32;
    static final long MARKED = 1L << 33;
    static final long CNP = 1L << 34;
    static final long ACK = 1L << 35;
    static final long XOFF = 1L << 36;
    private static final int GENERATION_SHIFT = 40;
    private static final int MASK = 0xffff;

    private Word() {}

    static long packet(int sender, int bytes, int generation) {
        return sender | ((long) bytes << 16) | ((long) generation << GENERATION_SHIFT);
    }

    static int sender(long word) {
        return (int) word & MASK;
    }

    static int bytes(long word) {
        return (int) (word >>> 16) & MASK;
    }

    /** Of the queue pair, modulo 2^24. */
    static int generation(long word) {
        return (int) (word >>> GENERATION_SHIFT);
    }

    static boolean has(long word, long flag) {
        return (word & flag) != 0;
    }
}
