package io.stormglass.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestkitTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theSameSeedLabelAndIndexGiveTheSameNumbers() {
        assertThat(Seeds.derive(7, "a", 3).nextLong())
                .isEqualTo(Seeds.derive(7, "a", 3).nextLong());
        assertThat(List.of(
                        Seeds.derive(7, "a", 3).nextLong(),
                        Seeds.derive(8, "a", 3).nextLong(),
                        Seeds.derive(7, "b", 3).nextLong(),
                        Seeds.derive(7, "a", 4).nextLong()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aSeedThatIsNoNumberIsNamed() {
        assertThat(Seeds.read(" 42 ")).isEqualTo(42);
        assertThat(Seeds.read("")).isPositive();
        assertThatThrownBy(() -> Seeds.read("x1")).hasMessageContaining("'x1'");
    }

    @Test
    void aFailingPropertyNamesSeedAndCaseAndIsRepeatableAlone() {
        List<Integer> drawn = new ArrayList<>();
        Property.Case below90 = random -> {
            drawn.add(random.nextInt(100));
            assertThat(drawn.getLast()).isLessThan(90);
        };
        AssertionError failure = catchError(() -> Property.check(5, "", "below 90", 1_000, below90));
        int failed = drawn.size() - 1;
        int value = drawn.getLast();
        assertThat(failure)
                .hasMessageContaining("case " + failed + " of seed 5")
                .hasMessageContaining("-Dseed=5");

        drawn.clear();
        catchError(() -> Property.check(5, String.valueOf(failed), "below 90", 1_000, below90));
        assertThat(drawn).containsExactly(value);
    }

    @Test
    void aHoldingPropertyRunsEveryCase() {
        int[] runs = {0};
        Property.check("counts", 25, random -> runs[0]++);
        assertThat(runs[0]).isEqualTo(25);
    }

    @Test
    void aGoldenFileThatDiffersNamesTheLine() throws Exception {
        Path file = folder.resolve("g.txt");
        Files.writeString(file, "one\ntwo\n");
        Golden.checkFile(file, "one\ntwo\n", false);
        assertThatThrownBy(() -> Golden.checkFile(file, "one\n2\n", false))
                .hasMessageContaining("line 2")
                .hasMessageContaining("two")
                .hasMessageContaining("found:    2");
        assertThat(file).hasContent("one\ntwo");
    }

    @Test
    void updatingRewritesTheGoldenFileAndFailsOnce() {
        Path file = folder.resolve("new/g.txt");
        assertThatThrownBy(() -> Golden.checkFile(file, "x", false)).hasMessageContaining("golden.update=true");
        assertThatThrownBy(() -> Golden.checkFile(file, "x", true)).hasMessageContaining("rewrote");
        Golden.checkFile(file, "x", true);
    }

    @Test
    void sharedDataIsTakenFromTheVariableThenBesideTheRepository() throws Exception {
        Path data = Files.createDirectories(folder.resolve("shared/data"));
        String repository = Files.createDirectories(folder.resolve("repo")).toString();
        assertThat(SharedData.find(null, repository)).contains(data);
        assertThat(SharedData.find(folder.resolve("shared").toString(), null)).contains(data);
        assertThat(SharedData.find("", folder.resolve("elsewhere/repo").toString()))
                .isEmpty();
    }

    private static AssertionError catchError(Runnable body) {
        try {
            body.run();
        } catch (AssertionError e) {
            return e;
        }
        throw new IllegalStateException("nothing failed");
    }
}
