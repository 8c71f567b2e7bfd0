package io.stormglass.cli;

import io.stormglass.replay.YamlShape;
import io.stormglass.streams.http.AccessToken;
import io.stormglass.streams.http.HttpSettings;
import io.stormglass.streams.view.ViewSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@code run}'s configuration that says where metrics and the API are served.
 *
 * @param address {@code host:port}; null: 127.0.0.1:8080
 * @param tokenFile file that holds the token that callers must show; without it STORMGLASS_HTTP_TOKEN
 * @param connections most connections; null: as by default
 * @param streams most event streams; null: as by default
 * @param historyMegabytes memory for what was before; null: as by default
 */
record HttpConfig(
        @Nullable String address,
        @Nullable String tokenFile,
        @Nullable Integer connections,
        @Nullable Integer streams,
        @Nullable Integer historyMegabytes) {
    HttpConfig {
        if (historyMegabytes != null && historyMegabytes < 1) {
            throw new IllegalArgumentException(
                    "http.historyMegabytes is " + historyMegabytes + ", at least 1 is needed");
        }
    }

    /** Keys that it may hold. */
    static final YamlShape SHAPE = YamlShape.keys("address", "tokenFile", "connections", "streams", "historyMegabytes");

    /** Port where none is named. */
    static final int PORT = 8080;

    /** Variable of the environment that may hold the token. */
    static final String TOKEN_VARIABLE = "STORMGLASS_HTTP_TOKEN";

    /** The settings. */
    HttpSettings settings(Map<String, String> environment) {
        try {
            URI where = where(address == null ? HttpSettings.LOOPBACK + ":" + PORT : address);
            HttpSettings base = HttpSettings.of(where.getHost(), where.getPort(), token(environment));
            return base.withConnections(
                    connections == null ? base.connections() : connections, streams == null ? base.streams() : streams);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    /** How much is kept of what was before. */
    ViewSettings history() {
        return historyMegabytes == null
                ? ViewSettings.DEFAULT
                : ViewSettings.DEFAULT.withHistoryBytes((long) historyMegabytes << 20);
    }

    private static URI where(String address) {
        IllegalArgumentException wrong = new IllegalArgumentException(
                "http.address is '" + address + "'; it is host:port, such as 127.0.0.1:8080 or [::1]:8080");
        URI uri;
        try {
            uri = URI.create("http://" + address);
        } catch (IllegalArgumentException e) {
            wrong.initCause(e);
            throw wrong;
        }
        boolean isMore = !uri.getRawPath().isEmpty() || uri.getRawQuery() != null || uri.getRawUserInfo() != null;
        if (uri.getHost() == null || uri.getPort() < 0 || isMore) {
            throw wrong;
        }
        return uri;
    }

    private @Nullable AccessToken token(Map<String, String> environment) {
        if (tokenFile == null) {
            String token = environment.get(TOKEN_VARIABLE);
            return token == null ? null : AccessToken.of(token.strip());
        }
        Path file = SinksConfig.readable("http.tokenFile", tokenFile);
        try {
            return AccessToken.of(Files.readString(file, StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            throw new IllegalArgumentException("http.tokenFile " + file + " cannot be read", e);
        }
    }
}
