package io.stormglass.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as C's {@code %.17g} prints them: enough digits to tell any two doubles apart. */
final class SignificantDigits {
    private static final int DIGITS = 17;

    private SignificantDigits() {}

    /** A finite number, rounded half to even from its exact value, without trailing zeros. */
    static String of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " has no digits");
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal rounded = new BigDecimal(value)
                .round(new MathContext(DIGITS, RoundingMode.HALF_EVEN))
                .stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < DIGITS) {
            return rounded.toPlainString();
        }
        String digits = rounded.unscaledValue().abs().toString();
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : Integer.toString(Math.abs(exponent));
        return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}
