package io.stormglass.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.EcnAdviceStatus;
import io.stormglass.avro.EcnBoundKind;
import io.stormglass.avro.EcnBoundSide;
import io.stormglass.avro.EcnDeclineReason;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.EcnTrialState;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Evidence;
import io.stormglass.models.advice.Instructions;
import io.stormglass.models.advice.Measured;
import io.stormglass.models.advice.Memory;
import io.stormglass.models.advice.ObjectName;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.advice.Trial;
import io.stormglass.models.ecn.Bound;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AdviceCodecTest {
    @Test
    void everyAdviceComesBackAsItWas() {
        Property.check("advice survives the codec", 1_000, random -> {
            Advice advice = new Any(random).advice();
            EcnRecommendation avro = AdviceCodec.toAvro(advice, "run-1");
            assertThat(avro.getRunId()).isEqualTo("run-1");
            assertThat(AdviceCodec.toNeutral(avro)).isEqualTo(new Decoded.Value<>(advice));
        });
    }

    @Test
    void bothSidesOfEveryEnumHaveTheSameSymbolsButUnknown() {
        assertSame(Advice.Status.values(), EcnAdviceStatus.values());
        assertSame(Decline.Reason.values(), EcnDeclineReason.values());
        assertSame(Bound.Kind.values(), EcnBoundKind.values());
        assertSame(Bound.Side.values(), EcnBoundSide.values());
        assertSame(Trial.State.values(), EcnTrialState.values());
    }

    private static void assertSame(Enum<?>[] neutral, Enum<?>[] avro) {
        assertThat(Arrays.stream(avro).map(Enum::name).skip(1))
                .containsExactlyElementsOf(
                        Arrays.stream(neutral).map(Enum::name).toList());
    }

    @Test
    void whatContradictsItselfIsRefused() {
        refused(avro -> avro.setStatus(EcnAdviceStatus.UNKNOWN), Reason.VALUE_OUT_OF_RANGE, "UNKNOWN");
        refused(avro -> avro.setStatus(EcnAdviceStatus.CHANGE), Reason.VALUE_OUT_OF_RANGE, "CHANGE");
        refused(avro -> avro.setDecline(EcnDeclineReason.UNKNOWN), Reason.VALUE_OUT_OF_RANGE, "UNKNOWN");
        refused(avro -> avro.setPublished("nobody's"), Reason.VALUE_OUT_OF_RANGE, "nobody's");
        refused(avro -> avro.setDevice("leaf\n1"), Reason.INVALID_KEY, "device");
    }

    private static void refused(Consumer<EcnRecommendation> change, Reason reason, String word) {
        SplittableRandom random = new SplittableRandom(7);
        Advice advice = new Any(random).advice();
        while (advice.status() != Advice.Status.DECLINED) {
            advice = new Any(random).advice();
        }
        EcnRecommendation avro = AdviceCodec.toAvro(advice, "run-1");
        change.accept(avro);
        assertThat(AdviceCodec.toNeutral(avro)).isInstanceOfSatisfying(Decoded.Malformed.class, malformed -> {
            assertThat(malformed.reason()).isEqualTo(reason);
            assertThat(malformed.detail()).contains(word);
        });
    }

    /** Any advice that can be. */
    private record Any(SplittableRandom random) {
        Advice advice() {
            Advice.Status status = any(Advice.Status.values());
            boolean declined = status == Advice.Status.DECLINED;
            return new Advice(
                    new ObjectName("f", text(), text()),
                    random.nextLong(),
                    status,
                    declined ? new Decline(any(Decline.Reason.values()), text()) : null,
                    list(this::text),
                    random.nextBoolean(),
                    maybe(this::thresholds),
                    maybe(() -> any(NamedProfile.values())),
                    maybe(this::thresholds),
                    declined ? null : thresholds(),
                    list(() -> new Bound(
                            text(),
                            text(),
                            text(),
                            any(Bound.Kind.values()),
                            any(Bound.Side.values()),
                            share(),
                            share())),
                    new Evidence(
                            text(),
                            list(this::text),
                            list(() -> new Evidence.Input(text(), text(), text())),
                            maybe(this::numbers)),
                    maybe(this::prediction),
                    share(),
                    list(this::text),
                    new Instructions(
                            list(this::text),
                            list(this::text),
                            text(),
                            text(),
                            list(this::text),
                            list(this::text),
                            text()),
                    list(this::text),
                    new Memory(
                            maybe(this::thresholds),
                            random.nextBoolean() ? Long.MIN_VALUE : random.nextLong(),
                            text(),
                            maybe(this::measured),
                            maybe(this::trial),
                            list(this::thresholds)));
        }

        private Evidence.Numbers numbers() {
            return new Evidence.Numbers(
                    random.nextLong(),
                    random.nextLong(),
                    share(),
                    share(),
                    random.nextLong(),
                    share(),
                    share(),
                    random.nextLong(),
                    maybe(random::nextLong),
                    maybe(this::share),
                    share(),
                    maybe(this::share),
                    maybe(this::share),
                    maybe(random::nextLong));
        }

        private Prediction prediction() {
            return new Prediction(
                    any(Profile.values()),
                    text(),
                    cost(),
                    cost(),
                    cost(),
                    list(() -> new Prediction.Published(any(NamedProfile.values()), share())),
                    share(),
                    share(),
                    random.nextInt(),
                    random.nextLong());
        }

        private Prediction.Cost cost() {
            return new Prediction.Cost(share(), share(), share());
        }

        private Trial trial() {
            return new Trial(
                    thresholds(),
                    thresholds(),
                    maybe(this::measured),
                    share(),
                    share(),
                    share(),
                    any(Trial.State.values()),
                    text());
        }

        private Measured measured() {
            return new Measured(
                    text(),
                    share(),
                    share(),
                    share(),
                    maybe(this::share),
                    maybe(this::share),
                    maybe(this::share),
                    share(),
                    share(),
                    share());
        }

        private Thresholds thresholds() {
            long kmin = random.nextLong(1L << 40);
            return new Thresholds(kmin, kmin + random.nextLong(1L << 40), share());
        }

        private double share() {
            return random.nextDouble();
        }

        private String text() {
            return "text " + random.nextInt(1_000);
        }

        private <T> T any(T[] values) {
            return values[random.nextInt(values.length)];
        }

        private <T> @Nullable T maybe(Supplier<T> value) {
            return random.nextBoolean() ? value.get() : null;
        }

        private <T> List<T> list(Supplier<T> value) {
            List<T> all = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                all.add(value.get());
            }
            return all;
        }
    }
}
