package io.stormglass.fabric.scenario;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.workload.Bursts;
import io.stormglass.emulator.workload.Rounds;
import io.stormglass.emulator.workload.SizeDistribution;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.event.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one element of {@code workloads}.
 *
 * @param section the element
 * @param hosts names
 * @param chosen how its flows are sent
 * @param time of the run
 * @param lineBitsPerSecond rate of the NICs
 */
record WorkloadReader(
        Section section, HostSets hosts, TransportReader.Chosen chosen, RunTime time, long lineBitsPerSecond) {
    private static final long MOST = 1L << 40;

    static final String[] KINDS = {
        "incast",
        "all-to-all",
        "all-reduce",
        "mixture-of-experts",
        "permutation",
        "poisson",
        "on-off",
        "checkpoint",
        "probe"
    };

    /** Hosts that a star needs for its incasts: senders, receiver, and one that is idle. */
    static int hostsNeeded(List<Section> workloads) throws ScenarioFileException {
        int needed = 8;
        for (Section section : workloads) {
            if (section.word("kind", null, KINDS).equals("incast")) {
                needed = Math.max(needed, senders(section) + 2);
            }
        }
        return needed;
    }

    private static int senders(Section section) throws ScenarioFileException {
        return section.small("senders", 8, 1, 4094);
    }

    Workload read() throws ScenarioFileException {
        String kind = section.word("kind", null, KINDS);
        int priority = section.small("priority", chosen.isTcp() ? 0 : 3, 0, 7);
        TrafficTerms terms = terms(priority, transport(kind));
        Workload workload;
        try {
            workload = read(kind, terms);
        } catch (IllegalArgumentException e) {
            throw section.wrong("kind", "(" + kind + ") cannot be: " + e.getMessage());
        }
        section.section("transport");
        section.done();
        return workload;
    }

    /** A probe shows the fabric, not what a law makes of its few packets. */
    private Transport transport(String kind) {
        if (!kind.equals("probe") || section.has("transport")) {
            return chosen.transport();
        }
        return new Transport(
                new CongestionControl.None(),
                WindowLimit.none(),
                chosen.transport().ecn());
    }

    private TrafficTerms terms(int priority, Transport transport) throws ScenarioFileException {
        long from = time.scaled(section.picos("fromMicros", 0));
        long until = time.scaled(section.picos("untilMicros", time.durationMicros()));
        if (until < from) {
            throw section.wrong("untilMicros", "is before fromMicros");
        }
        return new TrafficTerms(tenant(), priority, transport, from, until);
    }

    private Workload read(String kind, TrafficTerms terms) throws ScenarioFileException {
        return switch (kind) {
            case "incast" -> incast(terms);
            case "all-to-all" ->
                new Workload.AllToAll(terms, group(), rounds(section.whole("flowBytes", 1_000_000, 1, MOST)));
            case "all-reduce" -> {
                String algorithm = section.word("algorithm", "ring", "ring", "tree");
                yield new Workload.AllReduce(
                        terms,
                        group(),
                        rounds(section.whole("vectorBytes", 64_000_000, 1, MOST)),
                        algorithm.equals("ring")
                                ? Workload.AllReduce.Algorithm.RING
                                : Workload.AllReduce.Algorithm.TREE);
            }
            case "mixture-of-experts" ->
                new Workload.MixtureOfExperts(
                        terms,
                        group(),
                        rounds(section.whole("sentBytes", 8_000_000, 1, MOST)),
                        section.number("skew", 0.5, 0, 4));
            case "permutation" ->
                new Workload.Permutation(terms, group(), rounds(section.whole("flowBytes", 4_000_000, 1, MOST)));
            case "poisson" -> poisson(terms);
            case "on-off" -> onOff(terms);
            case "checkpoint" -> checkpoint(terms);
            case "probe" -> probe(terms);
            default -> throw new IllegalStateException(kind);
        };
    }

    /** It is the name of a job in the inventory. */
    private String tenant() throws ScenarioFileException {
        String tenant = section.text("tenant", "main");
        try {
            return Names.requireName("a tenant", tenant);
        } catch (IllegalArgumentException e) {
            throw section.wrong("tenant", "cannot be: " + e.getMessage());
        }
    }

    private List<Integer> group() throws ScenarioFileException {
        return hosts.hosts(section, "hosts", "all");
    }

    private Rounds rounds(long bytes) throws ScenarioFileException {
        return new Rounds(
                bytes,
                section.small("rounds", 1, 0, 1_000_000),
                section.picos("gapMicros", 0),
                section.picos("jitterMicros", 0));
    }

    private Bursts bursts(long standardBytes) throws ScenarioFileException {
        long least = section.whole("flowBytes", standardBytes, 1, MOST);
        long most = section.whole("flowBytesMost", least, 1, MOST);
        if (most < least) {
            throw section.wrong("flowBytesMost", "is " + most + ", below flowBytes (" + least + ")");
        }
        return new Bursts(
                least,
                most,
                section.small("bursts", 1, 0, 1_000_000),
                section.periodPicosOrNone("periodMicros"),
                section.picos("jitterMicros", 2));
    }

    private Workload incast(TrafficTerms terms) throws ScenarioFileException {
        int count = senders(section);
        int last = hosts.names().hosts() - 1;
        String standard = "host-" + Math.min(count, last);
        int receiver = hosts.host(section, "receiver", standard);
        List<Integer> from = new ArrayList<>(hosts.hosts(section, "from", "all"));
        from.remove(Integer.valueOf(receiver));
        if (from.size() < count) {
            throw section.wrong("senders", "is " + count + ", there are " + from.size() + " hosts to send");
        }
        return new Workload.Incast(terms, from.subList(0, count), receiver, bursts(4_000_000));
    }

    private Workload poisson(TrafficTerms terms) throws ScenarioFileException {
        List<Integer> from = hosts.hosts(section, "from", "all");
        List<Integer> to = hosts.hosts(section, "to", "all");
        String kind = section.word("sizes", "web-search", "web-search", "data-mining", "fixed");
        long bytes = section.whole("flowBytes", 64_000, 1, MOST);
        long most = section.whole("flowBytesMost", 0, 0, MOST);
        double load = section.number("load", 0.3, 1e-6, 1);
        SizeDistribution sizes =
                switch (kind) {
                    case "web-search" -> SizeDistribution.webSearch();
                    case "data-mining" -> SizeDistribution.dataMining();
                    default -> SizeDistribution.fixed(bytes);
                };
        return new Workload.PoissonMix(terms, from, to, most > 0 ? sizes.cutAt(most) : sizes, load * lineBitsPerSecond);
    }

    private Workload onOff(TrafficTerms terms) throws ScenarioFileException {
        List<Integer> from = hosts.hosts(section, "from", null);
        List<Integer> to = hosts.hosts(section, "to", null);
        List<Workload.OnOff.Pair> pairs = new ArrayList<>();
        for (int i = 0; i < Math.max(from.size(), to.size()); i++) {
            pairs.add(new Workload.OnOff.Pair(from.get(i % from.size()), to.get(i % to.size())));
        }
        return new Workload.OnOff(
                terms,
                pairs,
                section.whole("flowBytes", 1_000_000, 1, MOST),
                section.small("messages", 0, 0, 1_000_000),
                section.picos("offMicros", 0));
    }

    private Workload checkpoint(TrafficTerms terms) throws ScenarioFileException {
        List<Integer> stores = hosts.hosts(section, "stores", null);
        List<Integer> writers = new ArrayList<>(hosts.hosts(section, "from", "all"));
        writers.removeAll(stores);
        return new Workload.Checkpoint(
                terms, writers, stores, section.whole("chunkBytes", 1_000_000, 1, MOST), bursts(16_000_000));
    }

    private Workload probe(TrafficTerms terms) throws ScenarioFileException {
        int last = hosts.names().hosts() - 1;
        return new Workload.Probe(
                terms,
                hosts.host(section, "from", "host-" + last),
                hosts.host(section, "to", "host-" + (last - 1)),
                section.whole("flowBytes", 1000, 1, 1 << 20),
                section.periodPicos("periodMicros", 20));
    }
}
