package io.stormglass.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.stormglass.embedded.EmbeddedConfig;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.SchemaIds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The application is killed in the middle of a storm and starts again from its changelogs. */
class KillDuringStormIT {
    private static final int PARTITIONS = 2;
    private static final int STORM_FROM_SECONDS = 5;
    private static final int STORM_SECONDS = 60;
    /** The storm, 60 s in which it must stay clear, and some to spare. */
    private static final int PUBLISH_SECONDS = 160;

    private final TopicNaming naming = TopicNaming.live();
    private final List<Post> posts = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    /** The storm's alert as it came. */
    private record Post(JsonNode labels, String startsAt, Instant endsAt, Instant at) {
        boolean fires() {
            return endsAt.isAfter(at);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "a storm takes two minutes to open and to resolve: bench/full runs it")
    void thereIsNoSecondPageAndNoLostResolve() throws Exception {
        HttpServer receiver = receiver();
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary());
                HttpSchemaRegistryClient registry =
                        new HttpSchemaRegistryClient(RegistryConfig.parse(stack.registryUrl()));
                Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            new TopicAdmin(admin, Duration.ofSeconds(30))
                    .createNew(TopicDefinition.all(naming, TopicOptions.DEFAULT.withEventPartitions(PARTITIONS)));
            Path config = config(stack, receiver.getAddress().getPort());
            Instance first = Instance.start(config);
            CompletableFuture<Void> published = CompletableFuture.runAsync(() -> publish(stack, registry));
            await("the page", Post::fires);
            first.kill();
            int before = posts.size();
            Instance second = Instance.start(config);
            await("the resolve", post -> !post.fires());
            published.get(PUBLISH_SECONDS, TimeUnit.SECONDS);
            second.kill();

            assertThat(posts.size())
                    .as("the second instance told of it as well")
                    .isGreaterThan(before);
            assertThat(posts)
                    .extracting(Post::labels)
                    .as("one alert")
                    .containsOnly(posts.get(0).labels());
            assertThat(posts)
                    .extracting(Post::startsAt)
                    .containsOnly(posts.get(0).startsAt());
            int resolved = posts.indexOf(
                    posts.stream().filter(post -> !post.fires()).findFirst().orElseThrow());
            assertThat(posts.subList(resolved, posts.size()))
                    .as("nothing fires after the resolve")
                    .noneMatch(Post::fires);
        } finally {
            receiver.stop(0);
        }
    }

    private void await(String what, Predicate<Post> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofMinutes(4).toNanos();
        while (posts.stream().noneMatch(wanted)) {
            assertThat(System.nanoTime()).as("waiting for " + what).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private void publish(EmbeddedStack stack, HttpSchemaRegistryClient registry) {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        try (BatchPublisher publisher = BatchPublisher.over(
                new BatchPublisher.Settings(PageLoad.FABRIC, TopicNaming.LIVE, "bench", PARTITIONS, PARTITIONS, 1),
                new EventPublisher.Target(naming, Long.MAX_VALUE / 4, unused -> Map.of(), Pace.unlimited()),
                producer,
                SchemaIds.register(registry, naming))) {
            // The other hosts' storms would begin after the end.
            new PageLoad(1, 4, 10, 1_000)
                    .publish(publisher, PUBLISH_SECONDS, STORM_FROM_SECONDS, PUBLISH_SECONDS, STORM_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpServer receiver() throws IOException {
        ObjectMapper json = new ObjectMapper();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            for (JsonNode alert : json.readTree(exchange.getRequestBody())) {
                if (alert.get("labels").has("host")) {
                    posts.add(new Post(
                            alert.get("labels"),
                            alert.get("startsAt").asText(),
                            Instant.parse(alert.get("endsAt").asText()),
                            Instant.now()));
                }
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private Path config(EmbeddedStack stack, int port) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
                bootstrapServers: %s
                schemaRegistry:
                  url: %s
                threads: 1
                stateDir: %s
                sinks:
                  alertmanager:
                    urls: ["http://127.0.0.1:%d"]
                    resendSeconds: 5
                """.formatted(
                        stack.bootstrapServers(), stack.registryUrl(), folder.resolve("state"), port));
    }
}
