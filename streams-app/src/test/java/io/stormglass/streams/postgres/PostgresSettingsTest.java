package io.stormglass.streams.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.streams.sink.SinkTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, and that no message shows a secret. */
class PostgresSettingsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "jdbc:postgresql://db/x?password=s3cret; u; s; credentials",
                "jdbc:postgresql://db/x?ssl=true&user=me; u; s; credentials",
                "jdbc:postgresql://me:s3cret@db/x; u; s; credentials",
                "postgresql://db/x; u; s; must begin with jdbc:postgresql://",
                "jdbc:postgresql://db/x; ' '; s; needs a user",
                "jdbc:postgresql://db/x; u; Drop Table; schema is 'Drop Table'",
            })
    void isRefused(String url, String user, String schema, String why) {
        assertThatThrownBy(() -> new PostgresSettings(url, user, () -> "", schema, SinkTimes.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("s3cret");
    }
}
