package io.stormglass.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a command has started; closed in reverse order, all of it, also after an interrupt: what closes has to wait for
 * threads of its own and could not with the interrupt still pending.
 */
final class Resources implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Resources.class);

    private record Named(String what, AutoCloseable resource) {}

    private final Deque<Named> open = new ArrayDeque<>();

    <T extends AutoCloseable> T add(String what, T resource) {
        open.push(new Named(what, resource));
        return resource;
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            while (!open.isEmpty()) {
                Named next = open.pop();
                try {
                    next.resource().close();
                } catch (Exception e) {
                    LOG.warn("cannot close {}: {}", next.what(), e.toString());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
