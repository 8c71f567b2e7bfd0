package io.stormglass.streams.http;

import java.util.Map;
import java.util.Optional;

/**
 * A request, checked as far as that is possible without knowing what it asks for.
 *
 * @param rest what follows the path of a route that ends with a slash, decoded; empty for others
 * @param parameters of the query, each given once
 * @param etag what the client holds ({@code If-None-Match}); empty where nothing
 */
public record Call(String rest, Map<String, String> parameters, String etag) {
    public Call {
        parameters = Map.copyOf(parameters);
    }

    /** A parameter. */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name));
    }
}
