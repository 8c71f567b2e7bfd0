package io.stormglass.models.storm;

/**
 * Limits of incidents.
 *
 * @param settleNanos after this the identity is fixed; nothing pages before
 * @param clearNanos how long every port must stay clear before the incident is resolved
 * @param silentNanos a storm state of a device that has been silent for so long counts as over, whatever the other end of its link says
 * @param reopenNanos a storm of the same origin within this time after resolution is the same incident
 * @param warningBelowConfidence below this confidence the severity is warning
 * @param criticalDrops packets of a lossless priority dropped in 10 s that are critical; one is a warning
 * @param emergency from when a critical incident is an emergency
 * @param paging when an incident pages
 * @param bounds how much an incident holds
 */
public record StormSettings(
        long settleNanos,
        long clearNanos,
        long silentNanos,
        long reopenNanos,
        double warningBelowConfidence,
        double criticalDrops,
        Emergency emergency,
        Paging paging,
        Bounds bounds) {
    private static final long SECOND = 1_000_000_000L;

    public StormSettings {
        if (settleNanos < 0 || clearNanos < 0 || silentNanos < 0 || reopenNanos < 0) {
            throw new IllegalArgumentException("settle " + settleNanos + " ns, clear " + clearNanos + " ns, silent "
                    + silentNanos + " ns and reopen " + reopenNanos + " ns must not be negative");
        }
    }

    /**
     * Limits of an emergency other than a deadlock; either is enough.
     *
     * @param switches with waiting ports
     * @param hostShare share of the known host ports held up, 0..1
     * @param hosts host ports that must be held up before their share counts
     */
    public record Emergency(int switches, double hostShare, int hosts) {
        public Emergency {
            if (switches < 1 || hosts < 1 || !(hostShare > 0 && hostShare <= 1)) {
                throw new IllegalArgumentException("switches " + switches + " and host ports " + hosts
                        + " must be above 0, the share " + hostShare + " above 0 and at most 1");
            }
        }
    }

    /**
     * When an incident pages.
     *
     * @param holdNanos how long it must be critical
     * @param unexplainedNanos how long it must be open where its origin is a switch that pauses for no known reason: the storm that
     *     is the reason may take so long to be detected
     * @param openings or how often it must have opened
     * @param openingsNanos within this time
     * @param onCongestion true where congestion pages as well, after the hold time
     */
    public record Paging(
            long holdNanos, long unexplainedNanos, int openings, long openingsNanos, boolean onCongestion) {
        public Paging {
            if (holdNanos < 0 || unexplainedNanos < 0 || openings < 1 || openingsNanos <= 0) {
                throw new IllegalArgumentException(
                        "hold " + holdNanos + " ns and unexplained " + unexplainedNanos + " ns must not be negative, "
                                + openings + " openings in " + openingsNanos + " ns must be above 0");
            }
        }
    }

    /**
     * How much an incident holds.
     *
     * @param ports storm states; the oldest cleared ones leave first, what does not fit is not listed
     * @param openings newest kept
     * @param victims worst kept
     * @param timeline newest entries kept
     * @param evidence oldest entries kept
     */
    public record Bounds(int ports, int openings, int victims, int timeline, int evidence) {
        public Bounds {
            if (ports < 1 || openings < 1 || victims < 1 || timeline < 1 || evidence < 1) {
                throw new IllegalArgumentException("ports " + ports + ", openings " + openings + ", victims " + victims
                        + ", timeline " + timeline + " and evidence " + evidence + " must be above 0");
            }
        }
    }

    /**
     * 2 s settle, 60 s clear, 24 h silent, 15 min reopen, warning below 0.6, 10 drops; emergency from 3 switches or 10 % of the host ports, at least
     * 3; pages after 2 s or at 3 openings in 10 min, what a switch does for no known reason after 5 s (a choppy pause needs no longer); 256 ports, 32 openings, 20 victims, 50 timeline and 20 evidence entries.
     */
    public static StormSettings defaults() {
        return new StormSettings(
                2 * SECOND,
                60 * SECOND,
                86_400 * SECOND,
                900 * SECOND,
                0.6,
                10,
                new Emergency(3, 0.1, 3),
                new Paging(2 * SECOND, 5 * SECOND, 3, 600 * SECOND, false),
                new Bounds(256, 32, 20, 50, 20));
    }

    /** The same with another clear time. */
    public StormSettings withClearNanos(long nanos) {
        return new StormSettings(
                settleNanos,
                nanos,
                silentNanos,
                reopenNanos,
                warningBelowConfidence,
                criticalDrops,
                emergency,
                paging,
                bounds);
    }

    /** The same with other conditions of paging. */
    public StormSettings withPaging(Paging other) {
        return new StormSettings(
                settleNanos,
                clearNanos,
                silentNanos,
                reopenNanos,
                warningBelowConfidence,
                criticalDrops,
                emergency,
                other,
                bounds);
    }
}
