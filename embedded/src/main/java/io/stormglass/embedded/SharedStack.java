package io.stormglass.embedded;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * One stack for all broker tests of a JVM: started when first asked for, closed when the JVM ends. Tests keep out of
 * each other's way by names from {@link #uniqueName}.
 */
public final class SharedStack {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private SharedStack() {}

    /** Loaded, and thereby started, on first use only. */
    private static final class Holder {
        static final EmbeddedStack STACK = start();

        private static EmbeddedStack start() {
            EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary());
            Runtime.getRuntime().addShutdownHook(new Thread(stack::close, "shared-stack-close"));
            return stack;
        }
    }

    /** Addresses of the shared stack. */
    public static EmbeddedStack.Endpoints endpoints() {
        return Holder.STACK.endpoints();
    }

    /**
     * A name that no other call in this JVM gets, for topic prefixes, run ids, application ids, groups.
     *
     * @param hint start of the name, such as the test's name; characters that a topic name may not have are replaced
     */
    public static String uniqueName(String hint) {
        return hint.replaceAll("[^a-zA-Z0-9-]", "-") + "-" + NAMES.incrementAndGet();
    }
}
