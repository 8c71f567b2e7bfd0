package io.stormglass.streams.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Files of the class path below one folder. A browser asks each time whether they changed, except for names that hold a hash of
 * the contents ({@code chart.0a1b2c3d4e.js}), which never do.
 */
public final class Assets implements Route.Once {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final Pattern HASHED = Pattern.compile(".*\\.[0-9a-f]{8,}\\.[a-z0-9]+");
    private static final String INDEX = "index.html";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "txt", "text/plain; charset=utf-8");

    @SuppressWarnings("ArrayRecordComponent") // Compared nowhere.
    private record Asset(String type, byte[] body, String etag) {}

    private final Class<?> beside;
    private final String folder;
    private final Map<String, Asset> read = new ConcurrentHashMap<>();

    /**
     * Files of a folder.
     *
     * @param beside class of the module that holds them
     * @param folder absolute, such as {@code /io/stormglass/console/}
     */
    public Assets(Class<?> beside, String folder) {
        this.beside = beside;
        this.folder = folder;
    }

    @Override
    public Answer answer(Call call) {
        String name = call.rest().isEmpty() ? INDEX : call.rest();
        Asset asset = asset(name)
                .orElseThrow(() -> new ProblemException(
                        404, "there is no /" + name + "; /api/v1/openapi.json says what there is"));
        Map<String, String> headers = Map.of(
                "ETag",
                asset.etag(),
                "Cache-Control",
                HASHED.matcher(name).matches() ? "public, max-age=31536000, immutable" : "no-cache");
        return call.etag().equals(asset.etag())
                ? new Answer(304, asset.type(), new byte[0], headers)
                : new Answer(200, asset.type(), asset.body(), headers);
    }

    private Optional<Asset> asset(String name) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || !NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        Asset known = read.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        // What is not there may be any name: only what is there is kept.
        Optional<Asset> loaded = load(name, type);
        loaded.ifPresent(asset -> read.put(name, asset));
        return loaded;
    }

    private Optional<Asset> load(String name, String type) {
        try (InputStream in = beside.getResourceAsStream(folder + name)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] body = in.readAllBytes();
            return Optional.of(new Asset(type, body, '"' + hash(body) + '"'));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + folder + name, e);
        }
    }

    private static String hash(byte[] body) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(body))
                    .substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
