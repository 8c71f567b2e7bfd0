package io.stormglass.streams.metrics;

import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.http.Answer;
import io.stormglass.streams.http.Route;
import java.util.List;

/** What supervisors ask: whether to start the process anew, and whether it works. */
public final class Health {
    private static final String TYPE = "text/plain; charset=utf-8";

    private Health() {}

    /** {@code /healthz} is 200 until the application has stopped, {@code /readyz} while it runs and restores nothing; else 503. */
    public static List<Route> routes(StreamsRuntime runtime) {
        return List.of(
                Route.open("/healthz", call -> answer(runtime.live(), "live", "stopped")),
                Route.open("/readyz", call -> answer(runtime.live() && runtime.ready(), "ready", "not ready")));
    }

    private static Answer answer(boolean good, String yes, String no) {
        return Answer.text(good ? 200 : 503, TYPE, (good ? yes : no) + "\n");
    }
}
