package io.stormglass.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    /** Version of the build; the parent POM has the same. */
    static final String NUMBER = "0.1.0-SNAPSHOT";

    @Override
    public String[] getVersion() {
        return new String[] {
            "stormglass " + NUMBER, "Java " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")"
        };
    }
}
