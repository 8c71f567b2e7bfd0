package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;

/** Records that get lost, come twice or late. */
final class RecordPipeTest {
    private static final int RECORDS = 10_000;

    private static ProducerRecord<byte[], byte[]> record(String key, long millis) {
        return new ProducerRecord<>("t", 0, millis, key.getBytes(StandardCharsets.UTF_8), new byte[0]);
    }

    private static String key(ProducerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    /** What came, a tick every 50 ms, an end at last. */
    private static List<ProducerRecord<byte[], byte[]>> through(double share, long seed) {
        List<ProducerRecord<byte[], byte[]>> came = new ArrayList<>();
        try (RecordPipe pipe = new RecordPipe(new Perturbation(share), new SplittableRandom(seed), came::add)) {
            for (int millis = 0; millis < RECORDS; millis++) {
                send(pipe, record("k" + millis, millis));
                if (millis % 50 == 49) {
                    send(pipe, record("tick|fabric", millis + 1));
                }
            }
            send(pipe, record("end|fabric", RECORDS));
        }
        return came;
    }

    private static void send(RecordPipe pipe, ProducerRecord<byte[], byte[]> record) {
        Future<RecordMetadata> sent = pipe.send(record, null);
        assertThat(sent).isDone();
    }

    @Test
    void withoutLossesEverythingComesInOrder() {
        List<ProducerRecord<byte[], byte[]>> came = through(0, 1);
        assertThat(came).hasSize(RECORDS + RECORDS / 50 + 1);
        assertThat(came).extracting(ProducerRecord::timestamp).isSorted();
    }

    @Test
    void aTenthIsLostATenthComesTwiceATenthLateAndTheEndComesLast() {
        List<ProducerRecord<byte[], byte[]>> came = through(0.1, 1);
        Map<String, Integer> copies = new HashMap<>();
        long newest = 0;
        int late = 0;
        for (ProducerRecord<byte[], byte[]> record : came) {
            if (key(record).startsWith("k")) {
                copies.merge(key(record), 1, Integer::sum);
                late += record.timestamp() < newest ? 1 : 0;
                assertThat(newest - record.timestamp()).isLessThanOrEqualTo(550);
                newest = Math.max(newest, record.timestamp());
            }
        }
        assertThat(RECORDS - copies.size()).isBetween(RECORDS * 8 / 100, RECORDS * 12 / 100);
        assertThat(copies.values().stream().filter(each -> each == 2).count())
                .isBetween(RECORDS * 7L / 100, RECORDS * 11L / 100);
        assertThat(late).isBetween(RECORDS * 7 / 100, RECORDS * 13 / 100);
        assertThat(key(came.getLast())).isEqualTo("end|fabric");
        assertThat(came.stream().filter(each -> key(each).equals("tick|fabric")).count())
                .isEqualTo(RECORDS / 50);
    }

    @Test
    void theSeedDecides() {
        assertThat(through(0.1, 7).stream().map(RecordPipeTest::key))
                .isEqualTo(through(0.1, 7).stream().map(RecordPipeTest::key).toList());
        assertThat(through(0.1, 8).stream().map(RecordPipeTest::key).toList())
                .isNotEqualTo(through(0.1, 7).stream().map(RecordPipeTest::key).toList());
    }
}
