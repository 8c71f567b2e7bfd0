package io.stormglass.streams.sink;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.CauseClass;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormVictim;
import io.stormglass.avro.StormVictimTotals;
import java.util.List;

/** Incidents of tests: a host that pauses its switch. */
final class Storms {
    static final long SECOND = 1_000_000_000L;
    /** 2026-03-01T10:00:00Z. */
    static final long OPENED = 1_772_359_200L * SECOND;

    private Storms() {}

    /** Critical and open, changed {@code after} seconds after it opened; pages. */
    static StormIncident open(String id, String host, long after) {
        StormIncident incident = quiet(id, host, after);
        incident.setPage(new StormPage(
                OPENED + 2 * SECOND,
                "critical for 2 s",
                List.of(
                        new AlertLabel("alertname", "StormglassPfcStorm"),
                        new AlertLabel("cluster", ""),
                        new AlertLabel("device", "leaf-1"),
                        new AlertLabel("fabric", "f"),
                        new AlertLabel("host", host),
                        new AlertLabel("owner", "host"),
                        new AlertLabel("port", "Ethernet4"))));
        return incident;
    }

    /** The same without a page. */
    static StormIncident quiet(String id, String host, long after) {
        StormIncident incident = new StormIncident();
        incident.setIncidentId(id);
        incident.setFabric("f");
        incident.setCluster("");
        incident.setRunId("live");
        incident.setState(IncidentState.OPEN);
        incident.setSeverity(Severity.CRITICAL);
        incident.setRule("sustained");
        incident.setCause(CauseClass.NIC_PAUSE_STORM);
        incident.setConfidence(0.9);
        incident.setOriginEntity(host);
        incident.setOriginDevice("leaf-1");
        incident.setOriginPort("Ethernet4");
        incident.setOriginPriorities(List.of(4, 3));
        incident.setOtherOrigins(List.of());
        incident.setCycle(List.of());
        incident.setOpenedNanos(OPENED);
        incident.setChangedNanos(OPENED + after * SECOND);
        incident.setMergedInto("");
        incident.setOpenings(List.of(OPENED));
        incident.setPorts(List.of());
        incident.setPath(List.of("spine-0/Ethernet4/3", "leaf-1/Ethernet4/3"));
        incident.setVictims(List.of(new StormVictim("job", "train-7", true, "8 hosts wait")));
        incident.setFullPorts(List.of());
        incident.setVictimCount(51);
        incident.setVictimTotals(new StormVictimTotals(8L, 2L, 1L, 40L, 31L, 2L));
        incident.setEvidence(List.of(
                new Evidence("inventory", host + " is in the inventory: rack r12, owner gpu-hosts", OPENED + SECOND),
                new Evidence("sustained", "leaf-1 Ethernet4 priority 3 paused 99 %", OPENED + SECOND)));
        incident.setTimeline(List.of());
        return incident;
    }

    /** The same, over since {@code after} seconds after it opened. */
    static StormIncident resolved(String id, String host, long after) {
        StormIncident incident = open(id, host, after + 60);
        incident.setState(IncidentState.RESOLVED);
        incident.setResolvedNanos(OPENED + after * SECOND);
        return incident;
    }
}
