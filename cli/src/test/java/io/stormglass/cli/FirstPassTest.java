package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.capture.Inspection;
import io.stormglass.replay.Captures;
import io.stormglass.replay.LinksFile;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FirstPassTest {
    private static Inspection small() {
        String file = CommandRun.fixture("gen/small.pcap").toString();
        return Captures.reading(List.of(file), InputStream.nullInputStream()).inspect(LinksFile.none(null));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Test
    void whateverEndsFirstIsNotKeptWaiting() throws InterruptedException {
        CountDownLatch mayRead = new CountDownLatch(1);
        try (FirstPass pass = FirstPass.start(() -> {
            await(mayRead);
            return small();
        })) {
            assertThat(pass.endsBefore(CompletableFuture.completedFuture("ready")))
                    .isFalse();
            assertThat(pass.endsBefore(CompletableFuture.failedFuture(new IllegalStateException("no Kafka"))))
                    .isFalse();
            mayRead.countDown();
            assertThat(pass.endsBefore(new CompletableFuture<>())).isTrue();
            assertThat(pass.await().counts()).isEqualTo(small().counts());
        }
    }

    @Test
    void whatGoesWrongIsToldToWhoAsksForTheResult() throws InterruptedException {
        try (FirstPass pass = FirstPass.start(() -> {
            throw CommandFailure.usage("no such capture", null);
        })) {
            assertThat(pass.endsBefore(new CompletableFuture<>())).isTrue();
            assertThatThrownBy(pass::await).isInstanceOf(CommandFailure.class).hasMessage("no such capture");
        }
    }

    @Test
    void closingStopsTheReading() {
        CountDownLatch reading = new CountDownLatch(1);
        AtomicBoolean stopped = new AtomicBoolean();
        FirstPass pass = FirstPass.start(() -> {
            reading.countDown();
            try {
                await(new CountDownLatch(1));
            } catch (IllegalStateException e) {
                stopped.set(true);
            }
            return small();
        });
        await(reading);

        pass.close();

        assertThat(stopped).isTrue();
    }
}
