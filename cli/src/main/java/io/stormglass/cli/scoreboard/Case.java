package io.stormglass.cli.scoreboard;

import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One run to be judged.
 *
 * @param scenario with the telemetry that is seen
 * @param seed decides everything random
 * @param refresh what was asked for
 * @param sight how well is seen
 * @param ownTelemetry why it keeps the telemetry of its file; null where it does not
 */
public record Case(
        Scenario scenario,
        long seed,
        Refresh refresh,
        Refresh.Sight sight,
        @Nullable String ownTelemetry) {
    private static final int LONGEST_NAME = 40;
    /** A script tells of minutes and hours. */
    private static final long FASTEST_SCRIPT_NANOS = 200_000_000L;

    /** A scenario seen in a way. One whose fault is the telemetry keeps its own, and a script where it would be read faster than 5 times a second. */
    public static Case of(Scenario scenario, long seed, Refresh refresh) {
        String own = keeps(scenario, refresh);
        if (own != null) {
            return new Case(scenario, seed, refresh, new Refresh.Own().sight(scenario), own);
        }
        TelemetrySettings telemetry = refresh.of(scenario);
        Scenario seen = new Scenario(
                scenario.name(),
                scenario.about(),
                scenario.fabric(),
                scenario.settings(),
                scenario.workloads(),
                scenario.faults(),
                telemetry,
                scenario.script(),
                scenario.ending());
        return new Case(seen, seed, refresh, refresh.sight(scenario), null);
    }

    private static @Nullable String keeps(Scenario scenario, Refresh refresh) {
        if (refresh instanceof Refresh.Own) {
            return null;
        }
        boolean telemetryOnly = !scenario.faults().isEmpty()
                && scenario.faults().stream().allMatch(each -> each.fault() instanceof Fault.InTelemetry);
        if (telemetryOnly) {
            return "its fault is the telemetry";
        }
        boolean scripted = !scenario.script().spans().isEmpty();
        return scripted && refresh.sight(scenario).intervalNanos() < FASTEST_SCRIPT_NANOS
                ? "a script has no packets"
                : null;
    }

    /** Name of the scenario. */
    public String name() {
        return scenario.name();
    }

    /** Id of the run: small letters, digits and {@code -}. */
    public String runId() {
        String name = name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
        return name.substring(0, Math.min(LONGEST_NAME, name.length())) + "-" + Long.toUnsignedString(seed, 36);
    }
}
