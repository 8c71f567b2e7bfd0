package io.stormglass.models.advice;

import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all queues of one advice object went through.
 *
 * @param name of the object
 * @param queues the windows of each queue, by time; queues by their name; none is empty
 */
public record ObjectLoads(ObjectName name, List<List<QueueLoad>> queues) {
    private static final Comparator<QueueLoad> ORDER =
            Comparator.comparingLong(QueueLoad::fromNanos).thenComparingLong(QueueLoad::toNanos);

    public ObjectLoads {
        queues = queues.stream().map(List::copyOf).toList();
        if (queues.isEmpty() || queues.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("no window of " + name.key() + " or of one of its queues");
        }
    }

    /** Puts windows in any order to their objects, by the newest window of each queue; objects by their keys. */
    public static List<ObjectLoads> of(Collection<QueueLoad> windows) {
        Map<String, List<QueueLoad>> queues = new TreeMap<>();
        for (QueueLoad window : windows) {
            queues.computeIfAbsent(window.queue(), queue -> new ArrayList<>()).add(window);
        }
        Map<ObjectName, List<List<QueueLoad>>> objects = new TreeMap<>();
        for (List<QueueLoad> queue : queues.values()) {
            queue.sort(ORDER);
            objects.computeIfAbsent(name(queue.getLast()), name -> new ArrayList<>())
                    .add(queue);
        }
        List<ObjectLoads> all = new ArrayList<>();
        objects.forEach((name, of) -> all.add(new ObjectLoads(name, of)));
        return all;
    }

    /** The object that a queue is bound to. */
    public static ObjectName name(QueueLoad load) {
        QueueMarking marking = load.settings().marking();
        String object;
        if (marking == null || marking.object().isBlank()) {
            object = load.port().port() + "/" + load.priority();
        } else {
            object = marking.place().isBlank() ? marking.object() : marking.object() + "/" + marking.place();
        }
        return new ObjectName(load.port().fabric(), load.port().device(), object);
    }

    /** End of the newest window. */
    public long toNanos() {
        return queues.stream()
                .mapToLong(queue -> queue.getLast().toNanos())
                .max()
                .orElseThrow();
    }

    /** The newest window of all; of several the first queue's. */
    QueueLoad newest() {
        QueueLoad newest = queues.getFirst().getLast();
        for (List<QueueLoad> queue : queues) {
            newest = queue.getLast().toNanos() > newest.toNanos() ? queue.getLast() : newest;
        }
        return newest;
    }
}
