package io.stormglass.cli;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.api.Api;
import io.stormglass.streams.http.Assets;
import io.stormglass.streams.http.HttpCounters;
import io.stormglass.streams.http.HttpService;
import io.stormglass.streams.http.HttpSettings;
import io.stormglass.streams.http.HttpStartException;
import io.stormglass.streams.http.Route;
import io.stormglass.streams.metrics.ApplicationMetrics;
import io.stormglass.streams.metrics.Health;
import io.stormglass.streams.metrics.HttpMetrics;
import io.stormglass.streams.metrics.KafkaMetrics;
import io.stormglass.streams.metrics.MetricSource;
import io.stormglass.streams.metrics.MetricsPage;
import io.stormglass.streams.metrics.ViewMetrics;
import io.stormglass.streams.view.View;
import io.stormglass.streams.view.ViewSettings;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** What one instance serves by HTTP. */
final class WebService implements AutoCloseable {
    private static final String CONSOLE = "/io/stormglass/console/";

    private final StreamsRuntime runtime;
    private final StreamsSettings streams;
    private final SchemaRegistryClient registry;
    private final MetricsPage metrics = new MetricsPage();
    private final Resources resources = new Resources();

    WebService(StreamsRuntime runtime, StreamsSettings streams, SchemaRegistryClient registry) {
        this.runtime = runtime;
        this.streams = streams;
        this.registry = registry;
        metrics.add(new ApplicationMetrics(runtime, InstantSource.system()));
        metrics.add(new KafkaMetrics(runtime));
    }

    /** Further numbers for Prometheus, told from the next scrape on. */
    void add(MetricSource source) {
        metrics.add(source);
    }

    /**
     * Starts to read what there is and to listen.
     *
     * @param history how much is kept of what was before
     * @return where
     * @throws HttpStartException if the address cannot be bound
     */
    URI start(HttpSettings settings, ViewSettings history) {
        try {
            return started(settings, history);
        } catch (HttpStartException e) {
            resources.close();
            throw e;
        }
    }

    private URI started(HttpSettings settings, ViewSettings history) {
        View view = resources.add("view", View.start(streams, registry, history, InstantSource.system()));
        Api api = new Api(view, runtime::ready);
        List<Route> routes = new ArrayList<>(Health.routes(runtime));
        routes.add(Route.guarded("/metrics", metrics));
        routes.addAll(api.routes());
        routes.add(Route.open("/", new Assets(Api.class, CONSOLE)));
        HttpService service = resources.add("HTTP server", HttpService.start(settings, routes, new HttpCounters()));
        metrics.add(new HttpMetrics(service.counters(), service::connections, service::streams));
        metrics.add(new ViewMetrics(view, api::eventsLost));
        return service.address();
    }

    @Override
    public void close() {
        resources.close();
    }
}
