package io.stormglass.capture.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stormglass.testkit.Property;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeScaleTest {
    private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);

    @ParameterizedTest
    @CsvSource({
        // exponent, ticks, offset, nanoseconds: worked by hand
        "0, 1760000000, 0, 1760000000000000000",
        "3, 1760000000123, 0, 1760000000123000000",
        "6, 1760000000123456, 0, 1760000000123456000",
        "6, 123456, 1760000000, 1760000000123456000",
        "6, 1760003600123456, -3600, 1760000000123456000",
        "9, 1760000000123456789, 0, 1760000000123456789",
        "12, 123456789012, 1760000000, 1760000000123456789",
        "19, 12345678901234567890, 1760000000, 1760000001234567890",
        "0, 9223372036854775808, -9223372035094775808, 1760000000000000000",
        "9, 9223372036854775807, 1, 9223372036854775807",
        "0, 0, -9223372037, -9223372036854775808",
    })
    void decimal_ticks(int exponent, String ticks, String offset, long nanos) {
        assertThat(TimeScale.decimal(exponent, Long.parseLong(offset)).nanos(Long.parseUnsignedLong(ticks)))
                .isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1760000000, 0, 1760000000000000000",
        "1, 3520000001, 0, 1760000000500000000",
        "20, 1845493760524288, 0, 1760000000500000000",
        "32, 3221225472, 1760000000, 1760000000750000000",
        "63, 4611686018427387904, 1760000000, 1760000000500000000",
        "63, 13835058055282163712, 1760000000, 1760000001500000000",
    })
    void binary_ticks(int exponent, String ticks, long offset, long nanos) {
        assertThat(TimeScale.binary(exponent, offset).nanos(Long.parseUnsignedLong(ticks)))
                .isEqualTo(nanos);
    }

    @Test
    void any_ticks_and_offset_agree_with_unbounded_arithmetic() {
        Property.check("exact nanoseconds of any ticks, unit and offset", 200_000, random -> {
            boolean binary = random.nextBoolean();
            int exponent = random.nextInt(binary ? 64 : 20);
            long ticks = random.nextLong() >>> random.nextInt(64);
            long offset = random.nextLong() >> random.nextInt(64);
            if (random.nextInt(4) == 0) {
                // Close to cancelling each other.
                offset = 1_760_000_000L
                        - Long.divideUnsigned(ticks, perSecond(binary, exponent).longValue());
            }
            TimeScale scale = binary ? TimeScale.binary(exponent, offset) : TimeScale.decimal(exponent, offset);
            long expected = reference(perSecond(binary, exponent), ticks, offset);
            if (scale.nanos(ticks) != expected) {
                throw new AssertionError((binary ? "2^-" : "10^-") + exponent + " s, ticks "
                        + Long.toUnsignedString(ticks) + ", offset " + offset + " s: " + scale.nanos(ticks)
                        + ", expected " + expected);
            }
        });
    }

    private static BigInteger perSecond(boolean binary, int exponent) {
        return BigInteger.valueOf(binary ? 2 : 10).pow(exponent);
    }

    private static long reference(BigInteger perSecond, long ticks, long offset) {
        BigInteger unsigned = new BigInteger(Long.toUnsignedString(ticks));
        BigInteger nanos = unsigned.multiply(SECOND)
                .divide(perSecond)
                .add(BigInteger.valueOf(offset).multiply(SECOND));
        return nanos.min(MAX).max(MIN).longValue();
    }

    @Test
    void units_that_64_bits_cannot_hold_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeScale.decimal(20, 0))
                .withMessageContaining("20");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeScale.binary(64, 0))
                .withMessageContaining("64");
    }
}
