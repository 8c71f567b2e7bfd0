package io.stormglass.streams.api;

import io.stormglass.streams.http.Call;
import io.stormglass.streams.http.ProblemException;
import io.stormglass.streams.view.Entry;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a list is asked for.
 *
 * @param atNanos moment; null is now
 * @param limit most items
 * @param search what keys must hold, in small letters; empty: anything
 * @param equal what fields must be, by their place
 * @param sort number that it is sorted by, the greatest first where it begins with a minus; empty: by key
 * @param place of that field; -1 where sorted by key
 * @param after where the page begins; null: at the first
 */
record Question(
        @Nullable Long atNanos,
        int limit,
        String search,
        Map<Integer, String> equal,
        String sort,
        int place,
        @Nullable Cursor after) {
    static final String AT = "at";
    static final String LIMIT = "limit";
    static final String CURSOR = "cursor";
    static final String SEARCH = "q";
    static final String SORT = "sort";
    static final int MOST = 1000;
    static final int USUAL = 100;

    private static final List<String> COMMON = List.of(AT, LIMIT, CURSOR, SEARCH, SORT);
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);

    /** Reads a question; what is not understood is refused. */
    static Question of(Call call, Fields fields) {
        Map<Integer, String> equal = new TreeMap<>();
        call.parameters().forEach((name, value) -> {
            Integer place = fields.filters().get(name);
            if (place != null) {
                equal.put(place, value);
            } else if (!COMMON.contains(name)) {
                TreeSet<String> known = new TreeSet<>(fields.filters().keySet());
                known.addAll(COMMON);
                throw new ProblemException(400, "there is no parameter " + name + "; there are " + known);
            }
        });
        String sort = call.parameter(SORT).orElse("");
        Question asked = new Question(
                call.parameter(AT).map(Question::nanos).orElse(null),
                call.parameter(LIMIT).map(Question::limit).orElse(USUAL),
                call.parameter(SEARCH).orElse("").toLowerCase(Locale.ROOT),
                equal,
                sort,
                place(sort, fields),
                null);
        return call.parameter(CURSOR).map(asked::after).orElse(asked);
    }

    private static int place(String sort, Fields fields) {
        if (sort.isEmpty()) {
            return -1;
        }
        Integer place = fields.sorts().get(sort.startsWith("-") ? sort.substring(1) : sort);
        if (place == null) {
            throw new ProblemException(
                    400,
                    "cannot sort by " + sort + "; there are " + fields.sorts().keySet()
                            + ", with a minus for the greatest first");
        }
        return place;
    }

    private Question after(String text) {
        Cursor cursor = Cursor.parse(text)
                .filter(found -> found.sort().equals(sort))
                .orElseThrow(() -> new ProblemException(
                        400, "the cursor is none, or of another order: take 'next' of the page before, with its sort"));
        return new Question(atNanos, limit, search, equal, sort, place, cursor);
    }

    private static int limit(String text) {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= MOST) {
                return limit;
            }
        } catch (NumberFormatException e) {
            throw new ProblemException(400, "limit is '" + text + "'; give 1 to " + MOST);
        }
        throw new ProblemException(400, "limit is " + text + "; give 1 to " + MOST);
    }

    /** A moment: nanoseconds since 1970, or as ISO 8601 has it. */
    static long nanos(String text) {
        try {
            if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return Long.parseLong(text);
            }
            Instant instant = Instant.parse(text);
            return BigDecimal.valueOf(instant.getEpochSecond())
                    .multiply(NANOS_PER_SECOND)
                    .add(BigDecimal.valueOf(instant.getNano()))
                    .longValueExact();
        } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
            throw new ProblemException(
                    400, "'" + text + "' is no moment; give ns since 1970, or 2026-05-04T03:02:01.5Z");
        }
    }

    /** A page of what fits, of all that there is. */
    Page page(List<Entry> all) {
        List<Entry> fitting = new ArrayList<>(all.size());
        for (Entry entry : all) {
            if (fits(entry)) {
                fitting.add(entry);
            }
        }
        if (place >= 0) {
            fitting.sort(order());
        }
        List<Entry> rest = after == null
                ? fitting
                : fitting.stream().filter(entry -> isAfter(entry, after)).toList();
        List<Entry> items = List.copyOf(rest.subList(0, Math.min(limit, rest.size())));
        String next = rest.size() > items.size() ? cursor(items.getLast()).text() : null;
        return new Page(items, fitting.size(), next);
    }

    /**
     * Some of the items that fit.
     *
     * @param total how many fit
     * @param next cursor of the next page; null where there is none
     */
    record Page(List<Entry> items, int total, @Nullable String next) {}

    private boolean fits(Entry entry) {
        for (Map.Entry<Integer, String> each : equal.entrySet()) {
            Object value = entry.value().get(each.getKey());
            String text = value instanceof Enum<?> constant ? RecordJson.word(constant.name()) : String.valueOf(value);
            if (!text.equals(each.getValue())) {
                return false;
            }
        }
        return search.isEmpty() || entry.key().toLowerCase(Locale.ROOT).contains(search);
    }

    private @Nullable Double number(Entry entry) {
        return place >= 0 && entry.value().get(place) instanceof Number number && !Double.isNaN(number.doubleValue())
                ? Double.valueOf(number.doubleValue())
                : null;
    }

    private Comparator<Entry> order() {
        return (one, other) -> compare(number(one), one.key(), number(other), other.key());
    }

    private boolean isAfter(Entry entry, Cursor cursor) {
        return compare(number(entry), entry.key(), cursor.number(), cursor.key()) > 0;
    }

    /** What has no number is last; equal numbers are in the order of keys. */
    private int compare(@Nullable Double one, String oneKey, @Nullable Double other, String otherKey) {
        if (one != null && other != null) {
            int byNumber = sort.startsWith("-") ? other.compareTo(one) : one.compareTo(other);
            return byNumber != 0 ? byNumber : oneKey.compareTo(otherKey);
        }
        if (one == null && other == null) {
            return oneKey.compareTo(otherKey);
        }
        return one == null ? 1 : -1;
    }

    private Cursor cursor(Entry last) {
        return new Cursor(sort, number(last), last.key());
    }
}
