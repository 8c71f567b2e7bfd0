package io.stormglass.streams.sink;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs what a webhook gets: {@code t=<unix seconds>,v1=<hex HMAC-SHA256 of "<unix seconds>.<body>">}. */
final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static String of(String secret, long unixSeconds, byte[] body) {
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes((unixSeconds + ".").getBytes(StandardCharsets.US_ASCII));
        signed.writeBytes(body);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return "t=" + unixSeconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(signed.toByteArray()));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
