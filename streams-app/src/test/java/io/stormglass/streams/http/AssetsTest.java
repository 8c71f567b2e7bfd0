package io.stormglass.streams.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AssetsTest {
    private final Assets assets = new Assets(AssetsTest.class, "/io/stormglass/console/");

    private Answer get(String name, String etag) {
        return assets.answer(new Call(name, Map.of(), etag));
    }

    @Test
    void aFileComesWithItsTypeAndIsAskedForAgainByWhatItHolds() {
        Answer first = get("", "");
        assertThat(first.type()).startsWith("text/html");
        assertThat(new String(first.body(), StandardCharsets.UTF_8)).contains("<title>Stormglass</title>");
        assertThat(first.headers()).containsEntry("Cache-Control", "no-cache");
        String etag = String.valueOf(first.headers().get("ETag"));

        assertThat(get("index.html", etag).status()).isEqualTo(304);
        assertThat(get("index.html", etag).body()).isEmpty();
        assertThat(get("index.html", "\"other\"").status()).isEqualTo(200);
        assertThat(get("style.css", "").type()).startsWith("text/css");
    }

    @Test
    void thePageTakesNothingFromElsewhereAndHasNoInlineScriptsOrStyles() {
        String page = new String(get("", "").body(), StandardCharsets.UTF_8);
        assertThat(page)
                .doesNotContain("http:")
                .doesNotContain("https:")
                .doesNotContain("style=")
                .doesNotContain("onclick");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing.html",
                "../AssetsTest.class",
                "..",
                "a//b.html",
                "index.html/",
                ".hidden.html",
                "Assets.class",
                "/index.html"
            })
    void nothingElseIsGiven(String name) {
        assertThatThrownBy(() -> get(name, "")).isInstanceOf(ProblemException.class);
    }
}
