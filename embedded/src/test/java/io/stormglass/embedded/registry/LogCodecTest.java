package io.stormglass.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.embedded.registry.LogEntry.IdsUsed;
import io.stormglass.embedded.registry.LogEntry.LevelSet;
import io.stormglass.embedded.registry.LogEntry.ModeSet;
import io.stormglass.embedded.registry.LogEntry.SubjectDeleted;
import io.stormglass.embedded.registry.LogEntry.SubjectForgotten;
import io.stormglass.embedded.registry.LogEntry.VersionRemoved;
import io.stormglass.embedded.registry.LogEntry.VersionStored;
import io.stormglass.embedded.registry.SchemaText.Reference;
import io.stormglass.schemas.registry.CompatibilityLevel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LogCodecTest {
    private static final SchemaText TEXT = new SchemaText("\"long\"", List.of(new Reference("n.R", "other", 2)));

    static Stream<LogEntry> entries() {
        return Stream.of(
                new VersionStored("s/ü", 3, 7, TEXT, false),
                new VersionStored("s", 1, 1, new SchemaText("\"int\"", List.of()), true),
                new VersionRemoved("s", 3),
                new SubjectDeleted("s", 3),
                new SubjectForgotten("s"),
                new LevelSet(null, CompatibilityLevel.FULL),
                new LevelSet("s", CompatibilityLevel.NONE),
                new LevelSet("s", null),
                new ModeSet(null, Mode.READONLY),
                new ModeSet("s", null),
                new IdsUsed(42));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void anEntryIsReadAsItWasWritten(LogEntry entry) throws IOException {
        LogCodec.Encoded encoded = LogCodec.encode(entry);
        assertThat(LogCodec.decode(encoded.key(), encoded.value())).contains(entry);
    }

    @Test
    void whatReplacesAnEntryHasItsKeySoThatCompactionDropsTheOldOne() {
        VersionStored stored = new VersionStored("s", 3, 7, TEXT, false);
        byte[] key = LogCodec.encode(stored).key();
        assertThat(new String(key, StandardCharsets.UTF_8))
                .isEqualTo("{\"keytype\":\"SCHEMA\",\"subject\":\"s\",\"version\":3,\"magic\":1}");
        assertThat(LogCodec.encode(stored.softDeleted()).key()).isEqualTo(key);
        assertThat(LogCodec.encode(new VersionRemoved("s", 3)).key()).isEqualTo(key);
        assertThat(LogCodec.encode(new VersionRemoved("s", 3)).value()).isNull();
    }

    @Test
    void aRecordOfAnotherKindMeansNothingAndGarbageIsAnError() throws IOException {
        byte[] noop = "{\"keytype\":\"NOOP\",\"magic\":0}".getBytes(StandardCharsets.UTF_8);
        assertThat(LogCodec.decode(noop, null)).isEmpty();
        byte[] garbage = {1, 2, 3};
        assertThatThrownBy(() -> LogCodec.decode(garbage, null)).isInstanceOf(IOException.class);
        byte[] nameless = "{\"keytype\":\"SCHEMA\"}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> LogCodec.decode(nameless, null)).isInstanceOf(IOException.class);
    }
}
