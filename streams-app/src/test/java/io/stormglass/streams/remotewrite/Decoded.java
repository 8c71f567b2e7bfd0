package io.stormglass.streams.remotewrite;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.xerial.snappy.Snappy;

/** What a receiver reads out of a request. */
record Decoded(List<Series> series) {
    /** One series: labels as {@code name=value} in their order, and its samples. */
    record Series(List<String> labels, List<Sample> samples) {}

    /** One sample. */
    record Sample(long millis, double value) {}

    static Decoded of(byte[] body) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(Snappy.uncompress(body));
        List<Series> series = new ArrayList<>();
        while (!in.isAtEnd()) {
            expect(in, 1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            series.add(series(CodedInputStream.newInstance(in.readByteArray())));
        }
        return new Decoded(series);
    }

    private static void expect(CodedInputStream in, int field, int type) throws IOException {
        int tag = in.readTag();
        if (tag != (field << 3 | type)) {
            throw new IOException("tag " + tag + " where field " + field + " was expected");
        }
    }

    private static Series series(CodedInputStream in) throws IOException {
        List<String> labels = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        while (!in.isAtEnd()) {
            int field = WireFormat.getTagFieldNumber(in.readTag());
            CodedInputStream part = CodedInputStream.newInstance(in.readByteArray());
            if (field == 1) {
                expect(part, 1, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                String name = part.readString();
                expect(part, 2, WireFormat.WIRETYPE_LENGTH_DELIMITED);
                labels.add(name + "=" + part.readString());
            } else {
                expect(part, 1, WireFormat.WIRETYPE_FIXED64);
                double value = part.readDouble();
                expect(part, 2, WireFormat.WIRETYPE_VARINT);
                samples.add(new Sample(part.readInt64(), value));
            }
        }
        return new Series(labels, samples);
    }

    int samples() {
        return series.stream().mapToInt(one -> one.samples().size()).sum();
    }
}
