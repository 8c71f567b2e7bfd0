package io.stormglass.schemas.registry;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends one request to the first address that answers; goes round again, with a growing wait, while none does. */
final class RegistryTransport implements AutoCloseable {
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final String ACCEPT =
            MEDIA_TYPE + ", application/vnd.schemaregistry+json; q=0.9, application/json; q=0.8";
    private static final int TOO_MANY_REQUESTS = 429;

    private final RegistryConfig config;
    private final Credentials credentials;
    private final Backoff backoff;
    private final Sleeper sleeper;
    private final HttpClient http;
    private volatile int preferred;

    RegistryTransport(RegistryConfig config, Backoff backoff, Sleeper sleeper) {
        this.config = config;
        this.credentials = new Credentials(config.auth());
        this.backoff = backoff;
        this.sleeper = sleeper;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                // A redirect could carry the credentials to another host.
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(config.connectTimeout());
        if (config.tls() != null) {
            builder.sslContext(TlsContexts.of(config.tls()));
        }
        http = builder.build();
    }

    /**
     * An answer below status 500.
     *
     * @param address base address that gave it
     * @param body as sent, possibly with secrets: see {@link #redact}
     */
    record Answer(URI address, int status, String body) {}

    /**
     * Asks.
     *
     * @param path starts with {@code /}
     * @param body JSON; null for none
     * @throws RegistryException.Unavailable if no address answers in any round
     */
    Answer ask(String method, String path, @Nullable String body) {
        RegistryException.Unavailable last = null;
        for (int round = 0; round < config.attempts(); round++) {
            if (round > 0) {
                pause(backoff.after(round - 1));
            }
            int start = preferred;
            for (int i = 0; i < config.addresses().size(); i++) {
                int index = (start + i) % config.addresses().size();
                try {
                    Answer answer = attempt(config.addresses().get(index), method, path, body);
                    preferred = index;
                    return answer;
                } catch (RegistryException.Unavailable e) {
                    last = e;
                }
            }
        }
        if (last == null) {
            throw new IllegalStateException("no attempt was made");
        }
        throw last;
    }

    String redact(String text) {
        return credentials.redact(text);
    }

    private Answer attempt(URI address, String method, String path, @Nullable String body) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(target(address, path))
                    .timeout(config.requestTimeout())
                    .header("Accept", ACCEPT)
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
            if (body != null) {
                request.header("Content-Type", MEDIA_TYPE);
            }
            credentials.header().ifPresent(value -> request.header("Authorization", value));
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            int status = response.statusCode();
            if (status >= 500 || status == TOO_MANY_REQUESTS) {
                throw unavailable(address, "answered " + status + " " + shorten(redact(response.body())), status, null);
            }
            return new Answer(address, status, response.body());
        } catch (HttpTimeoutException e) {
            throw unavailable(address, "did not answer within its time-out (" + e.getMessage() + ")", 0, e);
        } catch (SSLException e) {
            throw unavailable(
                    address,
                    "could not be trusted or does not trust us (" + e.getMessage()
                            + "); check the CA file and the client certificate",
                    0,
                    e);
        } catch (IOException e) {
            throw unavailable(address, "could not be reached (" + describe(e) + ")", 0, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(address, "was not waited for: the thread was interrupted", 0, e);
        }
    }

    private void pause(Duration wait) {
        try {
            sleeper.sleep(wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(config.addresses().getFirst(), "was not waited for: the thread was interrupted", 0, e);
        }
    }

    private static URI target(URI address, String path) {
        String base = address.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    private static RegistryException.Unavailable unavailable(
            URI address, String what, int code, @Nullable Throwable cause) {
        return new RegistryException.Unavailable(
                "schema registry " + address + " " + what + "; is the address right and the registry up?", code, cause);
    }

    private static String describe(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    static String shorten(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= 500 ? line : line.substring(0, 500) + "...";
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
