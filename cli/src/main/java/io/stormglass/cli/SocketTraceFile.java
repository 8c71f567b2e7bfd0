package io.stormglass.cli;

import io.stormglass.models.bbr.LossState;
import io.stormglass.models.bbr.SocketReading;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An ACK trace as CSV, plain or gzip. Columns are found by name; what a congestion control says of itself (its estimates, its pacing
 * rate) is not read.
 *
 * @param segmentBytes most frequent number of acknowledged bytes per delivered segment
 */
record SocketTraceFile(List<SocketReading> readings, int segmentBytes) {
    private static final int GZIP_MAGIC = 0x1f8b;
    private static final int MOST_SEGMENT_BYTES = 65_536;

    private enum Column {
        T_US,
        BYTES_ACKED,
        DATA_SEGS_OUT,
        UNACKED,
        DELIVERED,
        LOST,
        SRTT_US,
        MIN_RTT_US,
        DELIVERY_RATE_BPS,
        DELIVERY_RATE_APP_LIMITED,
        SND_CWND,
        CA_STATE;

        private String title() {
            return this == DELIVERY_RATE_BPS ? "delivery_rate_Bps" : name().toLowerCase(Locale.ROOT);
        }
    }

    private record Row(Path file, long offsetBytes, Map<Column, Integer> places, List<String> cells) {
        long number(Column column) {
            String cell = cells.get(places.getOrDefault(column, 0)).strip();
            try {
                long number = Long.parseLong(cell);
                if (number >= 0) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw wrong(file, offsetBytes, notANumber(column, cell), e);
            }
            throw wrong(file, offsetBytes, notANumber(column, cell), null);
        }

        private static String notANumber(Column column, String cell) {
            return column.title() + " is '" + cell + "', a whole number from 0 on is expected";
        }
    }

    static SocketTraceFile read(Path file) {
        String text;
        try (InputStream in = open(file)) {
            // One char per byte, so that positions in the text are positions in the (decompressed) file.
            text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
        Map<Column, Integer> places = new HashMap<>();
        List<Row> rows = rows(file, text, places);
        List<SocketReading> readings = new ArrayList<>(rows.size());
        Map<Long, Integer> segments = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            SocketReading reading = reading(rows.get(i));
            if (i > 0) {
                SocketReading last = readings.get(i - 1);
                notBackwards(rows.get(i), last, reading);
                count(segments, rows.get(i - 1), rows.get(i), reading.deliveredSegments() - last.deliveredSegments());
            }
            readings.add(reading);
        }
        return new SocketTraceFile(List.copyOf(readings), mostFrequent(file, segments));
    }

    private static InputStream open(Path file) throws IOException {
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file));
        in.mark(2);
        int magic = (in.read() << 8) | in.read();
        in.reset();
        return magic == GZIP_MAGIC ? new GZIPInputStream(in) : in;
    }

    private static List<Row> rows(Path file, String text, Map<Column, Integer> places) {
        List<Row> rows = new ArrayList<>();
        int width = 0;
        int start = 0;
        while (start < text.length()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            String line = text.substring(start, end).strip();
            List<String> cells = List.of(line.split(",", -1));
            if (width == 0) {
                width = cells.size();
                head(file, cells, places);
            } else if (!line.isEmpty()) {
                if (cells.size() != width) {
                    throw wrong(file, start, cells.size() + " columns, " + width + " are expected", null);
                }
                rows.add(new Row(file, start, places, cells));
            }
            start = end + 1;
        }
        if (rows.isEmpty()) {
            throw wrong(file, 0, "a head and at least one row are expected", null);
        }
        return rows;
    }

    private static void head(Path file, List<String> names, Map<Column, Integer> places) {
        for (Column column : Column.values()) {
            int place = names.indexOf(column.title());
            if (place >= 0) {
                places.put(column, place);
            } else if (column != Column.CA_STATE) {
                throw wrong(file, 0, "column '" + column.title() + "' is missing", null);
            }
        }
    }

    private static SocketReading reading(Row row) {
        return new SocketReading(
                row.number(Column.T_US),
                row.number(Column.DELIVERED),
                row.number(Column.DATA_SEGS_OUT),
                row.number(Column.UNACKED),
                row.number(Column.SND_CWND),
                row.number(Column.SRTT_US),
                row.number(Column.MIN_RTT_US),
                row.number(Column.DELIVERY_RATE_BPS),
                row.number(Column.DELIVERY_RATE_APP_LIMITED) != 0,
                row.number(Column.LOST),
                row.places().containsKey(Column.CA_STATE) ? lossState(row.number(Column.CA_STATE)) : LossState.OPEN);
    }

    /** Linux: 0 open, 1 disorder, 2 window reduced, 3 recovery, 4 loss. */
    private static LossState lossState(long congestionState) {
        if (congestionState == 3) {
            return LossState.RECOVERY;
        }
        return congestionState == 4 ? LossState.LOSS : LossState.OPEN;
    }

    private static void notBackwards(Row row, SocketReading last, SocketReading reading) {
        if (reading.timeMicros() < last.timeMicros()) {
            throw wrong(
                    row.file(),
                    row.offsetBytes(),
                    "t_us is " + reading.timeMicros() + " after " + last.timeMicros() + ", it must not fall",
                    null);
        }
    }

    private static void count(Map<Long, Integer> segments, Row last, Row row, long delivered) {
        long bytes = row.number(Column.BYTES_ACKED) - last.number(Column.BYTES_ACKED);
        if (delivered > 0 && bytes > 0 && bytes % delivered == 0 && bytes / delivered <= MOST_SEGMENT_BYTES) {
            segments.merge(bytes / delivered, 1, Integer::sum);
        }
    }

    private static int mostFrequent(Path file, Map<Long, Integer> segments) {
        return segments.entrySet().stream()
                .max(Map.Entry.<Long, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> Math.toIntExact(entry.getKey()))
                .orElseThrow(() ->
                        wrong(file, 0, "no row tells the segment size (bytes_acked and delivered must grow)", null));
    }

    private static CommandFailure wrong(Path file, long offsetBytes, String what, @Nullable Throwable cause) {
        return CommandFailure.usage(file + ", byte " + offsetBytes + ": " + what, cause);
    }
}
