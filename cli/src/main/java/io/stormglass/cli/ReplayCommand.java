package io.stormglass.cli;

import io.stormglass.capture.Inspection;
import io.stormglass.replay.Captures;
import io.stormglass.replay.LinkSpeed;
import io.stormglass.replay.LinksFile;
import io.stormglass.replay.LinksFileException;
import io.stormglass.replay.Replay;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.ConsumerPauses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes captures through the whole system and prints what it found. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Takes packet captures through the whole system and prints what it found.",
            "Kafka, schema registry and topologies run inside this process unless brokers are named.",
            "The same captures and options give the same report, whatever the speed, threads and partitions."
        },
        footer = {"", "Exit code 2: a file has a fault; what stood before it is replayed."})
final class ReplayCommand implements Callable<Integer> {
    /** More would make a start slower on any machine, and few replays faster. */
    private static final int PARALLEL = Math.min(4, Runtime.getRuntime().availableProcessors());

    /** What Java reads beyond that (1f, 0x1p3, NaN, Infinity, 1e3) nobody writes on purpose. */
    private static final Pattern PLAIN_NUMBER = Pattern.compile("-?(\\d+|\\d*\\.\\d+)");

    private final Terminal terminal;
    private final ConsumerPauses pauses;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "pcap or pcapng, plain, gzip or zstd; several are merged by time; '-' is standard input")
    private List<String> files = List.of();

    @Option(
            names = "--speed",
            paramLabel = "max|N",
            description = "As fast as it goes, or N times real time (default: ${DEFAULT-VALUE}).",
            defaultValue = "max")
    private String speed = "max";

    @Option(
            names = "--link-speed",
            paramLabel = "SPEED",
            description =
                    "Speed of links that --links does not name, such as 400G (default: 100G, said in the report).")
    private @Nullable String linkSpeed;

    @Option(
            names = "--links",
            paramLabel = "FILE",
            description =
                    "Names, links and speeds of the fabric, and where each capture was taken (docs/links-file.md).")
    private @Nullable Path linksFile;

    @Option(
            names = "--run-id",
            paramLabel = "ID",
            description = "Name of the run (default: a hash of the files' contents and of the options that matter).")
    private @Nullable String runId;

    @Option(
            names = "--reorder",
            paramLabel = "TIME",
            description =
                    "How far a packet may lie behind the newest one and still be put right; older ones are left out"
                            + " and counted (default: ${DEFAULT-VALUE}).",
            defaultValue = "1s")
    private String reorder = "1s";

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Keeps the embedded Kafka's data here (default: a temporary folder, deleted at the end).")
    private @Nullable Path dataDir;

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private SinkOptions sinks = new SinkOptions();

    @Option(names = "--keep", description = "Leaves the run's topics and consumer group on your Kafka.")
    private boolean keep;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Partitions of the run's topics; no part of the result (default: as many as threads).")
    private int partitions;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Stream threads; no part of the result (default: one for each processor, at most 4).")
    private int threads = PARALLEL;

    ReplayCommand(Terminal terminal, ConsumerPauses pauses) {
        this.terminal = terminal;
        this.pauses = pauses;
    }

    @Override
    public Integer call() throws Exception {
        LinksFile links = links();
        Double factor = factor();
        long reorderNanos = Durations.parseNanos("--reorder", reorder);
        requireCount("--threads", threads);
        int spread = partitions == 0 ? threads : partitions;
        requireCount("--partitions", spread);
        checkClusterOptions();
        checkRunId();
        checkFiles();
        sinks.check(terminal);
        StorageSinks stored = sinks.stored(terminal.environment());
        try (Resources resources = new Resources()) {
            Captures captures = resources.add("copy of the standard input", captures());
            Replay replay = new Replay(captures, links, reorderNanos);
            // Both go on while the run gets its name from the contents of the captures.
            Cluster.Starting starting = resources.add("embedded stack", startCluster());
            FirstPass firstPass = resources.add("first pass", FirstPass.start(replay::inspect));
            RunPlan plan = new RunPlan(naming(replay), spread, threads, 1, factor, keep, pauses);
            ReplayRun run = resources.add("run", new ReplayRun(terminal, replay, links, plan));
            // Nothing is made for captures that hold nothing, but a long first pass is no reason to wait.
            boolean early = starting.isEmbedded() && !firstPass.endsBefore(starting.ready());
            if (early) {
                run.start(starting.await());
            }
            Inspection inspection = inspection(firstPass, links);
            if (inspection.counts().packets() == 0) {
                print(nothing(plan.naming(), links, inspection));
            } else {
                if (!early) {
                    run.start(starting.await());
                }
                run.publish(inspection, sinks.paged(plan.naming().runId()), stored, this::print);
            }
            return inspection.faults().isEmpty() ? ExitCodes.DONE : ExitCodes.USAGE;
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        } catch (InterruptException e) {
            throw CommandFailure.interrupted(e);
        }
    }

    private Inspection inspection(FirstPass firstPass, LinksFile links) throws InterruptedException {
        Inspection inspection = firstPass.await();
        CommandFailure.throwIfInterrupted();
        List<String> unmatched = links.unmatched(inspection.interfaces());
        unmatched.forEach(text -> terminal.say("warning: " + text));
        return inspection.assuming(unmatched);
    }

    private void print(ReplayReport report) {
        terminal.out().print(json ? Json.text(ReplayJson.of(report)) + "\n" : ReplayText.of(report));
        terminal.out().flush();
        Inputs.sayCopies(terminal, report.inspection());
        report.inspection()
                .faults()
                .forEach(fault -> terminal.say(fault.file() + ", byte " + fault.offsetBytes() + ": " + fault.what()));
    }

    private static ReplayReport nothing(TopicNaming naming, LinksFile links, Inspection inspection) {
        SortedMap<String, Long> none = new TreeMap<>();
        return new ReplayReport(
                naming.runId(),
                0,
                0,
                0,
                0,
                0,
                none,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                inspection,
                links.assumptions(),
                0);
    }

    private Captures captures() {
        try {
            return Captures.keeping(files, terminal.in());
        } catch (IOException e) {
            throw CommandFailure.usage("cannot copy the standard input: " + e.getMessage(), e);
        }
    }

    private LinksFile links() {
        Long bitsPerSecond;
        try {
            bitsPerSecond = linkSpeed == null ? null : Long.valueOf(LinkSpeed.parse(linkSpeed));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--link-speed: " + e.getMessage(), e);
        }
        try {
            return linksFile == null ? LinksFile.none(bitsPerSecond) : LinksFile.read(linksFile, bitsPerSecond);
        } catch (LinksFileException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private @Nullable Double factor() {
        if (speed.equals("max")) {
            return null;
        }
        if (!PLAIN_NUMBER.matcher(speed).matches()) {
            throw CommandFailure.usage("--speed '" + speed + "' is neither max nor a number such as 1 or 0.5", null);
        }
        double factor = Double.parseDouble(speed);
        if (factor > 0 && !Double.isInfinite(factor)) {
            return factor;
        }
        throw CommandFailure.usage("--speed '" + speed + "' must be above 0 and not endless", null);
    }

    private TopicNaming naming(Replay replay) {
        try {
            return TopicNaming.replay(runId == null ? replay.runId() : runId);
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read " + e.getMessage(), e);
        }
    }

    private void checkRunId() {
        if (runId == null) {
            return;
        }
        if (runId.equals(TopicNaming.LIVE)) {
            throw CommandFailure.usage(
                    "--run-id 'live' is the live application; a replay needs a name of its own", null);
        }
        try {
            TopicNaming unused = TopicNaming.replay(runId);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--run-id: " + e.getMessage(), e);
        }
    }

    private void checkFiles() {
        Inputs.check(files);
        for (String file : files) {
            if (!file.equals(Captures.STDIN) && !Files.isReadable(Path.of(file))) {
                throw CommandFailure.usage(
                        "cannot read " + file + ": it does not exist or is not readable; check the path", null);
            }
        }
    }

    private static void requireCount(String option, int value) {
        if (value < 1 || value > 1000) {
            throw CommandFailure.usage(option + " is " + value + "; give 1 to 1000", null);
        }
    }

    private void checkClusterOptions() {
        boolean servers = cluster.bootstrapServers != null;
        if (servers != (cluster.schemaRegistry != null)) {
            throw CommandFailure.usage("--bootstrap-servers and --schema-registry belong together", null);
        }
        if (servers && dataDir != null) {
            throw CommandFailure.usage("--data-dir is for the embedded Kafka, not for --bootstrap-servers", null);
        }
        if (!servers && keep) {
            throw CommandFailure.usage("--keep is for your own Kafka; the embedded one keeps with --data-dir", null);
        }
    }

    private Cluster.Starting startCluster() {
        return cluster.bootstrapServers == null || cluster.schemaRegistry == null
                ? Cluster.embedded(dataDir)
                : Cluster.own(cluster.bootstrapServers, cluster.schemaRegistry, cluster.clientSettings());
    }
}
