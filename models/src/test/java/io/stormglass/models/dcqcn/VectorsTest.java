package io.stormglass.models.dcqcn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row that other implementations printed. */
class VectorsTest {
    private record Row(
            long atNanos, String event, long rate, long target, double alpha, int time, int bytes, int phase) {}

    static List<String> hpcc() {
        return Vector.named("hpcc_");
    }

    static List<String> msr() {
        return Vector.named("msr_");
    }

    static List<String> nvfw() {
        return Vector.named("nvfw_");
    }

    @ParameterizedTest
    @MethodSource("hpcc")
    void everyRowOfTheHpccSimulatorIsReproduced(String name) {
        Vector vector = Vector.read(name);

        // 17 digits name one double, so equal numbers are equal digits.
        assertThat(run(vector).stream()
                        .map(r -> new Row(r.atNanos(), r.event(), r.rate(), r.target(), r.alpha(), r.time(), 0, 0))
                        .toList())
                .isNotEmpty()
                .isEqualTo(vector.rows().stream()
                        .map(cells -> new Row(
                                Long.parseLong(cells[0]),
                                cells[1],
                                Long.parseLong(cells[2]),
                                Long.parseLong(cells[3]),
                                Double.parseDouble(cells[4]),
                                Integer.parseInt(cells[5]),
                                0,
                                0))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("msr")
    void everyRowOfTheAuthorsSimulatorIsReproduced(String name) {
        Vector vector = Vector.read(name);

        assertThat(run(vector))
                .isNotEmpty()
                .isEqualTo(vector.rows().stream()
                        .map(cells -> new Row(
                                Long.parseLong(cells[0]),
                                cells[1],
                                Long.parseLong(cells[2]),
                                Long.parseLong(cells[3]),
                                Double.parseDouble(cells[4]),
                                Integer.parseInt(cells[5]),
                                Integer.parseInt(cells[6]),
                                Integer.parseInt(cells[7])))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("nvfw")
    void everyRowOfTheFirmwareModelIsReproduced(String name) {
        Vector vector = Vector.read(name);

        assertThat(run(vector).stream()
                        .map(r -> new Row(
                                r.atNanos(),
                                r.event(),
                                r.rate() / 1_000_000,
                                r.target() / 1_000_000,
                                r.alpha() * 1024,
                                r.time(),
                                r.bytes(),
                                0))
                        .toList())
                .isNotEmpty()
                .isEqualTo(vector.rows().stream()
                        .map(cells -> new Row(
                                Long.parseLong(cells[0]),
                                cells[1],
                                Long.parseLong(cells[2]),
                                Long.parseLong(cells[3]),
                                Double.parseDouble(cells[4]),
                                Integer.parseInt(cells[5]),
                                Integer.parseInt(cells[6]),
                                0))
                        .toList());
    }

    @Test
    void everyRowOfTheMarkingCurveIsReproduced() {
        List<String[]> rows = Vector.csv("hpcc_cp_marking.csv");
        int marked = 0;
        for (String[] cells : rows) {
            MarkingCurve curve =
                    new MarkingCurve(Long.parseLong(cells[0]), Long.parseLong(cells[1]), Double.parseDouble(cells[2]));
            boolean expected = cells[5].equals("1");
            assertThat(curve.marks(Long.parseLong(cells[3]), Double.parseDouble(cells[4])))
                    .as(String.join(",", cells))
                    .isEqualTo(expected);
            marked += expected ? 1 : 0;
        }
        assertThat(rows).hasSize(495);
        assertThat(marked).isBetween(1, rows.size() - 1);
    }

    private static List<Row> run(Vector vector) {
        List<Row> rows = new ArrayList<>();
        ReactionTrace.run(
                vector.parameters().start(),
                vector.inputs(),
                (at, event, after) -> rows.add(new Row(
                        at,
                        event,
                        after.rateBitsPerSecond(),
                        after.targetBitsPerSecond(),
                        after.alpha(),
                        after.timeStage(),
                        after.byteStage(),
                        after.phase().code())));
        return rows;
    }
}
