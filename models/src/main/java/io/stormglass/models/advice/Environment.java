package io.stormglass.models.advice;

import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What advice holds for besides the load.
 *
 * @param links speeds of the queues' ports
 * @param senders setting of most NICs; empty where none was read
 */
record Environment(String links, String senders) {
    private static final String BETWEEN = ", NICs ";

    static Environment of(ObjectLoads loads) {
        String links = loads.queues().stream()
                .map(queue -> queue.getLast().settings().lineBitsPerSecond())
                .distinct()
                .sorted()
                .map(Words::rate)
                .collect(Collectors.joining(" and "));
        return new Environment(links, senders(loads));
    }

    private static String senders(ObjectLoads loads) {
        Map<String, Integer> settings = new TreeMap<>();
        for (List<QueueLoad> queue : loads.queues()) {
            QueueLoad.Flows flows = queue.getLast().flows();
            if (flows != null) {
                flows.controls()
                        .forEach(control -> settings.merge(
                                control.mode() + " " + control.settings(), control.senders(), Integer::sum));
            }
        }
        List<String> names = new ArrayList<>(settings.keySet());
        names.sort((a, b) -> Integer.compare(settings.getOrDefault(b, 0), settings.getOrDefault(a, 0)));
        return names.isEmpty() ? "" : names.getFirst();
    }

    static Environment parse(String text) {
        int at = text.indexOf(BETWEEN);
        return at < 0
                ? new Environment(text, "")
                : new Environment(text.substring(0, at), text.substring(at + BETWEEN.length()));
    }

    String text() {
        return senders.isEmpty() ? links : links + BETWEEN + senders;
    }

    /** With what was known before of NICs, where nothing is known now. */
    Environment after(Environment before) {
        return senders.isEmpty() ? new Environment(links, before.senders) : this;
    }

    /** True where something that was known is otherwise now. */
    boolean differsFrom(Environment before) {
        boolean others = !before.senders.isEmpty() && !senders.isEmpty() && !before.senders.equals(senders);
        return !Objects.equals(links, before.links) || others;
    }
}
