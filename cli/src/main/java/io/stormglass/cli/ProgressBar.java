package io.stormglass.cli;

import java.util.Locale;

/** A bar on standard error while long work runs; nothing where nobody looks. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 30;
    private static final long REDRAW_NANOS = 100_000_000L;

    private final Terminal terminal;
    private final String what;
    private long drawnNanos;
    private boolean drawn;

    ProgressBar(Terminal terminal, String what) {
        this.terminal = terminal;
        this.what = what;
    }

    /** Shows a share of the work, 0 to 1. */
    void show(double share) {
        if (!terminal.errIsTerminal()) {
            return;
        }
        long nowNanos = System.nanoTime();
        if (drawn && nowNanos - drawnNanos < REDRAW_NANOS) {
            return;
        }
        drawn = true;
        drawnNanos = nowNanos;
        int full = (int) Math.round(Math.clamp(share, 0.0, 1.0) * WIDTH);
        terminal.err()
                .print(String.format(
                        Locale.ROOT,
                        "\r%s [%s%s] %3.0f %%",
                        what,
                        "#".repeat(full),
                        ".".repeat(WIDTH - full),
                        Math.clamp(share, 0.0, 1.0) * 100));
        terminal.err().flush();
    }

    /** Wipes the bar. */
    @Override
    public void close() {
        if (drawn) {
            terminal.err().print("\r" + " ".repeat(what.length() + WIDTH + 10) + "\r");
            terminal.err().flush();
        }
    }
}
