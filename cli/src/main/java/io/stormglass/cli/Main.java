package io.stormglass.cli;

/** Starts the {@code stormglass} command. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        Shutdown shutdown = Shutdown.install(Thread.currentThread());
        int code = ExitCodes.FAILED;
        try {
            code = Command.run(Terminal.system(), args);
        } finally {
            // Also after an Error: nobody waits for a command that is gone.
            shutdown.finished();
        }
        System.exit(code);
    }
}
