package io.stormglass.embedded;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * Main class of a process that runs a stack until it is stopped. Says on standard output {@code READY bootstrap registry},
 * or {@code REFUSED reason}, and {@code CLOSED} once it was asked to stop and has.
 */
final class EmbeddedChild {
    private EmbeddedChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedStack stack;
        try {
            stack = EmbeddedStack.start(EmbeddedConfig.keptIn(Path.of(arguments[0])));
        } catch (EmbeddedException e) {
            System.out.println("REFUSED " + e.getMessage());
            System.exit(3);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stack.close();
            System.out.println("CLOSED");
        }));
        System.out.println("READY " + stack.bootstrapServers() + " " + stack.registryUrl());
        new CountDownLatch(1).await();
    }
}
