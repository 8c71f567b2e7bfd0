package io.stormglass.streams.sink;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Speaks to one receiver. Every request ends within its time-out, whatever the receiver does. */
public final class HttpSender implements AutoCloseable {
    private static final int LONGEST_ANSWER = 1000;
    private static final int LONGEST_TEXT = 8 << 20;

    private final HttpClient http;
    private final Credentials credentials;
    private final Duration timeout;

    /** Connects with the first request. */
    public HttpSender(SinkAuth auth, SinkTimes times) {
        credentials = new Credentials(auth);
        timeout = times.requestTimeout();
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                // A redirect could carry the credentials to another host.
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(times.connectTimeout())
                .build();
    }

    /**
     * Posts JSON.
     *
     * @throws IOException if there was no answer in time; the message holds no secret
     */
    Answer post(URI url, Map<String, String> headers, byte[] json) throws IOException, InterruptedException {
        return post(url, "application/json", headers, json);
    }

    /**
     * Posts.
     *
     * @throws IOException if there was no answer in time; the message holds no secret
     */
    public Answer post(URI url, String contentType, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url).header("Content-Type", contentType).POST(BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        Answer answer = send(request, LONGEST_ANSWER);
        return new Answer(answer.status(), line(answer.body()));
    }

    /**
     * Gets a text; of a long one its beginning.
     *
     * @throws IOException if there was no answer in time; the message holds no secret
     */
    public Answer get(URI url) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(url).GET(), LONGEST_TEXT);
    }

    private Answer send(HttpRequest.Builder request, int longest) throws IOException, InterruptedException {
        request.timeout(timeout).header("User-Agent", "stormglass");
        credentials.header().ifPresent(value -> request.header("Authorization", value));
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(
                request.build(), info -> BodySubscribers.fromSubscriber(new Beginning(longest), Beginning::text));
        try {
            HttpResponse<String> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), credentials.redact(response.body()));
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
            throw new IOException(credentials.redact(cause.getClass().getSimpleName() + message), cause);
        } finally {
            answer.cancel(true);
        }
    }

    private static String line(String text) {
        return text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    /** Keeps the beginning of an answer; the rest may be as long as it likes. */
    private static final class Beginning implements Flow.Subscriber<List<ByteBuffer>> {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int longest;

        Beginning(int longest) {
            this.longest = longest;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                byte[] bytes = new byte[Math.min(buffer.remaining(), longest - kept.size())];
                buffer.get(bytes);
                kept.writeBytes(bytes);
            }
        }

        @Override
        public void onError(Throwable error) {
            // The future of the request tells of it.
        }

        @Override
        public void onComplete() {
            // What is kept is kept.
        }

        String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}
