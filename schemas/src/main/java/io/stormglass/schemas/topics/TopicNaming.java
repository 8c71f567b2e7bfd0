package io.stormglass.schemas.topics;

import java.util.regex.Pattern;

/**
 * The one place where names are built from prefix and run.
 *
 * @param prefix first part of every name, {@code stormglass} unless a site needs another; small letters, digits, {@code -}
 * @param runId {@code live}, or the id of a replay: small letters, digits, {@code -}, at most 60
 */
public record TopicNaming(String prefix, String runId) {
    /** Prefix where none is configured. */
    public static final String DEFAULT_PREFIX = "stormglass";
    /** Run id of everything that is not a replay. */
    public static final String LIVE = "live";

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,60}");

    public TopicNaming {
        requireName("prefix", prefix);
        requireName("run id", runId);
    }

    private static void requireName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    what + " '" + name
                            + "' must be 1 to 60 small letters, digits or '-': topic names and application ids are built from it");
        }
    }

    /** Names of the live topics under the default prefix. */
    public static TopicNaming live() {
        return new TopicNaming(DEFAULT_PREFIX, LIVE);
    }

    /** Names of a replay's topics under the default prefix. */
    public static TopicNaming replay(String runId) {
        return new TopicNaming(DEFAULT_PREFIX, runId);
    }

    /** True where these are the live topics. */
    public boolean isLive() {
        return runId.equals(LIVE);
    }

    /** Name of a topic: {@code stormglass.flow-events.v1}, in a replay {@code stormglass.<runId>.flow-events.v1}. */
    public String topic(Topic topic) {
        return isLive() ? liveName(topic) : prefix + "." + runId + "." + topic.shortName() + ".v" + Topic.VERSION;
    }

    /** Subject of a topic's value schema; a replay uses the live topic's. */
    public String subject(Topic topic) {
        return liveName(topic) + "-value";
    }

    /** Application id of the topologies: {@code stormglass}, in a replay {@code stormglass-<runId>}. */
    public String applicationId() {
        return isLive() ? prefix : prefix + "-" + runId;
    }

    private String liveName(Topic topic) {
        return prefix + "." + topic.shortName() + ".v" + Topic.VERSION;
    }
}
