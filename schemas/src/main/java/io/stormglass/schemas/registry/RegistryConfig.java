package io.stormglass.schemas.registry;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a registry is and how to speak to it.
 *
 * @param addresses base addresses, tried in order; {@code http} or {@code https}, without credentials
 * @param tls certificates, where the JVM's own do not do
 * @param connectTimeout per attempt
 * @param requestTimeout per attempt, connection included
 * @param attempts rounds over all addresses before giving up, at least 1
 * @param firstBackoff wait after the first failed round; doubles each time
 * @param longestBackoff upper limit of a wait
 */
public record RegistryConfig(
        List<URI> addresses,
        RegistryAuth auth,
        @Nullable RegistryTls tls,
        Duration connectTimeout,
        Duration requestTimeout,
        int attempts,
        Duration firstBackoff,
        Duration longestBackoff) {
    public RegistryConfig {
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("no registry address given, such as http://localhost:8081");
        }
        addresses.forEach(RegistryConfig::requireAddress);
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts is " + attempts + ", at least 1 is needed");
        }
        requirePositive("connect time-out", connectTimeout);
        requirePositive("request time-out", requestTimeout);
        requirePositive("first backoff", firstBackoff);
        requirePositive("longest backoff", longestBackoff);
    }

    /** One or more addresses; 5 s to connect, 10 s a request, 4 rounds with 100 ms to 2 s in between. */
    public static RegistryConfig of(URI... addresses) {
        return new RegistryConfig(
                List.of(addresses),
                RegistryAuth.NONE,
                null,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                4,
                Duration.ofMillis(100),
                Duration.ofSeconds(2));
    }

    /** Addresses from one text, separated by commas, as Confluent's {@code schema.registry.url} has them. */
    public static RegistryConfig parse(String addresses) {
        return of(Arrays.stream(addresses.split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(RegistryConfig::address)
                .toArray(URI[]::new));
    }

    /** With credentials. */
    public RegistryConfig withAuth(RegistryAuth newAuth) {
        return new RegistryConfig(
                addresses, newAuth, tls, connectTimeout, requestTimeout, attempts, firstBackoff, longestBackoff);
    }

    /** With certificates. */
    public RegistryConfig withTls(RegistryTls newTls) {
        return new RegistryConfig(
                addresses, auth, newTls, connectTimeout, requestTimeout, attempts, firstBackoff, longestBackoff);
    }

    /** With other time-outs per attempt. */
    public RegistryConfig withTimeouts(Duration connect, Duration request) {
        return new RegistryConfig(addresses, auth, tls, connect, request, attempts, firstBackoff, longestBackoff);
    }

    /** With another number of rounds and waits in between. */
    public RegistryConfig withRetries(int rounds, Duration first, Duration longest) {
        return new RegistryConfig(addresses, auth, tls, connectTimeout, requestTimeout, rounds, first, longest);
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            // The text may hold a password: it is not repeated, and the cause, which repeats it, is left out.
            throw new IllegalArgumentException(
                    "a registry address cannot be read; give it as http://host:port or https://host:port");
        }
    }

    private static void requireAddress(URI address) {
        if (address.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the registry address for host " + address.getHost()
                    + " holds credentials; give them as user and password, or as a token, instead");
        }
        boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
        if (!http || address.getHost() == null || address.getRawQuery() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "a registry address has the form http://host:port or https://host:port/path; scheme is "
                            + address.getScheme() + ", host is " + address.getHost());
        }
    }

    private static void requirePositive(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException(what + " is " + duration + ", it must be above zero");
        }
    }
}
