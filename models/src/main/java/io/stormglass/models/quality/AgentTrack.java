package io.stormglass.models.quality;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.time.SequenceWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One agent as a partition hears it. */
final class AgentTrack implements Track {
    final TreeMap<String, PortTrack> ports = new TreeMap<>();
    private final String fabric;
    private final String agent;
    private final QualitySettings settings;
    private long heardNanos;
    private boolean heartbeats;
    private long epoch = -1;
    private long goodbyeEpoch = -1;
    private long goodbyeSequence = -1;
    private long skewSinceNanos;
    private long skewHeardNanos;
    private long skewNanos;
    private @Nullable Long worstOffsetNanos;
    private long gaps;
    private long openHoles;
    private long duplicates;
    private long late;

    AgentTrack(String fabric, String agent, QualitySettings settings) {
        this.fabric = fabric;
        this.agent = agent;
        this.settings = settings;
    }

    AgentTrack(TrackState.OfAgent state, QualitySettings settings) {
        this(state.fabric(), state.agent(), settings);
        heardNanos = state.heardNanos();
        heartbeats = state.heartbeats();
        epoch = state.epoch();
        goodbyeEpoch = state.goodbyeEpoch();
        goodbyeSequence = state.goodbyeSequence();
        skewSinceNanos = state.skewSinceNanos();
        skewHeardNanos = state.skewHeardNanos();
        skewNanos = state.skewNanos();
        worstOffsetNanos = state.worstOffsetNanos();
        gaps = state.gaps();
        openHoles = state.openHoles();
        duplicates = state.duplicates();
        late = state.late();
    }

    TrackState.OfAgent state() {
        return new TrackState.OfAgent(
                fabric,
                agent,
                heardNanos,
                heartbeats,
                epoch,
                goodbyeEpoch,
                goodbyeSequence,
                skewSinceNanos,
                skewHeardNanos,
                skewNanos,
                worstOffsetNanos,
                gaps,
                openHoles,
                duplicates,
                late);
    }

    /** Takes a record that came in the step that ends then; true where there is something to remember. */
    boolean take(Arrival arrival, long stepEndNanos, boolean clockOff, boolean isLate) {
        BatchHeader header = arrival.header();
        boolean repeated = arrival.verdict() == SequenceWindow.Verdict.DUPLICATE;
        boolean heartbeat = header.kind() == RecordKind.HEARTBEAT && !heartbeats;
        boolean changed = stepEndNanos > heardNanos
                || heartbeat
                || repeated
                || isLate
                || arrival.gaps() > 0
                || arrival.openHoles() != openHoles;
        heardNanos = Math.max(heardNanos, stepEndNanos);
        heartbeats |= heartbeat;
        gaps += arrival.gaps();
        openHoles = arrival.openHoles();
        duplicates += repeated ? 1 : 0;
        late += isLate ? 1 : 0;
        if (arrival.verdict() == SequenceWindow.Verdict.NEW) {
            changed |= stops(header);
        }
        Long offset = header.clockOffsetNanos();
        if (offset != null) {
            changed |= clock(offset, stepEndNanos, clockOff);
        }
        return changed;
    }

    private boolean clock(long offsetNanos, long stepEndNanos, boolean clockOff) {
        Long worst = TelemetryReport.worse(worstOffsetNanos, roundedOffset(offsetNanos));
        boolean changed = clockOff || !Objects.equals(worst, worstOffsetNanos);
        worstOffsetNanos = worst;
        if (clockOff) {
            skewed(offsetNanos, stepEndNanos);
        }
        return changed;
    }

    private boolean stops(BatchHeader header) {
        long epochBefore = epoch;
        long goodbyeBefore = goodbyeEpoch;
        epoch = Math.max(epoch, header.epoch());
        if (header.kind() == RecordKind.GOODBYE) {
            goodbyeEpoch = header.epoch();
            goodbyeSequence = header.sequence();
        } else if (header.epoch() > goodbyeEpoch || header.sequence() > goodbyeSequence) {
            goodbyeEpoch = -1;
            goodbyeSequence = -1;
        }
        return epoch != epochBefore || goodbyeEpoch != goodbyeBefore;
    }

    private void skewed(long offsetNanos, long stepEndNanos) {
        boolean begins = skewHeardNanos == 0 || stepEndNanos >= skewHeardNanos + settings.skewHoldNanos();
        if (begins) {
            skewSinceNanos = stepEndNanos;
            skewNanos = offsetNanos;
        } else if (stepEndNanos == skewSinceNanos) {
            Long worse = TelemetryReport.worse(skewNanos, offsetNanos);
            skewNanos = worse == null ? 0 : worse;
        }
        skewHeardNanos = Math.max(skewHeardNanos, stepEndNanos);
    }

    /** To a tenth of a second, so that it is no news each time. */
    private static long roundedOffset(long nanos) {
        long tenth = 100_000_000L;
        return Math.round((double) nanos / tenth) * tenth;
    }

    @Override
    public TelemetryEntity entity() {
        return new TelemetryEntity(TelemetryEntity.Kind.AGENT, fabric, agent);
    }

    @Nullable
    Long worstOffsetNanos() {
        return worstOffsetNanos;
    }

    @Override
    public SortedMap<String, PortTrack> ports() {
        return ports;
    }

    @Override
    public List<Long> turns() {
        List<Long> turns = new ArrayList<>();
        turns.add(heardNanos + settings.silenceNanos());
        turns.add(heardNanos + settings.forgetNanos());
        turns.add(skewHeardNanos + settings.skewHoldNanos());
        return turns;
    }

    @Override
    public TelemetryView view(long atNanos, TelemetryReport report) {
        TelemetryView.Voice voice = Track.voice(heardNanos, atNanos, settings);
        if (voice != TelemetryView.Voice.GONE && goodbyeEpoch >= 0) {
            voice = TelemetryView.Voice.STOPPED;
        }
        boolean quiet = voice != TelemetryView.Voice.SPEAKS;
        long interval = intervalNanos();
        boolean skewed = skewHeardNanos > 0 && atNanos < skewHeardNanos + settings.skewHoldNanos();
        return new TelemetryView(
                voice,
                quiet ? heardNanos : 0,
                heartbeats || interval > 0,
                quiet ? interval : 0,
                epoch,
                skewed,
                skewed ? skewNanos : 0,
                false,
                false,
                0,
                List.of(),
                report);
    }

    @Override
    public TelemetryReport report() {
        TreeSet<String> devices = new TreeSet<>();
        TelemetryReport sum = TelemetryReport.NONE;
        for (PortTrack port : ports.values()) {
            devices.add(port.port.device());
            sum = sum.with(port.report());
        }
        return new TelemetryReport(
                gaps + openHoles,
                duplicates,
                late,
                sum.resets(),
                sum.shortestRefreshNanos(),
                sum.longestRefreshNanos(),
                sum.shortestNominalNanos(),
                sum.longestNominalNanos(),
                worstOffsetNanos,
                List.copyOf(devices));
    }
}
