package io.stormglass.streams.api;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.streams.http.Call;
import io.stormglass.streams.http.ProblemException;
import io.stormglass.streams.http.Route;
import io.stormglass.streams.view.Entry;
import io.stormglass.streams.view.Kind;
import io.stormglass.streams.view.View;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Server-sent events: each change of a key, once. For a client that is slower than the changes only the newest of each key waits;
 * when too many keys wait it is told to load the lists anew ({@code resync}).
 */
final class Events implements Route.Lasting {
    static final String KINDS = "kinds";
    static final Set<Kind> USUAL =
            EnumSet.of(Kind.INCIDENTS, Kind.RECOMMENDATIONS, Kind.FINDINGS, Kind.QUALITY, Kind.MAINTENANCE, Kind.MODES);

    private static final long HEARTBEAT_MILLIS = 10_000L;
    private static final int MOST_AT_ONCE = 500;

    private final View view;
    private final int mostWaiting;
    private final LongAdder lost = new LongAdder();

    Events(View view, int mostWaiting) {
        this.view = view;
        this.mostWaiting = mostWaiting;
    }

    /** Changes that went untold since too many waited for a slow client. */
    long lost() {
        return lost.sum();
    }

    @Override
    public Route.Stream open(Call call) {
        call.parameters().keySet().stream()
                .filter(name -> !name.equals(KINDS))
                .findFirst()
                .ifPresent(name -> {
                    throw new ProblemException(400, "there is no parameter " + name + "; there is " + KINDS);
                });
        return new Client(kinds(call.parameter(KINDS)));
    }

    private static Set<Kind> kinds(Optional<String> asked) {
        if (asked.isEmpty()) {
            return USUAL;
        }
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (String word : asked.get().split(",", -1)) {
            kinds.add(Api.kind(word)
                    .orElseThrow(() -> new ProblemException(
                            400, "there is no kind '" + word + "'; there are " + Api.kindWords())));
        }
        return kinds;
    }

    private record Waiting(Kind kind, String key) {}

    /** What one client has not been told yet. */
    private final class Client implements Route.Stream, View.Listener {
        private final Set<Kind> kinds;
        private final Map<Waiting, Optional<Entry>> waiting = new LinkedHashMap<>();
        private boolean isNew = true;
        private boolean hasLost;

        Client(Set<Kind> kinds) {
            this.kinds = kinds;
            view.listen(this);
        }

        @Override
        public synchronized void changed(Kind kind, String key, @Nullable Entry entry) {
            if (!kinds.contains(kind)) {
                return;
            }
            Waiting place = new Waiting(kind, key);
            if (waiting.size() >= mostWaiting && !waiting.containsKey(place)) {
                lost.add(waiting.size() + 1L);
                waiting.clear();
                hasLost = true;
            } else {
                waiting.put(place, Optional.ofNullable(entry));
            }
            notifyAll();
        }

        @Override
        public String next() throws InterruptedException {
            Map<Waiting, Optional<Entry>> told = new LinkedHashMap<>();
            StringBuilder text = new StringBuilder();
            synchronized (this) {
                if (isNew) {
                    isNew = false;
                    return "retry: 3000\nevent: hello\ndata: {}\n\n";
                }
                long deadline = System.nanoTime() + HEARTBEAT_MILLIS * 1_000_000;
                while (waiting.isEmpty() && !hasLost) {
                    long left = (deadline - System.nanoTime()) / 1_000_000;
                    if (left <= 0) {
                        return ": still here\n\n";
                    }
                    wait(left);
                }
                if (hasLost) {
                    hasLost = false;
                    text.append("event: resync\ndata: {}\n\n");
                }
                waiting.entrySet().stream()
                        .limit(MOST_AT_ONCE)
                        .forEach(each -> told.put(each.getKey(), each.getValue()));
                told.keySet().forEach(waiting::remove);
            }
            told.forEach((place, entry) -> text.append("event: ")
                    .append(place.kind().text())
                    .append("\ndata: ")
                    .append(json(place.key(), entry))
                    .append("\n\n"));
            return text.toString();
        }

        @Override
        public void close() {
            view.unlisten(this);
        }
    }

    private static ObjectNode json(String key, Optional<Entry> entry) {
        return entry.map(Api::item).orElseGet(() -> {
            ObjectNode gone = JsonNodeFactory.instance.objectNode();
            gone.put("key", key);
            gone.set("toldNanos", NullNode.getInstance());
            gone.set("value", NullNode.getInstance());
            return gone;
        });
    }
}
