package io.stormglass.streams.postgres;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** SQL of inserts whose rows replace older versions of themselves and never newer ones. */
final class Upsert {
    private Upsert() {}

    /**
     * An insert.
     *
     * @param key columns of the primary key
     * @param version columns that say which of two rows is newer, the first decides first
     * @param columns all that are given, in this order; one that ends in {@code ::jsonb} is JSON
     */
    static String sql(String table, List<String> key, List<String> version, String... columns) {
        String names = Arrays.stream(columns).map(Upsert::name).collect(Collectors.joining(", "));
        String marks = Arrays.stream(columns)
                .map(column -> column.endsWith("::jsonb") ? "?::jsonb" : "?")
                .collect(Collectors.joining(", "));
        String sets = Arrays.stream(columns)
                .map(Upsert::name)
                .filter(column -> !key.contains(column))
                .map(column -> column + " = EXCLUDED." + column)
                .collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + names + ") VALUES (" + marks + ") ON CONFLICT ("
                + String.join(", ", key) + ") DO UPDATE SET " + sets + " WHERE ("
                + joined(version, table + ".") + ") <= (" + joined(version, "EXCLUDED.") + ")";
    }

    /** An insert of rows that cannot be there. */
    static String plain(String table, String... columns) {
        return "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ("
                + "?, ".repeat(columns.length - 1) + "?)";
    }

    private static String name(String column) {
        return column.replace("::jsonb", "");
    }

    private static String joined(List<String> columns, String prefix) {
        return columns.stream().map(column -> prefix + column).collect(Collectors.joining(", "));
    }
}
