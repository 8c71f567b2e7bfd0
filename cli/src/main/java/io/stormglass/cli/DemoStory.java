package io.stormglass.cli;

import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.NicClass;
import io.stormglass.avro.NicCongestionState;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueClass;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.avro.QueueEcn;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormVictim;
import io.stormglass.models.advice.Advice;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.AdviceCodec;
import io.stormglass.streams.results.RunWatcher;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What happens in a fabric, told line by line while it happens: incidents as they open, spread and end, queues and NICs that change, flows that do not behave.
 * Each thing is told when it changes, and no class of things more than a few times. Methods may be called by several threads.
 */
final class DemoStory implements RunWatcher {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Flows and queues of one class that are told one by one; the others are counted. */
    private static final int TOLD_OF_A_CLASS = 2;

    private static final Set<String> UNREMARKABLE =
            Set.of("", "unknown", "conforming", "app-limited", "not-congested", "not-observable");
    /** Nanoseconds since 1970, of this century. */
    private static final Pattern MOMENT = Pattern.compile("\\b([1-4]\\d{18}) ns\\b");

    /** A queue that marks does its work; these are told. */
    private static final Set<QueueClass> REMARKABLE_QUEUES =
            EnumSet.of(QueueClass.PAST_KMAX, QueueClass.PAUSING, QueueClass.UNMARKED_PAST_KMAX);

    private final long startNanos;
    private final Names names;
    private final Consumer<String> lines;
    private final boolean colours;
    private final Map<String, StormIncident> incidents = new LinkedHashMap<>();
    private final Map<String, String> flowClasses = new HashMap<>();
    private final Map<String, Integer> flowsOfClass = new TreeMap<>();
    private final Map<String, QueueClass> worstOfQueue = new HashMap<>();
    private final Map<QueueClass, Integer> queuesOfClass = new EnumMap<>(QueueClass.class);
    private final Map<String, String> thresholds = new HashMap<>();
    private final Map<String, NicClass> nics = new HashMap<>();
    private final Map<String, Set<String>> jobsOfIncident = new HashMap<>();

    /**
     * What people call things.
     *
     * @param hosts name of the host at an address
     * @param racks rack of a host; empty where it has none
     */
    record Names(UnaryOperator<String> hosts, UnaryOperator<String> racks) {}

    /**
     * A story that has not begun.
     *
     * @param startNanos event time that is told as 0:00
     * @param names of hosts and racks
     * @param lines is given each line
     * @param colours whether a line may be coloured
     */
    DemoStory(long startNanos, Names names, Consumer<String> lines, boolean colours) {
        this.startNanos = startNanos;
        this.names = names;
        this.lines = lines;
        this.colours = colours;
    }

    /** What the emulator does to the fabric; nobody tells it to the stream processors. */
    synchronized void emulator(long atNanos, String what) {
        tell(atNanos, "emulator", what, Ink.FAINT);
    }

    @Override
    public synchronized void incident(StormIncident incident) {
        StormIncident before = incidents.put(incident.getIncidentId(), incident);
        if (before == null) {
            opened(incident);
        } else {
            changed(before, incident);
        }
        victims(incident);
    }

    private void changed(StormIncident before, StormIncident incident) {
        if (incident.getState() != before.getState()) {
            stateChanged(incident);
        }
        if (!incident.getOriginEntity().equals(before.getOriginEntity())) {
            storm(incident, "it starts at " + origin(incident) + ", not at " + before.getOriginEntity());
        }
        if (incident.getSeverity() != before.getSeverity()) {
            storm(incident, "is now " + Json.word(incident.getSeverity()));
        }
        int known = before.getPorts().size();
        if (incident.getPorts().size() > known) {
            List<String> more = incident.getPorts().stream()
                    .skip(known)
                    .map(port -> port.getDevice() + " " + port.getPort())
                    .distinct()
                    .toList();
            boolean sameWay = incident.getPath().equals(before.getPath());
            storm(incident, "spreads to " + String.join(", ", more) + (sameWay ? "" : path(incident)));
        }
    }

    /** Jobs as they turn out to be hurt, with the racks of the hosts that wait. */
    private void victims(StormIncident incident) {
        Set<String> told = jobsOfIncident.computeIfAbsent(incident.getIncidentId(), id -> new TreeSet<>());
        List<StormVictim> jobs = incident.getVictims().stream()
                .filter(victim -> victim.getKind().equals("job") && told.add(victim.getName()))
                .toList();
        if (jobs.isEmpty()) {
            return;
        }
        String racks = incident.getVictims().stream()
                .filter(victim -> victim.getKind().equals("host"))
                .map(victim -> names.racks.apply(victim.getName()))
                .filter(rack -> !rack.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        for (StormVictim job : jobs) {
            storm(
                    incident,
                    "hurts job " + job.getName() + ": " + clocked(job.getText())
                            + (racks.isEmpty() ? "" : "; hosts wait in racks " + racks));
        }
    }

    private void opened(StormIncident incident) {
        storm(
                incident,
                "opened, " + Json.word(incident.getSeverity()) + ": starts at " + origin(incident)
                        + String.format(
                                Locale.ROOT,
                                ", cause %s (confidence %.2f)",
                                Json.word(incident.getCause()),
                                incident.getConfidence())
                        + path(incident));
        for (Evidence evidence : incident.getEvidence()) {
            tell(incident.getChangedNanos(), "", evidence.getRule() + ": " + clocked(evidence.getText()), Ink.FAINT);
        }
    }

    private void stateChanged(StormIncident incident) {
        Long resolved = incident.getResolvedNanos();
        if (incident.getState() == IncidentState.RESOLVED && resolved != null) {
            tell(
                    incident.getChangedNanos(),
                    "STORM",
                    incident.getOriginEntity() + ": resolved, it lasted "
                            + Words.duration((double) (resolved - incident.getOpenedNanos())) + " (quiet since "
                            + clock(resolved) + ")",
                    Ink.GREEN);
            return;
        }
        storm(
                incident,
                switch (incident.getState()) {
                    case MERGED_INTO -> "is part of incident " + incident.getMergedInto();
                    case OPEN -> "opened again";
                    case RESOLVED, SUPPRESSED, UNKNOWN -> "is now " + Json.word(incident.getState());
                });
    }

    private void storm(StormIncident incident, String what) {
        String who = incident.getOriginEntity().isEmpty() ? "a storm" : incident.getOriginEntity();
        tell(
                incident.getChangedNanos(),
                "STORM",
                who + ": " + what,
                incident.getSeverity() == Severity.WARNING ? Ink.YELLOW : Ink.RED);
    }

    private static String origin(StormIncident incident) {
        String entity = incident.getOriginEntity().isEmpty() ? "an unknown sender" : incident.getOriginEntity();
        return entity + " (" + incident.getOriginDevice() + " " + incident.getOriginPort() + ", priority "
                + incident.getOriginPriorities() + ")";
    }

    private static String path(StormIncident incident) {
        return incident.getPath().size() < 2 ? "" : "; waits: " + String.join(" > ", incident.getPath());
    }

    /** Thresholds that a switch says it marks by, when they are not what they were. */
    @Override
    public synchronized void link(FabricLink link) {
        if (link.getFacts() == null) {
            return;
        }
        for (QueueEcn now : link.getFacts().getEcn()) {
            String key = link.getDevice() + " " + link.getPort() + " priority " + now.getPriority();
            String words = "Kmin " + Words.count(now.getKminBytes()) + " and Kmax " + Words.count(now.getKmaxBytes());
            String before = thresholds.put(key, words);
            if (before != null && !before.equals(words)) {
                tell(link.getSinceNanos(), "ecn", key + ": thresholds are " + words + ", were " + before, Ink.YELLOW);
            }
        }
    }

    @Override
    public synchronized void port(PortState state) {
        for (QueueCongestionState queue : state.getQueues()) {
            queue(state, queue);
        }
        NicCongestionState nic = state.getNic();
        if (nic != null && nics.put(state.getDevice(), nic.getNicClass()) != nic.getNicClass()) {
            if (nic.getNicClass() == NicClass.CC_OFF) {
                tell(state.getAtNanos(), "nic", state.getDevice() + ": cc-off: " + nic.getEvidence(), Ink.YELLOW);
            }
        }
    }

    /** What is to be set; why nothing is, only in the record. */
    @Override
    public synchronized void advice(EcnRecommendation record) {
        if (AdviceCodec.toNeutral(record) instanceof Decoded.Value<Advice> read
                && read.value().status() != Advice.Status.DECLINED) {
            tell(read.value().atNanos(), "advice", AdviceText.line(read.value()), Ink.GREEN);
        }
    }

    /** A queue is told when it gets worse than it ever was: it changes between its classes with every burst. */
    private void queue(PortState state, QueueCongestionState queue) {
        QueueClass now = queue.getQueueClass();
        String key = state.getDevice() + " " + state.getPort() + " queue " + queue.getQueue();
        QueueClass worst = worstOfQueue.getOrDefault(key, QueueClass.UNKNOWN);
        if (!REMARKABLE_QUEUES.contains(now) || now.compareTo(worst) <= 0) {
            return;
        }
        worstOfQueue.put(key, now);
        if (queuesOfClass.merge(now, 1, Integer::sum) <= TOLD_OF_A_CLASS) {
            tell(state.getAtNanos(), "ecn", key + ": " + queue.getEvidence(), Ink.YELLOW);
        }
    }

    @Override
    public synchronized void flow(FlowState state) {
        String now = state.getClass$();
        String before = flowClasses.put(state.getFlow(), now);
        if (now.equals(before) || UNREMARKABLE.contains(now)) {
            return;
        }
        int told = flowsOfClass.merge(now, 1, Integer::sum);
        if (told <= TOLD_OF_A_CLASS) {
            tell(
                    state.getAtNanos(),
                    "flow",
                    names.hosts.apply(state.getSrcIp()) + " > " + names.hosts.apply(state.getDstIp()) + ": " + now
                            + ": " + state.getEvidence(),
                    Ink.YELLOW);
        }
    }

    /** Incidents that are open now. */
    synchronized long open() {
        return incidents.values().stream()
                .filter(each -> each.getResolvedNanos() == null && each.getState() != IncidentState.MERGED_INTO)
                .count();
    }

    /** Incidents that were opened, and did not turn out to be part of another. */
    synchronized long opened() {
        return incidents.values().stream()
                .filter(each -> each.getState() != IncidentState.MERGED_INTO)
                .count();
    }

    /** Queues by the worst class that they ever had, of those that are worth a word. */
    synchronized Map<String, Long> worstQueues() {
        Map<String, Long> counts = new TreeMap<>();
        worstOfQueue.values().forEach(each -> counts.merge(Json.word(each), 1L, Long::sum));
        return counts;
    }

    /** Flows by class now. */
    synchronized Map<String, Long> flowClasses() {
        Map<String, Long> counts = new TreeMap<>();
        flowClasses.values().forEach(each -> counts.merge(each.isEmpty() ? "unknown" : each, 1L, Long::sum));
        return counts;
    }

    /** The text with moments as {@link #clock} says them. */
    private String clocked(String text) {
        return MOMENT.matcher(text).replaceAll(found -> clock(Long.parseLong(found.group(1))));
    }

    /** Event time since the start as minutes and seconds. */
    String clock(long nanos) {
        double seconds = Math.max(0, nanos - startNanos) / (double) NANOS_PER_SECOND;
        int minutes = (int) (seconds / 60);
        return String.format(Locale.ROOT, "%d:%04.1f", minutes, seconds - 60 * minutes);
    }

    private void tell(long atNanos, String who, String what, Ink ink) {
        String line = String.format(Locale.ROOT, "%7s  %-8s  %s", clock(atNanos), who, what);
        lines.accept(colours ? ink.on + line + "\u001b[0m" : line);
    }

    /** Colours of a terminal. */
    private enum Ink {
        FAINT("\u001b[2m"),
        RED("\u001b[1;31m"),
        GREEN("\u001b[32m"),
        YELLOW("\u001b[33m");

        private final String on;

        Ink(String on) {
            this.on = on;
        }
    }
}
