package io.stormglass.streams.topology;

import io.stormglass.avro.Finding;
import io.stormglass.avro.PortTelemetryState;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.avro.Severity;
import io.stormglass.avro.TelemetryEntityKind;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.avro.TelemetryState;
import io.stormglass.avro.TelemetryVoice;
import io.stormglass.models.quality.CountedLink;
import io.stormglass.models.quality.PortReport;
import io.stormglass.models.quality.TelemetryEntity;
import io.stormglass.models.quality.TelemetryFinding;
import io.stormglass.models.quality.TelemetryNews;
import io.stormglass.models.quality.TelemetryReport;
import io.stormglass.models.quality.TelemetryRow;
import io.stormglass.models.quality.TelemetryView;
import io.stormglass.models.quality.TrackState;
import io.stormglass.models.storm.StormTransition;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.streams.state.StoredRefresh;
import io.stormglass.streams.state.StoredTelemetry;
import io.stormglass.streams.state.StoredTotals;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Telemetry quality, to and from Avro. */
final class Telemetry {
    private Telemetry() {}

    static PortTransition transition(TelemetryNews news, String runId, int partition) {
        TelemetryView view = news.view();
        io.stormglass.avro.TelemetryView avro = new io.stormglass.avro.TelemetryView();
        avro.setEntityKind(TelemetryEntityKind.valueOf(news.entity().kind().name()));
        avro.setName(news.entity().name());
        avro.setVoice(TelemetryVoice.valueOf(view.voice().name()));
        avro.setHeardNanos(view.heardNanos());
        avro.setRegular(view.regular());
        avro.setIntervalNanos(view.intervalNanos());
        avro.setEpoch(view.epoch());
        avro.setSkewed(view.skewed());
        avro.setSkewNanos(view.skewNanos());
        avro.setCounters(view.counters());
        avro.setStale(view.stale());
        avro.setRefreshedNanos(view.refreshedNanos());
        avro.setLinks(view.links().stream()
                .map(link -> new io.stormglass.avro.CountedLink(link.port(), link.downNanos(), link.readNanos()))
                .toList());
        avro.setReport(avro(view.report()));
        PortTransition transition =
                Transitions.progress(PortTransitionKind.TELEMETRY, runId, partition, news.atNanos());
        transition.setFabric(news.entity().fabric());
        transition.setTelemetry(avro);
        return transition;
    }

    static TelemetryNews news(PortTransition transition) {
        io.stormglass.avro.TelemetryView avro = view(transition);
        TelemetryView view = new TelemetryView(
                TelemetryView.Voice.valueOf(avro.getVoice().name()),
                avro.getHeardNanos(),
                avro.getRegular(),
                avro.getIntervalNanos(),
                avro.getEpoch(),
                avro.getSkewed(),
                avro.getSkewNanos(),
                avro.getCounters(),
                avro.getStale(),
                avro.getRefreshedNanos(),
                avro.getLinks().stream()
                        .map(link -> new CountedLink(link.getPort(), link.getDownNanos(), link.getReadNanos()))
                        .toList(),
                report(avro.getReport()));
        return new TelemetryNews(entity(transition), transition.getAtNanos(), view);
    }

    private static io.stormglass.avro.TelemetryView view(PortTransition transition) {
        io.stormglass.avro.TelemetryView avro = transition.getTelemetry();
        if (avro == null) {
            throw new IllegalStateException("a transition of telemetry has no view");
        }
        return avro;
    }

    private static TelemetryEntity entity(PortTransition transition) {
        io.stormglass.avro.TelemetryView avro = view(transition);
        return new TelemetryEntity(
                TelemetryEntity.Kind.valueOf(avro.getEntityKind().name()), transition.getFabric(), avro.getName());
    }

    /** Place among the transitions of all ports; the newest view of a moment replaces an older one. */
    static BoundaryKey place(PortTransition transition) {
        return new BoundaryKey(
                transition.getAtNanos(), "telemetry|" + entity(transition).key(), transition.getPartition());
    }

    static PortTelemetryState state(PortReport report) {
        return new PortTelemetryState(
                report.agent(),
                TelemetryState.valueOf(report.state().name()),
                report.refreshedNanos(),
                avro(report.report()),
                report.text());
    }

    private static io.stormglass.avro.TelemetryReport avro(TelemetryReport report) {
        return new io.stormglass.avro.TelemetryReport(
                report.lost(),
                report.duplicates(),
                report.late(),
                report.resets(),
                report.shortestRefreshNanos(),
                report.longestRefreshNanos(),
                report.shortestNominalNanos(),
                report.longestNominalNanos(),
                report.worstClockOffsetNanos(),
                report.related());
    }

    private static TelemetryReport report(io.stormglass.avro.@Nullable TelemetryReport avro) {
        return avro == null
                ? TelemetryReport.NONE
                : new TelemetryReport(
                        avro.getLost(),
                        avro.getDuplicates(),
                        avro.getLate(),
                        avro.getResets(),
                        avro.getShortestRefreshNanos(),
                        avro.getLongestRefreshNanos(),
                        avro.getShortestNominalNanos(),
                        avro.getLongestNominalNanos(),
                        avro.getWorstClockOffsetNanos(),
                        avro.getRelated());
    }

    static TelemetryQuality avro(TelemetryRow row, String runId) {
        return new TelemetryQuality(
                row.entity().fabric(),
                runId,
                TelemetryEntityKind.valueOf(row.entity().kind().name()),
                row.entity().name(),
                TelemetryState.valueOf(row.state().name()),
                row.sinceNanos(),
                row.changedNanos(),
                row.heardNanos(),
                row.epoch(),
                avro(row.report()),
                row.text());
    }

    static TelemetryRow row(TelemetryQuality avro) {
        return new TelemetryRow(
                new TelemetryEntity(
                        TelemetryEntity.Kind.valueOf(avro.getEntityKind().name()), avro.getFabric(), avro.getName()),
                TelemetryRow.State.valueOf(avro.getState().name()),
                avro.getSinceNanos(),
                avro.getChangedNanos(),
                avro.getHeardNanos(),
                avro.getEpoch(),
                report(avro.getReport()),
                avro.getText());
    }

    /** What a device's row says of whether it is heard. */
    static StormTransition.Silence voice(TelemetryRow row) {
        StormTransition.Silence.Voice voice =
                switch (row.state()) {
                    case OK -> StormTransition.Silence.Voice.HEARD;
                    case STALLED, SKEWED -> StormTransition.Silence.Voice.DOUBTFUL;
                    case UNKNOWN -> StormTransition.Silence.Voice.SILENT;
                    case STOPPED -> StormTransition.Silence.Voice.STOPPED;
                };
        Long heard = row.heardNanos();
        Long lastWord = row.quiet() ? (heard == null ? (Long) row.sinceNanos() : heard) : null;
        // A row changes with its counts; since when a voice is what it is, does not.
        long at = row.quiet() ? row.changedNanos() : row.sinceNanos();
        return new StormTransition.Silence(row.entity().fabric(), row.entity().name(), voice, lastWord, at);
    }

    static Finding avro(TelemetryFinding finding, String runId) {
        return new Finding(
                finding.id(),
                finding.entity().fabric(),
                runId,
                finding.kind().text(),
                finding.entity().name(),
                Severity.TICKET,
                finding.sinceNanos(),
                finding.clearedNanos(),
                finding.evidence());
    }

    static TelemetryFinding finding(Finding avro) {
        TelemetryFinding.Kind kind = Arrays.stream(TelemetryFinding.Kind.values())
                .filter(each -> each.text().equals(avro.getKindName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no silence is a finding " + avro.getKindName()));
        TelemetryEntity.Kind of =
                switch (kind) {
                    case TELEMETRY_UNKNOWN -> TelemetryEntity.Kind.AGENT;
                    case DEVICE_DOWN, AGENT_SILENT -> TelemetryEntity.Kind.DEVICE;
                };
        return new TelemetryFinding(
                new TelemetryEntity(of, avro.getFabric(), avro.getEntity()),
                kind,
                avro.getSinceNanos(),
                avro.getClearedNanos(),
                avro.getEvidence());
    }

    static String key(TrackState state) {
        return switch (state) {
            case TrackState.OfAgent agent -> agent.fabric() + "|" + agent.agent();
            case TrackState.OfPort port -> port.fabric() + "|" + port.agent() + "|" + port.device() + "/" + port.port();
        };
    }

    static StoredTelemetry stored(TrackState state) {
        return switch (state) {
            case TrackState.OfAgent agent -> stored(agent);
            case TrackState.OfPort port -> stored(port);
        };
    }

    private static StoredTelemetry stored(TrackState.OfAgent agent) {
        StoredTelemetry stored = StoredTelemetry.newBuilder()
                .setFabric(agent.fabric())
                .setAgent(agent.agent())
                .build();
        stored.setHeardNanos(agent.heardNanos());
        stored.setHeartbeats(agent.heartbeats());
        stored.setEpoch(agent.epoch());
        stored.setGoodbyeEpoch(agent.goodbyeEpoch());
        stored.setGoodbyeSequence(agent.goodbyeSequence());
        stored.setSkewSinceNanos(agent.skewSinceNanos());
        stored.setSkewHeardNanos(agent.skewHeardNanos());
        stored.setSkewNanos(agent.skewNanos());
        stored.setWorstOffsetNanos(agent.worstOffsetNanos());
        stored.setGaps(agent.gaps());
        stored.setOpenHoles(agent.openHoles());
        stored.setDuplicates(agent.duplicates());
        stored.setLate(agent.late());
        return stored;
    }

    private static StoredTelemetry stored(TrackState.OfPort port) {
        StoredTelemetry stored = StoredTelemetry.newBuilder()
                .setFabric(port.fabric())
                .setAgent(port.agent())
                .setDevice(port.device())
                .setPort(port.port())
                .build();
        stored.setHeardNanos(port.heardNanos());
        stored.setRefreshedNanos(port.refreshedNanos());
        stored.setDuplicates(port.duplicates());
        stored.setLate(port.late());
        stored.setGroups(port.groups().stream()
                .map(group -> new StoredRefresh(
                        group.id(),
                        group.newestNanos(),
                        group.gapNanos(),
                        group.gapBeforeNanos(),
                        group.nominalNanos()))
                .toList());
        stored.setTotals(port.totals().stream()
                .map(total -> new StoredTotals(total.id(), total.refreshedNanos(), total.values(), total.resets()))
                .toList());
        stored.setLinkDowned(port.linkDowned());
        stored.setDownNanos(port.downNanos());
        stored.setLinkReadNanos(port.linkReadNanos());
        return stored;
    }

    static TrackState track(StoredTelemetry stored) {
        return stored.getDevice().isEmpty() ? agent(stored) : port(stored);
    }

    private static TrackState agent(StoredTelemetry stored) {
        return new TrackState.OfAgent(
                stored.getFabric(),
                stored.getAgent(),
                stored.getHeardNanos(),
                stored.getHeartbeats(),
                stored.getEpoch(),
                stored.getGoodbyeEpoch(),
                stored.getGoodbyeSequence(),
                stored.getSkewSinceNanos(),
                stored.getSkewHeardNanos(),
                stored.getSkewNanos(),
                stored.getWorstOffsetNanos(),
                stored.getGaps(),
                stored.getOpenHoles(),
                stored.getDuplicates(),
                stored.getLate());
    }

    private static TrackState port(StoredTelemetry stored) {
        List<TrackState.Group> groups = stored.getGroups().stream()
                .map(group -> new TrackState.Group(
                        group.getId(),
                        group.getNewestNanos(),
                        group.getGapNanos(),
                        group.getGapBeforeNanos(),
                        group.getNominalNanos()))
                .toList();
        List<TrackState.Totals> totals = stored.getTotals().stream()
                .map(total -> new TrackState.Totals(
                        total.getId(), total.getRefreshedNanos(), total.getValues(), total.getResets()))
                .toList();
        return new TrackState.OfPort(
                stored.getFabric(),
                stored.getAgent(),
                stored.getDevice(),
                stored.getPort(),
                stored.getHeardNanos(),
                stored.getRefreshedNanos(),
                stored.getDuplicates(),
                stored.getLate(),
                groups,
                totals,
                stored.getLinkDowned(),
                stored.getDownNanos(),
                stored.getLinkReadNanos());
    }
}
