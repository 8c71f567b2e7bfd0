package io.stormglass.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.stormglass.schemas.registry.StubServer.Reply;
import io.stormglass.schemas.registry.StubServer.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HttpSchemaRegistryClientTest {
    private static final Schema INT = Schema.create(Schema.Type.INT);
    private static final String INT_ANSWER = "{\"schema\":\"\\\"int\\\"\"}";

    private final List<Duration> waits = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private HttpSchemaRegistryClient client(RegistryConfig config) {
        Backoff backoff = new Backoff(config.firstBackoff(), config.longestBackoff(), () -> 0.5);
        return new HttpSchemaRegistryClient(config, backoff, waits::add, nanos::get);
    }

    /** Time-outs that a busy machine does not reach. */
    private static RegistryConfig at(URI... addresses) {
        return RegistryConfig.of(addresses).withTimeouts(Duration.ofMinutes(1), Duration.ofMinutes(1));
    }

    private static StubServer script(Reply... replies) throws IOException {
        Deque<Reply> left = new ArrayDeque<>(List.of(replies));
        return new StubServer(request -> left.size() > 1 ? left.removeFirst() : left.getFirst());
    }

    @Test
    void everyErrorCodeHasItsExceptionWithSubjectAndAddress() throws Exception {
        assertCode(404, 40401, RegistryException.SubjectNotFound.class);
        assertCode(404, 40402, RegistryException.VersionNotFound.class);
        assertCode(404, 40403, RegistryException.SchemaNotFound.class);
        assertCode(404, 40408, RegistryException.NoSubjectLevel.class);
        assertCode(422, 42201, RegistryException.InvalidSchema.class);
        assertCode(422, 42202, RegistryException.InvalidVersion.class);
        assertCode(409, 409, RegistryException.Incompatible.class);
        assertCode(401, 40101, RegistryException.Refused.class);
        assertCode(403, 40301, RegistryException.Refused.class);
        assertCode(404, 404, RegistryException.UnexpectedAnswer.class);
    }

    private void assertCode(int status, int code, Class<? extends RegistryException> type) throws IOException {
        try (StubServer server = script(Reply.error(status, code, "the words"));
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            RegistryException thrown = catchThrowableOfType(type, () -> client.register("sub-value", INT));
            assertThat(thrown).isNotNull();
            assertThat(thrown.errorCode()).isEqualTo(code);
            assertThat(thrown)
                    .hasMessageContainingAll(
                            "sub-value", "the words", server.address().toString(), String.valueOf(code));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void serverErrorsAreTriedAgainWithGrowingWaits() throws Exception {
        Reply broken = Reply.error(500, 50001, "store away");
        try (StubServer server = script(broken, broken, new Reply(429, ""), Reply.ok(INT_ANSWER));
                HttpSchemaRegistryClient client =
                        client(at(server.address()).withRetries(4, Duration.ofMillis(100), Duration.ofMillis(300)))) {
            assertThat(client.byId(1)).isEqualTo(INT);
            assertThat(waits).containsExactly(Duration.ofMillis(75), Duration.ofMillis(150), Duration.ofMillis(225));
        }
    }

    @Test
    void givingUpSaysWhatWasWrongAndThatItMayBeTriedLater() throws Exception {
        try (StubServer server = script(new Reply(503, "<html>busy</html>"));
                HttpSchemaRegistryClient client =
                        client(at(server.address()).withRetries(3, Duration.ofMillis(1), Duration.ofMillis(1)))) {
            assertThatThrownBy(() -> client.byId(1))
                    .isInstanceOf(RegistryException.Unavailable.class)
                    .hasMessageContainingAll("503", "busy", server.address().toString());
            assertThat(server.requests()).hasSize(3);
            assertThat(waits).hasSize(2);
        }
    }

    @Test
    void theNextAddressIsAskedWhereOneIsDownAndIsKept() throws Exception {
        URI down;
        try (StubServer gone = script(Reply.ok("1"))) {
            down = gone.address();
        }
        try (StubServer server = script(Reply.ok(INT_ANSWER));
                HttpSchemaRegistryClient client = client(at(down, server.address()))) {
            assertThat(client.byId(1)).isEqualTo(INT);
            assertThat(client.byId(2)).isEqualTo(INT);
            assertThat(waits).isEmpty();
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void refusedConnectionsAreUnavailable() throws Exception {
        URI down;
        try (StubServer gone = script(Reply.ok("1"))) {
            down = gone.address();
        }
        try (HttpSchemaRegistryClient client = client(at(down))) {
            assertThatThrownBy(() -> client.subjects())
                    .isInstanceOf(RegistryException.Unavailable.class)
                    .hasMessageContaining(down.toString());
            assertThat(waits).hasSize(3);
        }
    }

    @Test
    void aServerThatDoesNotAnswerInTimeIsUnavailable() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Function<Request, Reply> stuck = request -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Reply.ok("[]");
        };
        try (StubServer server = new StubServer(stuck);
                HttpSchemaRegistryClient client = client(at(server.address())
                        .withTimeouts(Duration.ofSeconds(1), Duration.ofMillis(50))
                        .withRetries(1, Duration.ofMillis(1), Duration.ofMillis(1)))) {
            assertThatThrownBy(client::subjects)
                    .isInstanceOf(RegistryException.Unavailable.class)
                    .hasMessageContaining("time-out");
            release.countDown();
        }
    }

    @Test
    void answersThatAreNotOfTheProtocolAreNamed() throws Exception {
        for (String body : List.of("", "<html>", "{}", "{\"id\":\"x\"}", "[1]", "null")) {
            try (StubServer server = script(Reply.ok(body));
                    HttpSchemaRegistryClient client = client(at(server.address()))) {
                assertThatThrownBy(() -> client.register("s", INT))
                        .as(body)
                        .isInstanceOf(RegistryException.UnexpectedAnswer.class)
                        .hasMessageContaining("subject s");
                assertThatThrownBy(() -> client.byId(3))
                        .as(body)
                        .isInstanceOf(RegistryException.UnexpectedAnswer.class);
            }
        }
    }

    @Test
    void schemasAndIdsAreRememberedBothWays() throws Exception {
        try (StubServer server = script(Reply.ok("{\"id\":7}"));
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThat(client.register("s", INT)).isEqualTo(7);
            assertThat(client.register("s", Schema.create(Schema.Type.INT))).isEqualTo(7);
            assertThat(client.byId(7)).isEqualTo(INT);
            assertThat(server.requests()).hasSize(1);
            client.register("other", INT);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void schemasThatDifferInDocOnlyAreRegisteredBoth() throws Exception {
        String text = "{\"type\":\"record\",\"name\":\"R\",\"doc\":\"%s\",\"fields\":[]}";
        Schema one = new Schema.Parser().parse(text.formatted("one"));
        Schema two = new Schema.Parser().parse(text.formatted("two"));
        assertThat(one).isEqualTo(two);
        try (StubServer server = script(Reply.ok("{\"id\":1}"), Reply.ok("{\"id\":2}"));
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThat(client.register("s", one)).isEqualTo(1);
            assertThat(client.register("s", two)).isEqualTo(2);
        }
    }

    @Test
    void anUnknownIdIsNotAskedAgainForASecond() throws Exception {
        try (StubServer server = script(Reply.error(404, 40403, "none"), Reply.ok(INT_ANSWER));
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThatThrownBy(() -> client.byId(9)).isInstanceOf(RegistryException.SchemaNotFound.class);
            nanos.addAndGet(999_999_999);
            assertThatThrownBy(() -> client.byId(9)).isInstanceOf(RegistryException.SchemaNotFound.class);
            assertThat(server.requests()).hasSize(1);
            nanos.addAndGet(1);
            assertThat(client.byId(9)).isEqualTo(INT);
        }
    }

    @Test
    void referencesAreReadFirst() throws Exception {
        Function<Request, Reply> answers = request -> switch (request.path()) {
            case "/schemas/ids/1" ->
                Reply.ok(
                        "{\"schema\":\"{\\\"type\\\":\\\"record\\\",\\\"name\\\":\\\"A\\\",\\\"fields\\\":[{\\\"name\\\":"
                                + "\\\"b\\\",\\\"type\\\":\\\"B\\\"}]}\",\"references\":[{\"name\":\"B\",\"subject\":\"sb\","
                                + "\"version\":2}]}");
            case "/subjects/sb/versions/2" ->
                Reply.ok(
                        "{\"subject\":\"sb\",\"version\":2,\"id\":5,\"schema\":\"{\\\"type\\\":\\\"enum\\\",\\\"name\\\":"
                                + "\\\"B\\\",\\\"symbols\\\":[\\\"X\\\"]}\"}");
            default -> Reply.error(404, 404, "no");
        };
        try (StubServer server = new StubServer(answers);
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThat(client.byId(1).getField("b").schema().getEnumSymbols()).containsExactly("X");
        }
    }

    @Test
    void aSchemaOfAnotherTypeIsNotTakenForAvro() throws Exception {
        try (StubServer server = script(Reply.ok("{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}"));
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThatThrownBy(() -> client.byId(1))
                    .isInstanceOf(RegistryException.InvalidSchema.class)
                    .hasMessageContaining("PROTOBUF");
        }
    }

    @Test
    void registriesThatCheckAgainstOneVersionOnlyAreUnderstood() throws Exception {
        Function<Request, Reply> answers = request -> request.path().endsWith("/versions/latest")
                ? Reply.ok("{\"is_compatible\":false,\"messages\":[\"m\"]}")
                : Reply.error(404, 404, "Not Found");
        try (StubServer server = new StubServer(answers);
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThat(client.check("s", INT)).isEqualTo(new CompatibilityVerdict(false, List.of("m")));
        }
    }

    @Test
    void aSubjectThatDoesNotExistTakesAnySchema() throws Exception {
        try (StubServer server = script(Reply.error(404, 40401, "none"));
                HttpSchemaRegistryClient client = client(at(server.address()))) {
            assertThat(client.check("s", INT).compatible()).isTrue();
            assertThat(client.lookup("s", INT)).isEmpty();
            assertThat(client.compatibility("s")).isEmpty();
        }
    }

    @Test
    void subjectsAreEncodedInThePathAndABasePathIsKept() throws Exception {
        try (StubServer server = script(Reply.ok("[1]"));
                HttpSchemaRegistryClient client = client(at(URI.create(server.address() + "/apis/ccompat/v7/")))) {
            client.versions("a/b c");
            assertThat(server.requests().getFirst().path()).isEqualTo("/apis/ccompat/v7/subjects/a%2Fb%20c/versions");
        }
    }

    @Test
    void credentialsAreSentAndNeverShown() throws Exception {
        assertSecret(new RegistryAuth.Basic("user", "pass-word"), "Basic dXNlcjpwYXNzLXdvcmQ=", "pass-word");
        assertSecret(new RegistryAuth.Bearer("tok-en"), "Bearer tok-en", "tok-en");
        Path file = Files.writeString(folder.resolve("token"), "file-token\n");
        assertSecret(new RegistryAuth.BearerFile(file), "Bearer file-token", "file-token");
    }

    private void assertSecret(RegistryAuth auth, String header, String secret) throws IOException {
        RegistryConfig base = at(URI.create("http://localhost:1"));
        assertThat(base.withAuth(auth).toString()).doesNotContain(secret);
        for (int status : List.of(401, 503)) {
            Function<Request, Reply> echo =
                    request -> new Reply(status, "you sent " + request.authorization() + " " + secret);
            try (StubServer server = new StubServer(echo);
                    HttpSchemaRegistryClient client =
                            client(at(server.address()).withAuth(auth))) {
                Throwable thrown = catchThrowableOfType(RegistryException.class, client::subjects);
                assertThat(server.requests().getFirst().authorization()).isEqualTo(header);
                assertThat(thrown).hasMessageContaining("you sent");
                for (Throwable t = thrown; t != null; t = t.getCause()) {
                    assertThat(t.toString())
                            .doesNotContain(secret)
                            .doesNotContain(header.substring(6).strip());
                }
            }
        }
    }

    @Test
    void aTokenFileIsReadAgainForEachRequest() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "one");
        try (StubServer server = script(Reply.ok("[]"));
                HttpSchemaRegistryClient client =
                        client(at(server.address()).withAuth(new RegistryAuth.BearerFile(file)))) {
            client.subjects();
            Files.writeString(file, "two");
            client.subjects();
            assertThat(server.requests().stream().map(Request::authorization))
                    .containsExactly("Bearer one", "Bearer two");
            Files.delete(file);
            assertThatThrownBy(client::subjects)
                    .isInstanceOf(RegistryException.Unavailable.class)
                    .hasMessageContaining("token");
        }
    }

    @Test
    void credentialsInTheAddressAreRefusedWithoutRepeatingThem() {
        assertThatThrownBy(() -> RegistryConfig.parse("http://u:secret@host:8081"))
                .hasMessageContaining("host")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> RegistryConfig.parse("http://u:sec ret@host")).hasMessageNotContaining("ret@");
        assertThatThrownBy(() -> RegistryConfig.parse("localhost:8081")).hasMessageContaining("http://host:port");
        assertThatThrownBy(() -> RegistryConfig.parse(" , ")).hasMessageContaining("no registry address");
        assertThat(RegistryConfig.parse("http://a:1, https://b/x").addresses())
                .containsExactly(URI.create("http://a:1"), URI.create("https://b/x"));
    }

    @Test
    void aPrivateCertificateIsTrustedThroughPemOrKeyStoreAndNotWithout() throws Exception {
        Path store = folder.resolve("server.p12");
        keytool(
                "-genkeypair",
                "-alias",
                "s",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "3650",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                "change-it");
        KeyStore keys = KeyStore.getInstance(store.toFile(), "change-it".toCharArray());
        Path pem = folder.resolve("ca.pem");
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(keys.getCertificate("s").getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, "change-it".toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(factory.getKeyManagers(), null, null);
        try (StubServer server = new StubServer(request -> Reply.ok("[\"b\",\"a\"]"), tls)) {
            RegistryConfig config = at(server.address()).withRetries(1, Duration.ofMillis(1), Duration.ofMillis(1));
            for (RegistryTls trust :
                    List.of(RegistryTls.trustingPem(pem), RegistryTls.trustingKeyStore(store, "change-it"))) {
                try (HttpSchemaRegistryClient client = client(config.withTls(trust))) {
                    assertThat(client.subjects()).containsExactly("a", "b");
                }
            }
            try (HttpSchemaRegistryClient client = client(config)) {
                assertThatThrownBy(client::subjects)
                        .isInstanceOf(RegistryException.Unavailable.class)
                        .hasMessageContaining("CA file");
            }
            assertThatThrownBy(() -> client(config.withTls(RegistryTls.trustingKeyStore(store, "wrong"))))
                    .hasMessageContaining("server.p12")
                    .hasMessageNotContaining("wrong\"");
            assertThatThrownBy(() -> client(config.withTls(RegistryTls.trustingPem(folder.resolve("none.pem")))))
                    .hasMessageContaining("none.pem");
        }
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(text).isZero();
        }
    }
}
