package io.stormglass.models.ecn;

/** Says what thresholds would do to a workload. Deterministic: the same arguments give the same answer. */
public interface WhatIf {
    /** What it is, for the recommendation that names it: {@code packet-queue}. */
    String name();

    /** Runs the workload under the thresholds once per seed. A seed is the same traffic under every setting. */
    Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds);
}
