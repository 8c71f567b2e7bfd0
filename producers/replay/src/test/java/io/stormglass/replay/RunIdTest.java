package io.stormglass.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.schemas.topics.TopicNaming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIdTest {
    @TempDir
    Path folder;

    @Test
    void theSameContentsAndOptionsGiveTheSameIdWhateverTheFilesAreCalled() throws Exception {
        Path one = Files.write(folder.resolve("one.pcap"), new byte[] {1, 2, 3});
        Path two = Files.write(folder.resolve("two.pcap"), new byte[] {1, 2, 3});

        assertThat(RunId.of(List.of(one), List.of("reorder=1")))
                .isEqualTo(RunId.of(List.of(two), List.of("reorder=1")));
        assertThat(RunId.of(List.of(one), List.of())).matches("r-[0-9a-f]{12}");
        assertThat(TopicNaming.replay(RunId.of(List.of(one), List.of())).applicationId())
                .startsWith("stormglass-r-");
    }

    @Test
    void otherContentsOtherOptionsAndAnotherSplitGiveAnotherId() throws Exception {
        Path a = Files.write(folder.resolve("a"), new byte[] {1, 2});
        Path b = Files.write(folder.resolve("b"), new byte[] {3});
        Path ab = Files.write(folder.resolve("ab"), new byte[] {1, 2, 3});

        assertThat(List.of(
                        RunId.of(List.of(a, b), List.of()),
                        RunId.of(List.of(b, a), List.of()),
                        RunId.of(List.of(ab), List.of()),
                        RunId.of(List.of(ab), List.of("x=1", "y=2")),
                        RunId.of(List.of(ab), List.of("x=1y=2"))))
                .doesNotHaveDuplicates();
    }
}
