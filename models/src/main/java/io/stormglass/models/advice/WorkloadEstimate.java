package io.stormglass.models.advice;

import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.Grade;
import io.stormglass.models.ecn.Inputs;
import io.stormglass.models.ecn.Messages;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Rounds;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a queue goes through, from its newest windows, and how well each part is known. Bursts are taken as large as the largest window has them: a burst that is taken
 * too small costs more than one that is taken too large. Rounds of a collective cannot be told from long flows and bursts: they count as those.
 *
 * @param workload as the model takes it
 * @param inputs with their grades
 */
record WorkloadEstimate(Workload workload, Inputs inputs) {
    private static final int DEFAULT_PACKET_BYTES = 4_178;
    private static final int LEAST_PACKET_BYTES = 256;
    private static final int MOST_PACKET_BYTES = 9_300;
    private static final int FEW_SAMPLES = 10;
    private static final long LEAST_RTT_NANOS = 1_000;
    private static final long MOST_RTT_NANOS = 10_000_000;
    /** Of the chip, where nothing is known of what a port can reach. */
    private static final long ASSUMED_BUFFER_BYTES = 32L * 1024 * 1024 / 4;

    private static final double ASSUMED_ALPHA = 1.0 / 8;
    private static final long ASSUMED_XON_OFFSET_BYTES = 3_072;
    private static final double LEAST_LONG_FLOWS = 0.25;
    private static final double CLOCKWORK = 0.3;
    /** Half way from clockwork to chance: messages that are missed or taken for one double some distances. */
    private static final double BEAT = 0.5;

    private static final double LARGEST_BURST = 1.5;
    private static final double LEAST_LOAD = 0.001;
    private static final double MOST_LOAD = 0.95;
    private static final int PORTS_PER_FAN_IN = 4;
    private static final int MOST_PORTS = 4_096;
    /** So many messages of one queue pair in a window, and it is not one per message. */
    private static final double LEAST_MESSAGES_KEPT = 3;

    /** The estimate; null where nothing was sent that could be described. */
    static @Nullable WorkloadEstimate of(QueueSpan span, AdviceSettings settings) {
        Map<Inputs.Input, Inputs.Known> known = new EnumMap<>(Inputs.Input.class);
        long line = span.settings().lineBitsPerSecond();
        Senders senders = Senders.of(span.controls(), line);
        known.put(Inputs.Input.REACTION, senders.known());
        known.put(
                Inputs.Input.LINK,
                span.settings().lineAssumed()
                        ? new Inputs.Known(Grade.ASSUMED, "speed of the port taken as " + Words.rate(line))
                        : new Inputs.Known(Grade.MEASURED, "read from the port"));
        QueueFacts facts = new QueueFacts(
                line,
                packetBytes(span),
                baseRtt(span, settings, known),
                buffer(span.settings().buffer(), known),
                marking(span.settings().marking(), known));
        int longFlows = longFlows(span, known);
        Bursts bursts = bursts(span, known);
        Messages messages = messages(span, line, known);
        if (longFlows == 0 && !bursts.any() && !messages.any()) {
            return null;
        }
        return new WorkloadEstimate(
                new Workload(facts, senders.reaction(), longFlows, bursts, messages, Rounds.NONE), new Inputs(known));
    }

    private static int packetBytes(QueueSpan span) {
        long packets = span.sumOfFlows(QueueLoad.Flows::sentPackets);
        long bytes = span.sumOfFlows(QueueLoad.Flows::sentBytes);
        int mtu = span.settings().mtuBytes();
        double mean = packets > 0 ? bytes / (double) packets : mtu > 0 ? mtu : DEFAULT_PACKET_BYTES;
        return Math.clamp(Math.round(mean), LEAST_PACKET_BYTES, MOST_PACKET_BYTES);
    }

    private static long baseRtt(QueueSpan span, AdviceSettings settings, Map<Inputs.Input, Inputs.Known> known) {
        Long measured = span.baseRttNanos();
        EntityRole role = span.settings().role();
        Long configured = settings.baseRttNanos().get(role);
        long samples = span.sumOfFlows(QueueLoad.Flows::rttSamples);
        long nanos;
        Inputs.Known how;
        if (measured != null) {
            nanos = measured;
            how = new Inputs.Known(
                    samples >= FEW_SAMPLES ? Grade.MEASURED : Grade.CONCLUDED,
                    "least of " + samples + " round trips at senders");
        } else if (configured != null) {
            nanos = configured;
            how = new Inputs.Known(Grade.CONFIGURED, "as configured for " + role);
        } else {
            nanos = assumedRtt(role);
            how = new Inputs.Known(
                    Grade.ASSUMED, "no sender measures it; " + Words.time((double) nanos) + " assumed for " + role);
        }
        known.put(Inputs.Input.BASE_RTT, how);
        return Math.clamp(nanos, LEAST_RTT_NANOS, MOST_RTT_NANOS);
    }

    /** The higher the switch stands, the longer the way of the flows through it. */
    private static long assumedRtt(EntityRole role) {
        return switch (role) {
            case SPINE -> 12_000;
            case CORE -> 20_000;
            case UNKNOWN, HOST, LEAF, SWITCH -> 8_000;
        };
    }

    private static Buffer buffer(@Nullable QueueBuffer read, Map<Inputs.Input, Inputs.Known> known) {
        List<String> missing = new ArrayList<>();
        Long shared = read == null ? null : read.sharedBytes();
        Long fixed = read == null ? null : read.xoffBytes();
        Double alpha = read == null ? null : read.alpha();
        Long reserve = read == null ? null : read.reserveBytes();
        Long xon = read == null ? null : read.xonOffsetBytes();
        if (shared == null) {
            missing.add("shared part taken as a quarter of 32 MiB");
        }
        if (fixed == null && alpha == null) {
            missing.add("XOFF taken as dynamic with alpha 1/8");
        }
        Buffer.Xoff xoff =
                fixed != null ? new Buffer.Fixed(fixed) : new Buffer.Dynamic(alpha == null ? ASSUMED_ALPHA : alpha);
        known.put(
                Inputs.Input.BUFFER,
                missing.isEmpty()
                        ? new Inputs.Known(Grade.MEASURED, "read back")
                        : new Inputs.Known(Grade.ASSUMED, "not read: " + String.join(", ", missing)));
        return new Buffer(
                shared == null ? ASSUMED_BUFFER_BYTES : shared,
                reserve == null ? 0 : reserve,
                xoff,
                xon == null ? ASSUMED_XON_OFFSET_BYTES : xon);
    }

    private static QueueFacts.Marking marking(@Nullable QueueMarking read, Map<Inputs.Input, Inputs.Known> known) {
        Integer weight = read == null ? null : read.weight();
        known.put(
                Inputs.Input.MARKING,
                weight == null
                        ? new Inputs.Known(
                                Grade.ASSUMED,
                                "averaging weight not read: 0, the queue at the moment, assumed; marked when packets leave, assumed")
                        : new Inputs.Known(
                                Grade.CONFIGURED,
                                "averaging weight " + weight + " read back; marked when packets leave, assumed"));
        return new QueueFacts.Marking(QueueFacts.MarkingPoint.DEQUEUE, weight == null ? 1 : StrictMath.pow(2, -weight));
    }

    private static int longFlows(QueueSpan span, Map<Inputs.Input, Inputs.Known> known) {
        double mean = span.longFlows();
        boolean sampled = span.mostOfFlows(QueueLoad.Flows::sampledOneIn) > 1;
        long lost = span.sumOfFlows(flows -> flows.traffic().notKept());
        String source = Words.of("mean of %.1f long flows at once, seen by mirrors at senders", mean);
        known.put(
                Inputs.Input.FLOWS,
                sampled || lost > 0
                        ? new Inputs.Known(
                                Grade.CONCLUDED,
                                source
                                        + (sampled ? " that sample" : "")
                                        + (lost > 0 ? ", " + lost + " messages not kept" : ""))
                        : new Inputs.Known(Grade.MEASURED, source));
        return mean < LEAST_LONG_FLOWS ? 0 : (int) Math.max(1, Math.round(mean));
    }

    private static Bursts bursts(QueueSpan span, Map<Inputs.Input, Inputs.Known> known) {
        long count = span.bursts();
        boolean sampled = span.mostOfFlows(QueueLoad.Flows::sampledOneIn) > 1;
        known.put(
                Inputs.Input.BURSTS,
                new Inputs.Known(
                        sampled ? Grade.CONCLUDED : Grade.MEASURED,
                        count == 0 ? "none seen" : count + " bursts seen by mirrors at senders"));
        if (count == 0) {
            return Bursts.NONE;
        }
        Bursts.QueuePairs pairs = queuePairs(span);
        double meanFanIn = span.ofBursts(bursts -> bursts.fanIn());
        int fanIn = fanIn(meanFanIn, pairs);
        double messages = count * meanFanIn;
        double mean = span.ofBursts(bursts -> bursts.volumeBytes());
        double bytes = Math.min(span.mostBurstBytes(), LARGEST_BURST * mean) / meanFanIn;
        return new Bursts(
                fanIn,
                ports(span, fanIn, pairs),
                Math.max(1, (long) Math.ceil(bytes)),
                Math.max(1, Math.round(span.nanos() * fanIn / messages)),
                arrival(span, pairs),
                pairs);
    }

    /** Two bursts that fall together are seen as one; where those who send them stay, they are met again when the queue pairs do. */
    private static int fanIn(double mean, Bursts.QueuePairs pairs) {
        return switch (pairs) {
            case FRESH -> Math.max(1, (int) Math.ceil(mean - 1e-9));
            case KEPT -> (int) Math.max(1, Math.round(mean));
        };
    }

    private static Bursts.Arrival arrival(QueueSpan span, Bursts.QueuePairs pairs) {
        if (span.bursts() > 2 && span.ofBursts(bursts -> bursts.variation()) < CLOCKWORK) {
            return Bursts.Arrival.PERIODIC;
        }
        boolean beat = pairs == Bursts.QueuePairs.KEPT && span.ofBursts(bursts -> bursts.flowVariation()) < BEAT;
        return beat ? Bursts.Arrival.TRAINS : Bursts.Arrival.POISSON;
    }

    /** Queue pairs that stay send many messages in a window, those of one message each are as many as there are messages. */
    private static Bursts.QueuePairs queuePairs(QueueSpan span) {
        double most = 0;
        for (QueueLoad window : span.windows()) {
            QueueLoad.Flows flows = window.flows();
            if (flows != null) {
                Traffic.Bursts bursts = flows.traffic().bursts();
                most = Math.max(most, bursts.count() * bursts.fanIn() / Math.max(1, shortFlows(flows)));
            }
        }
        return most >= LEAST_MESSAGES_KEPT ? Bursts.QueuePairs.KEPT : Bursts.QueuePairs.FRESH;
    }

    private static double shortFlows(QueueLoad.Flows flows) {
        return flows.flows() - flows.traffic().longFlows();
    }

    /** How long a queue pair that stays may recover between two bursts depends on how many there are. */
    private static int ports(QueueSpan span, int fanIn, Bursts.QueuePairs pairs) {
        return switch (pairs) {
            case FRESH -> Math.clamp(span.mostOfFlows(QueueLoad.Flows::flows), fanIn, PORTS_PER_FAN_IN * fanIn);
            case KEPT -> Math.clamp(span.mostOfFlows(flows -> Math.round(shortFlows(flows))), fanIn, MOST_PORTS);
        };
    }

    private static Messages messages(QueueSpan span, long line, Map<Inputs.Input, Inputs.Known> known) {
        long count = span.sumOfFlows(flows -> flows.traffic().messages().count());
        long bytes = span.sumOfFlows(flows -> flows.traffic().messages().bytes());
        long senders = span.mostOfFlows(flows -> flows.traffic().messages().flows());
        boolean sampled = span.mostOfFlows(QueueLoad.Flows::sampledOneIn) > 1;
        known.put(
                Inputs.Input.MESSAGES,
                new Inputs.Known(
                        sampled ? Grade.CONCLUDED : Grade.MEASURED,
                        count + " short messages seen by mirrors at senders"));
        double load = bytes * 8e9 / ((double) line * span.nanos());
        if (count == 0 || senders == 0 || load < LEAST_LOAD) {
            return Messages.NONE;
        }
        return new Messages((int) senders, Math.min(MOST_LOAD, load), sizes(span.messageSizes(), bytes));
    }

    /** Middles of the classes, made to have the mean that was seen. */
    private static List<Messages.Size> sizes(long[] counts, long bytes) {
        double middle = 500;
        double[] middles = new double[counts.length];
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            middles[i] = middle;
            sum += counts[i] * middle;
            middle = i == 0 ? 2_000 : 4 * middle;
        }
        if (sum == 0) {
            return List.of(new Messages.Size(Math.max(1, bytes), 1));
        }
        List<Messages.Size> sizes = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                sizes.add(new Messages.Size(Math.max(1, Math.round(middles[i] * bytes / sum)), counts[i]));
            }
        }
        return sizes;
    }
}
