package io.stormglass.emulator;

import java.util.Comparator;
import java.util.PriorityQueue;

/** What somebody outside wants done at a time: each is an event among the others, behind what was scheduled for that time before it. */
final class Agenda implements Actor {
    private static final int LOG_ACTION = 64;

    private final EventQueue events;
    private final int actor;
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::picos).thenComparingLong(Entry::sequence));
    private int done;

    private record Entry(long picos, long sequence, Runnable action) {}

    Agenda(EventQueue events) {
        this.events = events;
        this.actor = events.register(this);
    }

    void at(long picos, Runnable action) {
        Entry entry = new Entry(picos, events.nextSequence(), action);
        events.at(picos, entry.sequence, actor, 0);
        entries.add(entry);
    }

    @Override
    public void act(int what) {
        Entry entry = entries.remove();
        events.log(LOG_ACTION, 0, 0, done++);
        entry.action.run();
    }
}
