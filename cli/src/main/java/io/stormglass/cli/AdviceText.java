package io.stormglass.cli;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.ecn.Thresholds;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** ECN advice in a few lines; commands are in the JSON. */
final class AdviceText {
    private static final int MOST = 10;

    private AdviceText() {}

    /** What is to be set first; nothing where no queue was seen. */
    static String of(List<Advice> all) {
        if (all.isEmpty()) {
            return "";
        }
        List<Advice> told = all.stream()
                .sorted(Comparator.comparing((Advice advice) -> advice.status() == Advice.Status.DECLINED)
                        .thenComparing(Advice::name))
                .limit(MOST)
                .toList();
        Table table =
                new Table("lllll").row("object", "Kmin / Kmax / Pmax now", "recommended", "cost now > then", "advice");
        told.forEach(advice -> table.row(
                name(advice),
                thresholds(advice.current()),
                thresholds(advice.step()),
                cost(advice),
                Json.word(advice.status())));
        StringBuilder text = new StringBuilder("\nECN advice\n").append(table);
        told.stream()
                .collect(Collectors.groupingBy(AdviceText::words, TreeMap::new, Collectors.toList()))
                .forEach((words, of) -> text.append(Words.wrapped(names(of) + ": " + words)));
        if (all.size() > MOST) {
            text.append("  and of ")
                    .append(all.size())
                    .append(" objects in all: ")
                    .append(counts(all))
                    .append('\n');
        }
        boolean isToSet = told.stream().anyMatch(advice -> advice.status() != Advice.Status.DECLINED);
        return text.append(isToSet ? "  commands and the way back: --json\n" : "")
                .toString();
    }

    /** One advice in a line. */
    static String line(Advice advice) {
        return name(advice) + ": "
                + (advice.step() == null
                        ? Json.word(advice.status())
                        : "set Kmin / Kmax / Pmax " + thresholds(advice.step()) + ", now "
                                + thresholds(advice.current()))
                + ": " + words(advice);
    }

    private static String name(Advice advice) {
        return advice.name().device() + " " + advice.name().object();
    }

    private static String names(List<Advice> of) {
        return of.stream().map(AdviceText::name).collect(Collectors.joining(", "));
    }

    private static String words(Advice advice) {
        return advice.decline() == null
                ? String.join(" ", advice.reasons())
                : Json.word(advice.decline().reason()) + ": " + advice.decline().words();
    }

    private static String thresholds(@Nullable Thresholds of) {
        return of == null ? "-" : TuneText.thresholds(of);
    }

    private static String cost(Advice advice) {
        Prediction prediction = advice.prediction();
        if (prediction == null) {
            return "-";
        }
        String now = String.format(Locale.ROOT, "%.2f", prediction.current().mean());
        return advice.step() == null
                ? now
                : now + String.format(Locale.ROOT, " > %.2f", prediction.step().mean());
    }

    private static String counts(List<Advice> all) {
        Map<String, Long> counts = all.stream()
                .collect(Collectors.groupingBy(
                        advice -> Json.word(
                                advice.decline() == null
                                        ? advice.status()
                                        : advice.decline().reason()),
                        TreeMap::new,
                        Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }
}
