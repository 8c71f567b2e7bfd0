package io.stormglass.streams.sink;

import io.stormglass.avro.StormIncident;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Where the links of an alert lead.
 *
 * @param runbooks address of the runbook pages; {@code {cause}} stands for the cause class, without it {@code /<cause>.md} is put
 *     behind; empty where there are none
 * @param dashboard address of a dashboard with {@code {from}} and {@code {to}} (ms since 1970; {@code {to}} is {@code now} while an
 *     incident is open), {@code {incident}}, {@code {cluster}}, {@code {fabric}}, {@code {device}}, {@code {port}}; empty where there is none
 */
public record AlertLinks(String runbooks, String dashboard) {
    /** No links: alerts name the runbook's file. */
    public static final AlertLinks NONE = new AlertLinks("", "");

    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)\\}");
    private static final Set<String> RUNBOOK_PLACES = Set.of("cause");
    private static final Set<String> DASHBOARD_PLACES =
            new TreeSet<>(Set.of("from", "to", "incident", "cluster", "fabric", "device", "port"));
    private static final long MILLION = 1_000_000L;
    /** Shown before and after the incident. */
    private static final long MARGIN_MILLIS = 5 * 60_000L;

    public AlertLinks {
        check("runbookBaseUrl", runbooks, RUNBOOK_PLACES);
        check("dashboardUrl", dashboard, DASHBOARD_PLACES);
    }

    private static void check(String what, String template, Set<String> places) {
        if (template.isEmpty()) {
            return;
        }
        PLACE.matcher(template).results().map(place -> place.group(1)).forEach(place -> {
            if (!places.contains(place)) {
                throw new IllegalArgumentException(
                        what + " has the unknown place {" + place + "}; known: " + String.join(", ", places));
            }
        });
        try {
            URI uri = new URI(PLACE.matcher(template).replaceAll("x"));
            if (uri.getHost() == null
                    || uri.getScheme() == null
                    || !uri.getScheme().startsWith("http")) {
                throw new IllegalArgumentException(what + " '" + template + "' is no http or https address");
            }
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(what + " '" + template + "' is no address: " + e.getReason(), e);
        }
    }

    /** Name of a cause class in links and texts: {@code nic-pause-storm}. */
    static String cause(StormIncident incident) {
        return incident.getCause().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Address of the incident's runbook; empty where there is none. */
    String runbook(StormIncident incident) {
        if (runbooks.isEmpty()) {
            return "";
        }
        String template = runbooks.contains("{cause}")
                ? runbooks
                : (runbooks.endsWith("/") ? runbooks.substring(0, runbooks.length() - 1) : runbooks) + "/{cause}.md";
        return template.replace("{cause}", cause(incident));
    }

    /** Address of the dashboard at the incident's time; empty where there is none. */
    String dashboard(StormIncident incident) {
        if (dashboard.isEmpty()) {
            return "";
        }
        Long resolved = incident.getResolvedNanos();
        Map<String, String> values = Map.of(
                "from", String.valueOf(incident.getOpenedNanos() / MILLION - MARGIN_MILLIS),
                "to", resolved == null ? "now" : String.valueOf(resolved / MILLION + MARGIN_MILLIS),
                "incident", incident.getIncidentId(),
                "cluster", incident.getCluster(),
                "fabric", incident.getFabric(),
                "device", incident.getOriginDevice(),
                "port", incident.getOriginPort());
        return PLACE.matcher(dashboard).replaceAll(place -> encoded(values, place));
    }

    private static String encoded(Map<String, String> values, MatchResult place) {
        // Only letters, digits, '.', '-', '*', '_', '%' are left, none of which a replacement would read as its own.
        return URLEncoder.encode(values.getOrDefault(place.group(1), ""), StandardCharsets.UTF_8)
                .replace("+", "%20");
    }
}
