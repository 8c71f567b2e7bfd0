package io.stormglass.streams.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The newest value of each key, and a ring of those before: when its bytes are full, the version that was replaced first goes
 * first, so that every moment after {@link #sinceNanos} is known whole. One thread writes, any number read.
 */
final class History {
    /** What a version takes beside its bytes and key, about. */
    private static final int OVERHEAD_BYTES = 128;

    private final long mostBytes;
    private final long stepNanos;
    private final Function<byte[], @Nullable SpecificRecord> reader;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final NavigableMap<String, Newest> newest = new TreeMap<>();
    private final Map<String, Deque<Version>> before = new HashMap<>();
    private final Deque<Version> ring = new ArrayDeque<>();
    private long bytes;
    private long sinceNanos;
    private long latestNanos;

    /** Not a record: bytes of versions are not compared. */
    private static final class Version {
        private final String key;
        private final long fromNanos;
        private final long toNanos;
        private final byte[] value;

        Version(String key, long fromNanos, long toNanos, byte[] value) {
            this.key = key;
            this.fromNanos = fromNanos;
            this.toNanos = toNanos;
            this.value = value;
        }

        long bytes() {
            return value.length + 2L * key.length() + OVERHEAD_BYTES;
        }

        boolean isAt(long nanos) {
            return fromNanos <= nanos && nanos < toNanos;
        }
    }

    private static final class Newest {
        private final Entry entry;
        private final byte[] value;

        Newest(Entry entry, byte[] value) {
            this.entry = entry;
            this.value = value;
        }
    }

    /**
     * A history.
     *
     * @param mostBytes what versions may take that were replaced
     * @param stepNanos of versions within so much only the last is kept; 0: all
     * @param sinceNanos before this nothing is known
     * @param reader reads the bytes of a version; null where they cannot be read
     */
    History(long mostBytes, long stepNanos, long sinceNanos, Function<byte[], @Nullable SpecificRecord> reader) {
        this.mostBytes = mostBytes;
        this.stepNanos = stepNanos;
        this.sinceNanos = sinceNanos;
        this.reader = reader;
    }

    /** A new value of a key. */
    void put(Entry entry, byte[] value) {
        lock.writeLock().lock();
        try {
            Newest was = newest.get(entry.key());
            // The time of a key only grows: what says otherwise replaces what is there.
            long at = was == null ? entry.toldNanos() : Math.max(entry.toldNanos(), was.entry.toldNanos());
            newest.put(entry.key(), new Newest(new Entry(entry.key(), at, entry.value()), value));
            latestNanos = Math.max(latestNanos, at);
            if (was != null) {
                replaced(was, at);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** A key is withdrawn. */
    void remove(String key, long atNanos) {
        lock.writeLock().lock();
        try {
            Newest was = newest.remove(key);
            if (was != null) {
                replaced(was, Math.max(atNanos, was.entry.toldNanos()));
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Withdraws the keys that were told last before a time; how many. */
    int forgetBefore(long nanos) {
        List<String> old;
        lock.readLock().lock();
        try {
            old = newest.values().stream()
                    .filter(each -> each.entry.toldNanos() < nanos)
                    .map(each -> each.entry.key())
                    .toList();
        } finally {
            lock.readLock().unlock();
        }
        old.forEach(key -> remove(key, nanos));
        return old.size();
    }

    private void replaced(Newest was, long atNanos) {
        long from = was.entry.toldNanos();
        boolean sameStep = stepNanos > 0 && Math.floorDiv(from, stepNanos) == Math.floorDiv(atNanos, stepNanos);
        if (from == atNanos || sameStep) {
            return;
        }
        Version version = new Version(was.entry.key(), from, atNanos, was.value);
        before.computeIfAbsent(version.key, unused -> new ArrayDeque<>()).addLast(version);
        ring.addLast(version);
        bytes += version.bytes();
        while (bytes > mostBytes) {
            drop(ring.removeFirst());
        }
    }

    private void drop(Version version) {
        bytes -= version.bytes();
        sinceNanos = Math.max(sinceNanos, version.toNanos);
        Deque<Version> ofKey = before.get(version.key);
        if (ofKey != null) {
            // The ring is in the order of replacement, and so is each key's part of it.
            ofKey.removeFirst();
            if (ofKey.isEmpty()) {
                before.remove(version.key);
            }
        }
    }

    /** Before this not every key is known. */
    long sinceNanos() {
        lock.readLock().lock();
        try {
            return sinceNanos;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Newest event time of all. */
    long latestNanos() {
        lock.readLock().lock();
        try {
            return latestNanos;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Bytes of versions that were replaced, about. */
    long bytes() {
        lock.readLock().lock();
        try {
            return bytes;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Keys that have a value. */
    int size() {
        lock.readLock().lock();
        try {
            return newest.size();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The newest values, sorted by key. */
    List<Entry> newest() {
        lock.readLock().lock();
        try {
            return newest.values().stream().map(each -> each.entry).toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The newest value of a key; null where it has none. */
    @Nullable
    Entry newest(String key) {
        lock.readLock().lock();
        try {
            Newest found = newest.get(key);
            return found == null ? null : found.entry;
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The values as they were at a time, sorted by key. */
    List<Entry> at(long nanos) {
        List<Entry> found = new ArrayList<>();
        List<Version> versions = new ArrayList<>();
        lock.readLock().lock();
        try {
            newest.values().stream()
                    .map(each -> each.entry)
                    .filter(entry -> entry.toldNanos() <= nanos)
                    .forEach(found::add);
            before.values()
                    .forEach(ofKey -> ofKey.stream()
                            .filter(version -> version.isAt(nanos))
                            .findFirst()
                            .ifPresent(versions::add));
        } finally {
            lock.readLock().unlock();
        }
        versions.forEach(version -> read(version, found));
        found.sort((one, other) -> one.key().compareTo(other.key()));
        return found;
    }

    /** The versions of a key that held at any time of a span, the oldest first. */
    List<Entry> of(String key, long fromNanos, long toNanos) {
        List<Version> versions = new ArrayList<>();
        Newest last;
        lock.readLock().lock();
        try {
            before.getOrDefault(key, new ArrayDeque<>()).stream()
                    .filter(version -> version.toNanos > fromNanos && version.fromNanos <= toNanos)
                    .forEach(versions::add);
            last = newest.get(key);
        } finally {
            lock.readLock().unlock();
        }
        List<Entry> found = new ArrayList<>();
        versions.forEach(version -> read(version, found));
        if (last != null && last.entry.toldNanos() <= toNanos) {
            found.add(last.entry);
        }
        return found;
    }

    private void read(Version version, List<Entry> into) {
        SpecificRecord value = reader.apply(version.value);
        if (value != null) {
            into.add(new Entry(version.key, version.fromNanos, value));
        }
    }
}
