package io.stormglass.models.ecn;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Published settings. Some are bytes whatever the link is, others grow with it. */
public enum NamedProfile {
    /** The paper's deployment: 5 kB, 200 kB, 1 %. */
    DCQCN_PAPER("dcqcn-paper", "DCQCN, SIGCOMM 2015, deployment", line -> new Thresholds(5_000, 200_000, 0.01)),
    /** 100 kB, 400 kB, 20 % per 25 Gb/s. */
    HPCC(
            "hpcc",
            "HPCC, SIGCOMM 2019, run.py of its simulator",
            line -> new Thresholds(line / 250_000, line / 62_500, 0.2)),
    /** A step of 30 kB per 10 Gb/s. */
    DCTCP(
            "dctcp",
            "DCTCP settings of the HPCC simulator",
            line -> new Thresholds(3 * (line / 1_000_000), 3 * (line / 1_000_000), 1)),
    /** 7 kB, two bandwidth-delay products of 20 us, 30 %. */
    HUAWEI_LATENCY(
            "huawei-latency",
            "Huawei lossless network guide, low latency; above 100 Gb/s scaled with the link",
            line -> new Thresholds(7_000, 2 * bytesOf20Micros(line), 0.3)),
    /** 7 kB, three bandwidth-delay products of 20 us, 10 %. */
    HUAWEI_THROUGHPUT(
            "huawei-throughput",
            "Huawei lossless network guide, high throughput; above 100 Gb/s scaled with the link",
            line -> new Thresholds(7_000, 3 * bytesOf20Micros(line), 0.1)),
    /** 1 MiB, 2 MiB, 5 %. */
    SONIC_DEFAULT(
            "sonic-default",
            "SONiC, WRED_PROFILE AZURE_LOSSLESS of its configuration templates",
            line -> new Thresholds(1_048_576, 2_097_152, 0.05)),
    /** 250 kB, 2.5 MB, 5 %. */
    SONIC_250K(
            "sonic-250k",
            "SONiC, AZURE_LOSSLESS as tutorials give it",
            line -> new Thresholds(250_000, 2_500_000, 0.05)),
    /** 150 kB, 1.5 MB, 100 %. */
    NVUE_DEFAULT(
            "nvue-default",
            "Cumulus Linux NVUE, RoCE mode; its Pmax is an assumption",
            line -> new Thresholds(150_000, 1_500_000, 1)),
    /** 120 kB, 600 kB, 20 %. */
    BLOG(
            "blog",
            "a 64:1 incast comparison at 400 Gb/s; its Pmax is an assumption",
            line -> new Thresholds(120_000, 600_000, 0.2));

    /** Devices round thresholds to cells. */
    private static final double ROUNDING = 0.03;

    private final String text;
    private final String source;

    // A lambda holds nothing that could change.
    @SuppressWarnings("ImmutableEnumChecker")
    private final LongFunction<Thresholds> thresholds;

    NamedProfile(String text, String source, LongFunction<Thresholds> thresholds) {
        this.text = text;
        this.source = source;
        this.thresholds = thresholds;
    }

    private static long bytesOf20Micros(long lineBitsPerSecond) {
        return lineBitsPerSecond / 400_000;
    }

    /** Name as written. */
    public String text() {
        return text;
    }

    /** Where it is from. */
    public String source() {
        return source;
    }

    /** The setting at a line rate. */
    public Thresholds at(long lineBitsPerSecond) {
        return thresholds.apply(lineBitsPerSecond);
    }

    /**
     * The published setting that a queue has today.
     *
     * @return nothing where it is none of them, up to 3 % of each value
     */
    public static Optional<NamedProfile> of(Thresholds current, long lineBitsPerSecond) {
        return Arrays.stream(values())
                .filter(profile -> near(profile.at(lineBitsPerSecond), current))
                .findFirst();
    }

    private static boolean near(Thresholds named, Thresholds current) {
        return near((double) named.kminBytes(), (double) current.kminBytes())
                && near((double) named.kmaxBytes(), (double) current.kmaxBytes())
                && near(named.maxProbability(), current.maxProbability());
    }

    private static boolean near(double named, double current) {
        return Math.abs(named - current) <= ROUNDING * named;
    }

    /**
     * The profile of a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static NamedProfile of(String text) {
        for (NamedProfile profile : values()) {
            if (profile.text.equals(text)) {
                return profile;
            }
        }
        throw new IllegalArgumentException("no published profile is called '" + text + "'; there are "
                + Arrays.stream(values()).map(NamedProfile::text).collect(Collectors.joining(", ")));
    }
}
