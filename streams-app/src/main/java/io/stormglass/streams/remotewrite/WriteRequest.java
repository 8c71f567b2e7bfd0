package io.stormglass.streams.remotewrite;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SortedMap;
import org.xerial.snappy.Snappy;

/**
 * The body of a request of remote write 1.0: the message {@code prometheus.WriteRequest}, compressed as one snappy block. Fields:
 * WriteRequest 1 = series; TimeSeries 1 = label, 2 = sample; Label 1 = name, 2 = value; Sample 1 = value, 2 = ms since 1970.
 * Source: prometheus.io/docs/specs/prw/remote_write_spec.
 */
final class WriteRequest {
    private static final int SERIES = 1;
    private static final int LABEL = 1;
    private static final int SAMPLE = 2;
    private static final int FIRST = 1;
    private static final int SECOND = 2;
    private static final int LENGTH_DELIMITED = 2;

    private WriteRequest() {}

    /** Labels as a series has them, in the order of their names. */
    static byte[] labels(SortedMap<String, String> labels) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            for (var label : labels.entrySet()) {
                out.writeTag(LABEL, LENGTH_DELIMITED);
                out.writeUInt32NoTag(CodedOutputStream.computeStringSize(FIRST, label.getKey())
                        + CodedOutputStream.computeStringSize(SECOND, label.getValue()));
                out.writeString(FIRST, label.getKey());
                out.writeString(SECOND, label.getValue());
            }
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The body for samples that are sorted by series, then time. */
    static byte[] body(Samples samples) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(samples.size() * 32);
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            int from = 0;
            while (from < samples.size()) {
                int to = from + 1;
                while (to < samples.size() && samples.series(to) == samples.series(from)) {
                    to++;
                }
                writeSeries(out, samples, from, to);
                from = to;
            }
            out.flush();
            return Snappy.compress(bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeSeries(CodedOutputStream out, Samples samples, int from, int to) throws IOException {
        byte[] labels = samples.series(from).labels();
        int length = labels.length;
        for (int i = from; i < to; i++) {
            int sample = sampleLength(samples, i);
            length += CodedOutputStream.computeTagSize(SAMPLE)
                    + CodedOutputStream.computeUInt32SizeNoTag(sample)
                    + sample;
        }
        out.writeTag(SERIES, LENGTH_DELIMITED);
        out.writeUInt32NoTag(length);
        out.writeRawBytes(labels);
        for (int i = from; i < to; i++) {
            out.writeTag(SAMPLE, LENGTH_DELIMITED);
            out.writeUInt32NoTag(sampleLength(samples, i));
            out.writeDouble(FIRST, samples.value(i));
            out.writeInt64(SECOND, samples.millis(i));
        }
    }

    private static int sampleLength(Samples samples, int i) {
        return CodedOutputStream.computeDoubleSize(FIRST, samples.value(i))
                + CodedOutputStream.computeInt64Size(SECOND, samples.millis(i));
    }
}
