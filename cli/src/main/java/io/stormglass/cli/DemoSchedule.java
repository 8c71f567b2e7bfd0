package io.stormglass.cli;

import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.FaultSchedule;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The faults of a scenario, again and again, and what they are in words when their time has come. */
final class DemoSchedule {
    private static final long NANOS_PER_MICRO = 1000;
    /** Days of event time at any usual length. */
    private static final BigDecimal MOST_ROUNDS = BigDecimal.valueOf(1000);
    /** 23 days: what a scenario may last. */
    private static final BigDecimal MOST_MICROS = new BigDecimal("2e12");

    private final Scenario repeated;
    private final Deque<Happening> coming;

    /**
     * Something that the emulator does.
     *
     * @param atNanos event time since the start
     */
    record Happening(long atNanos, String what) {}

    /**
     * A schedule.
     *
     * @param file scenario; one with a script is not repeated, since its ports do only what the script says
     * @throws ScenarioFileException if it cannot last so long
     */
    DemoSchedule(ScenarioFile file) throws ScenarioFileException {
        Scenario once = file.scenario();
        long round = once.ending().durationPicos();
        String asWritten = file.params().getOrDefault("durationMicros", "");
        BigDecimal micros = new BigDecimal(asWritten.replace("_", ""));
        int rounds = once.script().spans().isEmpty()
                ? MOST_MICROS
                        .divideToIntegralValue(micros)
                        .max(BigDecimal.ONE)
                        .min(MOST_ROUNDS)
                        .intValue()
                : 1;
        Scenario lasting = rounds == 1 ? once : lasting(file, micros.multiply(BigDecimal.valueOf(rounds)));
        List<ScheduledFault> faults = new ArrayList<>();
        for (int each = 0; each < rounds; each++) {
            long shift = each * round;
            once.faults()
                    .forEach(fault -> faults.add(new ScheduledFault(
                            fault.fault(), fault.fromPicos() + shift, Math.min(fault.toPicos(), round) + shift)));
        }
        repeated = new Scenario(
                lasting.name(),
                lasting.about(),
                lasting.fabric(),
                lasting.settings(),
                lasting.workloads(),
                faults,
                lasting.telemetry(),
                lasting.script(),
                lasting.ending());
        List<Happening> all = new ArrayList<>();
        for (FaultLabel label : new FaultSchedule(faults).labels(once.names())) {
            all.add(new Happening(label.fromMicros() * NANOS_PER_MICRO, words(label) + " begins"));
            all.add(new Happening(label.toMicros() * NANOS_PER_MICRO, words(label) + " ends"));
        }
        all.sort(Comparator.comparingLong(Happening::atNanos));
        coming = new ArrayDeque<>(all);
    }

    private static Scenario lasting(ScenarioFile file, BigDecimal micros) throws ScenarioFileException {
        return file.with(Map.of("durationMicros", micros.stripTrailingZeros().toPlainString(), "ending", "at-time"))
                .scenario();
    }

    private static String words(FaultLabel label) {
        String place = label.port() == null ? label.device() : label.device() + " " + label.port();
        return String.format(
                Locale.ROOT,
                "%s at %s%s",
                label.kind(),
                place,
                label.priority() < 0 ? "" : " priority " + label.priority());
    }

    /** The scenario, so many times that nobody sees its end. */
    Scenario repeated() {
        return repeated;
    }

    /** What has happened by a time and was not asked for before, in order. */
    List<Happening> happenedBy(long nanos) {
        List<Happening> now = new ArrayList<>();
        Happening next = coming.peek();
        while (next != null && next.atNanos() <= nanos) {
            now.add(coming.remove());
            next = coming.peek();
        }
        return now;
    }
}
