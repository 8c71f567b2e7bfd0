package io.stormglass.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text; numbers stand right, words left. */
final class Table {
    private final List<String[]> rows = new ArrayList<>();
    private final boolean[] right;

    /** {@code l} and {@code r} for each column, such as {@code llrr}. */
    Table(String alignment) {
        right = new boolean[alignment.length()];
        for (int column = 0; column < right.length; column++) {
            right[column] = alignment.charAt(column) == 'r';
        }
    }

    Table row(String... cells) {
        if (cells.length != right.length) {
            throw new IllegalArgumentException(cells.length + " cells in a table of " + right.length + " columns");
        }
        rows.add(cells);
        return this;
    }

    @Override
    public String toString() {
        int[] widths = new int[right.length];
        for (String[] row : rows) {
            for (int column = 0; column < row.length; column++) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int column = 0; column < row.length; column++) {
                String padding = " ".repeat(widths[column] - row[column].length());
                line.append(right[column] ? padding + row[column] : row[column] + padding)
                        .append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
