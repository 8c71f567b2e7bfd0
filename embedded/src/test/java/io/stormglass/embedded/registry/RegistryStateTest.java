package io.stormglass.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.embedded.registry.LogEntry.IdsUsed;
import io.stormglass.embedded.registry.LogEntry.SubjectDeleted;
import io.stormglass.embedded.registry.LogEntry.SubjectForgotten;
import io.stormglass.embedded.registry.LogEntry.VersionRemoved;
import io.stormglass.embedded.registry.LogEntry.VersionStored;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RegistryStateTest {
    private static VersionStored version(String subject, int version, int id) {
        return new VersionStored(subject, version, id, new SchemaText("text " + id, List.of()), false);
    }

    private static RegistryState fold(List<LogEntry> log) {
        RegistryState state = new RegistryState();
        log.forEach(state::apply);
        return state;
    }

    /** What compaction leaves: the last entry of each key, in the order of the log, deletions gone. */
    private static List<LogEntry> compacted(List<LogEntry> log) {
        Map<String, LogEntry> last = new LinkedHashMap<>();
        for (LogEntry entry : log) {
            LogCodec.Encoded encoded = LogCodec.encode(entry);
            String key = new String(encoded.key(), java.nio.charset.StandardCharsets.UTF_8);
            last.remove(key);
            if (encoded.value() != null) {
                last.put(key, entry);
            }
        }
        return List.copyOf(last.values());
    }

    @Test
    void compactionOfTheLogChangesNothing() {
        List<LogEntry> log = List.of(
                version("a", 1, 1),
                version("a", 2, 2),
                version("b", 1, 1),
                new SubjectDeleted("a", 2),
                version("a", 3, 3),
                version("gone", 1, 4),
                version("gone", 1, 4).softDeleted(),
                new IdsUsed(4),
                new VersionRemoved("gone", 1),
                new SubjectForgotten("gone"));
        RegistryState whole = fold(log);
        RegistryState kept = fold(compacted(log));
        assertThat(kept.all().toList()).isEqualTo(whole.all().toList());
        assertThat(kept.highestId()).isEqualTo(whole.highestId()).isEqualTo(4);
        assertThat(kept.live("a")).containsExactly(version("a", 3, 3));
        assertThat(kept.schema(4)).isEmpty();
        assertThat(whole.schema(4)).isEmpty();
    }

    @Test
    void anIdStaysWhileAnySubjectHasItsSchema() {
        RegistryState state = fold(List.of(version("a", 1, 1), version("b", 1, 1), new VersionRemoved("a", 1)));
        assertThat(state.schema(1)).contains(new SchemaText("text 1", List.of()));
        assertThat(state.id(new SchemaText("text 1", List.of()))).contains(1);
        state.apply(new VersionRemoved("b", 1));
        assertThat(state.schema(1)).isEmpty();
        assertThat(state.id(new SchemaText("text 1", List.of()))).isEmpty();
    }

    @Test
    void theNumberOfADeletedVersionIsNotUsedAgain() {
        RegistryState state = fold(List.of(version("a", 1, 1), version("a", 2, 2), new SubjectDeleted("a", 2)));
        assertThat(state.nextVersion("a")).isEqualTo(3);
        assertThat(state.nextVersion("b")).isEqualTo(1);
    }
}
