package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scoreboard through a broker says what one through the test driver says. */
final class ScoreboardIT {
    @TempDir
    private Path folder;

    @Test
    void theBrokerChangesNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("storm.yaml"), ScoreboardCommandTest.STORM);
        String[] options = {"scoreboard", "--scenarios", file.toString(), "--seeds", "2", "--json"};
        CommandRun driver = CommandRun.of(options);
        String[] more = Arrays.copyOf(options, options.length + 1);
        more[options.length] = "--broker";
        CommandRun broker = CommandRun.of(more);

        assertThat(driver.json().get("truePositives").asInt()).isEqualTo(2);
        assertThat(driver.json().get("pagesPerStorm").asDouble()).isOne();
        assertThat(driver.json().get("wrongPages").asInt()).isZero();
        assertThat(broker.json()).isEqualTo(driver.json());
    }
}
