package io.stormglass.cli;

/** Starts the {@code stormglass} command. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        Shutdown shutdown = Shutdown.install(Thread.currentThread());
        int code = Command.run(Terminal.system(), args);
        shutdown.finished();
        System.exit(code);
    }
}
