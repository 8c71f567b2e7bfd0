package io.stormglass.models.bbr;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** A kernel trace of the test resources: what the socket reported, and beside it what the kernel's BBR said of itself. */
record AckTrace(List<SocketReading> readings, List<Kernel> kernel) {
    static final int SEGMENT_BYTES = 1448;

    /** What only the kernel's BBR knows; never an input of the model. */
    record Kernel(long bandwidth, long minRttMicros, int pacingGain256, long pacing) {}

    static AckTrace read(String name) throws IOException {
        List<SocketReading> readings = new ArrayList<>();
        List<Kernel> kernel = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(AckTrace.class.getResourceAsStream("/bbr/" + name), name);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII))) {
            List<String> columns = List.of(lines.readLine().split(",", -1));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split(",", -1);
                readings.add(reading(columns, cells));
                kernel.add(new Kernel(
                        cell(columns, cells, "bbr_bw_Bps"),
                        cell(columns, cells, "bbr_min_rtt_us"),
                        (int) cell(columns, cells, "bbr_pacing_gain_256"),
                        cell(columns, cells, "pacing_rate_Bps")));
            }
        }
        return new AckTrace(List.copyOf(readings), List.copyOf(kernel));
    }

    private static SocketReading reading(List<String> columns, String[] cells) {
        return new SocketReading(
                cell(columns, cells, "t_us"),
                cell(columns, cells, "delivered"),
                cell(columns, cells, "data_segs_out"),
                cell(columns, cells, "unacked"),
                cell(columns, cells, "snd_cwnd"),
                cell(columns, cells, "srtt_us"),
                cell(columns, cells, "min_rtt_us"),
                cell(columns, cells, "delivery_rate_Bps"),
                cell(columns, cells, "delivery_rate_app_limited") != 0,
                cell(columns, cells, "lost"),
                LossState.OPEN);
    }

    private static long cell(List<String> columns, String[] cells, String column) {
        return Long.parseLong(cells[columns.indexOf(column)]);
    }
}
