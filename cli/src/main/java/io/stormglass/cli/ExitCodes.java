package io.stormglass.cli;

/** What the exit code of every command means. */
final class ExitCodes {
    static final int DONE = 0;
    /** The answer is no, or it could not be done. */
    static final int FAILED = 1;
    /** Wrong usage or unreadable input. */
    static final int USAGE = 2;
    /** Ctrl-C. */
    static final int INTERRUPTED = 130;

    private ExitCodes() {}
}
