package io.stormglass.emulator.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Sizes of messages as a cumulative distribution, linear between its points.
 *
 * <pre>
 * F(x) = p_i + (p_i+1 - p_i) (x - x_i) / (x_i+1 - x_i)      x drawn as the inverse of F at u uniform in [0, 1)
 * mean = sum (p_i+1 - p_i) (x_i + x_i+1) / 2
 * </pre>
 *
 * <p>Sources: {@link #webSearch} is the query and background traffic of Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010; {@link #dataMining} is the
 * cluster of Greenberg et al., "VL2", SIGCOMM 2009. Neither paper prints a table; the points are those that Alizadeh et al. published with "pFabric", SIGCOMM
 * 2013, in packets of 1,460 bytes, and that later work reuses. Their programs start the first interval at 0 or at the first point; here it starts at the
 * first point.
 *
 * <p>Worked number: the mean of {@link #webSearch} is 1,140 packets, 1.66 MB; that of {@link #dataMining} 5,116 packets, 7.47 MB.
 *
 * @param name as users write it
 * @param points rising in both
 */
public record SizeDistribution(String name, List<Point> points) {
    private static final int PACKET_BYTES = 1460;

    /**
     * A point of the distribution.
     *
     * @param bytes above 0
     * @param share of messages that are at most so large, 0 to 1
     */
    public record Point(long bytes, double share) {}

    public SizeDistribution {
        Objects.requireNonNull(name, "name");
        points = List.copyOf(points);
        if (points.isEmpty()
                || points.getFirst().bytes() < 1
                || points.getLast().share() != 1) {
            throw new IllegalArgumentException(
                    "sizes " + points + " must begin with at least 1 byte and end with share 1");
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).bytes() < points.get(i - 1).bytes()
                    || points.get(i).share() < points.get(i - 1).share()) {
                throw new IllegalArgumentException("sizes " + points + " must rise");
            }
        }
    }

    /** All of one size. */
    public static SizeDistribution fixed(long bytes) {
        return new SizeDistribution("fixed", List.of(new Point(bytes, 0), new Point(bytes, 1)));
    }

    /** DCTCP's web search cluster. */
    public static SizeDistribution webSearch() {
        return packets(
                "web-search",
                new int[] {1, 6, 13, 19, 33, 53, 133, 667, 1333, 3333, 6667, 20_000},
                new double[] {0, 0.15, 0.2, 0.3, 0.4, 0.53, 0.6, 0.7, 0.8, 0.9, 0.97, 1});
    }

    /** VL2's data mining cluster. */
    public static SizeDistribution dataMining() {
        return packets("data-mining", new int[] {1, 1, 2, 3, 7, 267, 2107, 66_667, 666_667}, new double[] {
            0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1
        });
    }

    private static SizeDistribution packets(String name, int[] packets, double[] shares) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < packets.length; i++) {
            points.add(new Point((long) packets[i] * PACKET_BYTES, shares[i]));
        }
        return new SizeDistribution(name, points);
    }

    /** The same with everything above a size cut to it. */
    public SizeDistribution cutAt(long mostBytes) {
        List<Point> cut = new ArrayList<>();
        for (Point point : points) {
            cut.add(new Point(Math.min(point.bytes(), mostBytes), point.share()));
        }
        return new SizeDistribution(name, cut);
    }

    /** The mean. */
    public double meanBytes() {
        double mean = 0;
        for (int i = 1; i < points.size(); i++) {
            double share = points.get(i).share() - points.get(i - 1).share();
            mean += share * (points.get(i).bytes() + points.get(i - 1).bytes()) / 2;
        }
        return mean;
    }

    /** A size. */
    public long draw(SplittableRandom random) {
        double u = random.nextDouble();
        int upper = 1;
        while (upper < points.size() - 1 && points.get(upper).share() <= u) {
            upper++;
        }
        if (points.size() == 1) {
            return points.getFirst().bytes();
        }
        Point low = points.get(upper - 1);
        Point high = points.get(upper);
        double share = high.share() - low.share();
        double part = share <= 0 ? 1 : Math.clamp((u - low.share()) / share, 0, 1);
        return Math.max(1, Math.round(low.bytes() + part * (high.bytes() - low.bytes())));
    }
}
