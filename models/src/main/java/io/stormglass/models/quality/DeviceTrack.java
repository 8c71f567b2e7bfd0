package io.stormglass.models.quality;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** One device as the agents that tell of its ports show it in a partition. */
final class DeviceTrack implements Track {
    final TreeMap<String, PortTrack> ports = new TreeMap<>();
    private final String fabric;
    private final String device;
    private final QualitySettings settings;

    DeviceTrack(String fabric, String device, QualitySettings settings) {
        this.fabric = fabric;
        this.device = device;
        this.settings = settings;
    }

    @Override
    public TelemetryEntity entity() {
        return new TelemetryEntity(TelemetryEntity.Kind.DEVICE, fabric, device);
    }

    private long heardNanos() {
        return ports.values().stream().mapToLong(PortTrack::heardNanos).max().orElse(0);
    }

    private long refreshedNanos() {
        return ports.values().stream()
                .mapToLong(PortTrack::refreshedNanos)
                .max()
                .orElse(0);
    }

    @Override
    public SortedMap<String, PortTrack> ports() {
        return ports;
    }

    @Override
    public List<Long> turns() {
        TreeSet<Long> turns = new TreeSet<>();
        long heard = heardNanos();
        turns.add(heard + settings.silenceNanos());
        turns.add(heard + settings.forgetNanos());
        turns.add(refreshedNanos() + settings.silenceNanos());
        ports.values().forEach(port -> turns.add(port.linkUnreadNanos(settings)));
        return List.copyOf(turns);
    }

    @Override
    public TelemetryView view(long atNanos, TelemetryReport report) {
        long heard = heardNanos();
        long refreshed = refreshedNanos();
        TelemetryView.Voice voice = Track.voice(heard, atNanos, settings);
        boolean quiet = voice != TelemetryView.Voice.SPEAKS;
        boolean stale = refreshed > 0 && atNanos >= refreshed + settings.silenceNanos();
        long interval = intervalNanos();
        return new TelemetryView(
                voice,
                quiet ? heard : 0,
                interval > 0,
                quiet || stale ? interval : 0,
                0,
                false,
                0,
                refreshed > 0,
                stale,
                stale ? refreshed : 0,
                links(atNanos),
                report);
    }

    /** Where several agents tell of a port, one of them has to have seen it go down. */
    private List<CountedLink> links(long atNanos) {
        TreeMap<String, CountedLink> links = new TreeMap<>();
        for (PortTrack port : ports.values()) {
            CountedLink link = port.countedLink(atNanos, settings);
            if (link != null) {
                links.merge(link.port(), link, CountedLink::and);
            }
        }
        return List.copyOf(links.values());
    }

    @Override
    public TelemetryReport report() {
        TreeSet<String> agents = new TreeSet<>();
        TelemetryReport sum = TelemetryReport.NONE;
        for (PortTrack port : ports.values()) {
            agents.add(port.agent);
            sum = sum.with(port.report());
        }
        return new TelemetryReport(
                0,
                sum.duplicates(),
                sum.late(),
                sum.resets(),
                sum.shortestRefreshNanos(),
                sum.longestRefreshNanos(),
                sum.shortestNominalNanos(),
                sum.longestNominalNanos(),
                null,
                List.copyOf(agents));
    }
}
