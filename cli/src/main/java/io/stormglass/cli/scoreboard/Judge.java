package io.stormglass.cli.scoreboard;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.cli.scoreboard.Expectation.Answer;
import io.stormglass.emulator.Cable;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.scenario.FabricNames;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.models.event.EntityRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds what was found in one run against the labels of its scenario. */
final class Judge {
    private static final long START = FabricSource.DEFAULT_START_NANOS;
    private static final long MICRO = 1_000L;
    /** How long something critical is held before it pages. */
    private static final long HOLD_NANOS = 2_000_000_000L;
    /** What may be lost on the way beside detection time and one refresh. */
    private static final long ALLOWED_NANOS = 100_000_000L;

    private final Case judged;
    private final List<History> histories;
    private final Map<String, History> byId = new HashMap<>();
    private final Set<History> explained = new HashSet<>();
    private final List<Row> rows = new ArrayList<>();

    /** A label with what is known of it beforehand. */
    private record Truth(FaultLabel label, Expectation expected, Set<String> entities, Set<String> ports) {}

    private Judge(Case judged, List<History> histories) {
        this.judged = judged;
        this.histories = histories;
        histories.forEach(each -> byId.put(each.id(), each));
    }

    /** Rows in the order of labels, then of incidents that no label explains. */
    static List<Row> rows(Case judged, List<StormIncident> published) {
        Judge judge = new Judge(judged, History.of(published));
        List<FaultLabel> labels = new ArrayList<>(judged.scenario().labels());
        labels.sort(Comparator.comparingLong(FaultLabel::fromMicros)
                .thenComparing(FaultLabel::device)
                .thenComparing(FaultLabel::kind));
        labels.forEach(label -> judge.judge(judge.truth(label)));
        judge.judgeTheRest();
        return List.copyOf(judge.rows);
    }

    private Truth truth(FaultLabel label) {
        Expectation expected = Expectation.of(label.kind());
        Scenario scenario = judged.scenario();
        FabricNames names = scenario.names();
        Set<String> entities = new HashSet<>();
        Set<String> ports = new HashSet<>();
        if (expected.origin() == Expectation.Origin.ANY_SWITCH) {
            for (int node = names.hosts(); node < names.size(); node++) {
                entities.add(names.device(node));
            }
        } else {
            entities.add(label.device());
            ports.addAll(portsBefore(scenario, label.device()));
        }
        return new Truth(label, expected, entities, ports);
    }

    /** Switch ports that a host's NICs are attached to: they receive its pauses. */
    private static Set<String> portsBefore(Scenario scenario, String host) {
        FabricNames names = scenario.names();
        Set<String> ports = new HashSet<>();
        int[] next = new int[scenario.topology().nodes()];
        for (Cable cable : scenario.topology().cables()) {
            int a = next[cable.a()]++;
            int b = next[cable.b()]++;
            boolean isHost = cable.a() < names.hosts()
                    && names.role(cable.a()) == EntityRole.HOST
                    && names.device(cable.a()).equals(host);
            if (isHost) {
                ports.add(names.device(cable.b()) + "/" + names.port(cable.b(), b));
                ports.add(host + "/" + names.port(cable.a(), a));
            }
        }
        return ports;
    }

    // ---- a label

    private void judge(Truth truth) {
        FaultLabel label = truth.label;
        long from = START + label.fromMicros() * MICRO;
        long until = START + label.toMicros() * MICRO + seenNanos(truth);
        List<History> close = histories.stream()
                .filter(each -> !each.isMerged())
                .filter(each -> each.openedWithin(from, until) != null && touches(each, truth))
                .toList();
        List<History> fitting = close.stream()
                .filter(each -> truth.expected.fits(each.last()))
                .sorted(Comparator.comparing((History each) -> !isNamed(each, truth))
                        .thenComparingLong(each -> opened(each, from, until)))
                .toList();
        History best = fitting.isEmpty() ? null : fitting.getFirst();
        boolean observable = lastsNanos(label) >= seenNanos(truth);
        if (best != null) {
            explained.add(best);
        }
        boolean isAsked = truth.expected.answer() == Answer.STORM || truth.expected.answer() == Answer.NOTE;
        if (isAsked && !observable) {
            explained.addAll(close);
        }
        int pages = best == null ? 0 : pages(best);
        boolean pageWanted =
                truth.expected.answer() == Answer.STORM && lastsNanos(label) >= seenNanos(truth) + HOLD_NANOS;
        if (truth.expected.answer() == Answer.NOTE && best != null && (best.isSevere() || pages > 0)) {
            // Told, but as if it were a storm.
            explained.remove(best);
        }
        Row.Found found = best == null ? null : found(best, truth, from, until);
        rows.add(row(outcome(truth, observable, best), label, found, observable && pageWanted, pages));
    }

    private static Row.Outcome outcome(Truth truth, boolean observable, @Nullable History best) {
        return switch (truth.expected.answer()) {
            case STORM, NOTE -> {
                if (!observable) {
                    yield Row.Outcome.NOT_OBSERVABLE;
                }
                yield best == null ? Row.Outcome.MISSED : Row.Outcome.FOUND;
            }
            case MAY_BE_TOLD -> best == null ? Row.Outcome.QUIET : Row.Outcome.TOLD;
            case NOTHING -> Row.Outcome.QUIET;
        };
    }

    private static long lastsNanos(FaultLabel label) {
        return (label.toMicros() - label.fromMicros()) * MICRO;
    }

    /** How long a label must last to be seen: detection and two refreshes. */
    private long seenNanos(Truth truth) {
        return truth.expected.detection().nanos(judged.sight())
                + 2 * judged.sight().intervalNanos();
    }

    private static long opened(History history, long from, long until) {
        Long opened = history.openedWithin(from, until);
        return opened == null ? Long.MAX_VALUE : opened;
    }

    private static boolean isNamed(History history, Truth truth) {
        return truth.entities.contains(history.last().getOriginEntity());
    }

    private static boolean touches(History history, Truth truth) {
        StormIncident last = history.last();
        return isNamed(history, truth)
                || last.getOtherOrigins().stream().anyMatch(truth.entities::contains)
                || last.getPorts().stream()
                        .anyMatch(port -> truth.ports.contains(port.getDevice() + "/" + port.getPort()));
    }

    /** Exactly the cycle of the label, wherever it begins; anything where the label has none. */
    private static boolean isCycle(List<String> told, FaultLabel label) {
        List<String> truth = label.cycle().stream()
                .map(port -> port + "/" + label.priority())
                .toList();
        if (truth.isEmpty()) {
            return true;
        }
        List<String> turned = new ArrayList<>(told);
        Collections.rotate(turned, -Math.max(0, told.indexOf(truth.getFirst())));
        return turned.equals(truth);
    }

    private Row.Found found(History history, Truth truth, long from, long until) {
        StormIncident last = history.last();
        long opened = opened(history, from, until);
        return new Row.Found(
                history.id(),
                last.getOriginEntity(),
                last.getOriginDevice(),
                last.getOriginPort(),
                last.getRule(),
                word(last.getCause()),
                word(history.worst()),
                history.cycle(),
                isNamed(history, truth) && isCycle(history.cycle(), truth.label) && pagesNameIt(history, truth),
                truth.expected.causes().contains(last.getCause()),
                (opened - START) / MICRO,
                opened - from,
                truth.expected.detection().nanos(judged.sight())
                        + judged.sight().intervalNanos()
                        + ALLOWED_NANOS);
    }

    /** Its own page, and those of incidents that became part of it after they had paged; one that it took over is the same. */
    private int pages(History root) {
        return pagesOf(root).size();
    }

    private Set<StormPage> pagesOf(History root) {
        Set<StormPage> pages = new HashSet<>();
        for (History each : histories) {
            StormPage page = each.page();
            if (page != null && root(each) == root) {
                pages.add(page);
            }
        }
        return pages;
    }

    /** True where each page names the device of the label or a port before it: its labels never change. */
    private boolean pagesNameIt(History history, Truth truth) {
        return pagesOf(history).stream().allMatch(page -> {
            String host = label(page, "host");
            String entity = host.isEmpty() ? label(page, "device") : host;
            return truth.entities.contains(entity)
                    || truth.ports.contains(label(page, "device") + "/" + label(page, "port"));
        });
    }

    private static String label(StormPage page, String name) {
        return page.getLabels().stream()
                .filter(each -> each.getName().equals(name))
                .map(AlertLabel::getValue)
                .findFirst()
                .orElse("");
    }

    private History root(History history) {
        History root = history;
        for (int steps = 0; root.isMerged() && steps < histories.size(); steps++) {
            History into = byId.get(root.mergedInto());
            if (into == null) {
                return root;
            }
            root = into;
        }
        return root;
    }

    // ---- what no label explains

    private void judgeTheRest() {
        for (History each : histories) {
            StormPage page = each.page();
            boolean told = each.isMerged() ? page != null : page != null || each.isSevere();
            if (told && !explained.contains(root(each))) {
                StormIncident last = each.last();
                rows.add(row(
                        Row.Outcome.FALSE,
                        null,
                        new Row.Found(
                                each.id(),
                                last.getOriginEntity(),
                                last.getOriginDevice(),
                                last.getOriginPort(),
                                last.getRule(),
                                word(last.getCause()),
                                word(each.worst()),
                                each.cycle(),
                                false,
                                false,
                                (last.getOpenedNanos() - START) / MICRO,
                                0,
                                0),
                        false,
                        page == null ? 0 : 1));
            }
        }
        if (rows.isEmpty()) {
            rows.add(row(Row.Outcome.QUIET, null, null, false, 0));
        }
    }

    private Row row(
            Row.Outcome outcome, @Nullable FaultLabel label, Row.@Nullable Found found, boolean pageWanted, int pages) {
        return new Row(judged.name(), judged.seed(), outcome, label, found, pageWanted, pages);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
