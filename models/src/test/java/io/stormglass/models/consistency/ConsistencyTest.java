package io.stormglass.models.consistency;

import static io.stormglass.models.consistency.Site.SECOND;
import static io.stormglass.models.consistency.Site.START;
import static io.stormglass.models.consistency.Site.port;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.consistency.ConsistencyFinding.Phase;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ConsistencyTest {
    private static Site broken(Site site) {
        return site.change("spine-0", "d1", facts -> Site.pfc(facts, 0));
    }

    private static Site mended(Site site) {
        return site.change("spine-0", "d1", facts -> Site.pfc(facts, 1 << 3));
    }

    @Test
    void aFindingIsToldAfterTheSettleTimeSinceItsFactAndClearsAsLongAfterItWasMended() {
        Site site = new Site(2, 1).tell().after(10);
        broken(site).tell().after(60);
        assertThat(site.told).singleElement().satisfies(finding -> {
            assertThat(finding.phase()).isEqualTo(Phase.OPEN);
            assertThat(finding.sinceNanos()).isEqualTo(START + 10 * SECOND);
            assertThat(finding.changedNanos()).isEqualTo(START + 70 * SECOND);
        });
        mended(site).tell().after(59);
        assertThat(site.told).hasSize(1);
        site.after(1);
        assertThat(site.told).hasSize(2);
        assertThat(site.told.getLast().phase()).isEqualTo(Phase.CLEARED);
        assertThat(site.told.getLast().phaseNanos()).isEqualTo(START + 70 * SECOND);
        assertThat(site.told.getLast().sinceNanos()).isEqualTo(START + 10 * SECOND);
        broken(site).tell().after(60);
        assertThat(site.told.getLast().id()).isEqualTo(site.told.getFirst().id());
        assertThat(site.told.getLast().sinceNanos()).isEqualTo(START + 130 * SECOND);
    }

    @Test
    void aChangeThatIsRolledOutPortByPortIsNotTold() {
        Site site = new Site(3, 2).tell().after(100);
        List<PortKey> ports = new ArrayList<>(site.facts.keySet());
        for (PortKey port : ports) {
            site.change(port.device(), port.port(), facts -> Site.pfc(facts, 1 << 3 | 1 << 4))
                    .tell()
                    .after(2);
        }
        site.after(600);
        assertThat(site.told).isEmpty();
    }

    @Test
    void whatComesBackWithinTheSettleTimeGoesOn() {
        Site site = broken(new Site(2, 1)).tell().after(61);
        mended(site).tell().after(30);
        broken(site).tell().after(600);
        assertThat(site.told).extracting(ConsistencyFinding::phase).containsOnly(Phase.OPEN);
        assertThat(site.told).extracting(ConsistencyFinding::sinceNanos).containsOnly(START);
    }

    @Test
    void aFindingThatGrowsIsToldAgainWithTheSameId() {
        Site site = broken(new Site(3, 1)).tell().after(61);
        site.change("spine-0", "d2", facts -> Site.pfc(facts, 0)).tell().after(1);
        assertThat(site.told).hasSize(2);
        assertThat(site.told).extracting(ConsistencyFinding::id).containsOnly("f/pfc-mismatch/spine-0");
        assertThat(site.told.getLast().ports()).hasSize(4);
        assertThat(site.told.getLast().sinceNanos()).isEqualTo(START);
    }

    @Test
    void theEndOfARunRunsEveryTimer() {
        Site site = broken(new Site(2, 1)).tell();
        List<ConsistencyFinding> last = site.consistency.advanceTo(Long.MAX_VALUE);
        assertThat(last).extracting(ConsistencyFinding::phase).containsExactly(Phase.PENDING, Phase.OPEN);
    }

    @Test
    void whoAsksAboutAPortHearsWhatStandsAtEitherEndOfItsLink() {
        Site site = broken(new Site(2, 1)).tell().after(1);
        PortKey atLeaf = port("leaf-1", "u0");
        assertThat(site.consistency.openAt(atLeaf, site.nowNanos)).isEmpty();
        assertThat(site.consistency.standingAt(atLeaf, site.nowNanos)).hasSize(1);
        site.after(60);
        assertThat(site.consistency.openAt(atLeaf, site.nowNanos))
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind().breaksPauses()).isTrue());
        assertThat(site.consistency.openAt(port("spine-0", "d1"), site.nowNanos))
                .hasSize(1);
        assertThat(site.consistency.openAt(port("leaf-0", "u0"), site.nowNanos)).isEmpty();
        mended(site).tell().after(1);
        assertThat(site.consistency.openAt(atLeaf, site.nowNanos)).isEmpty();
    }

    @Test
    void orderWithinAMomentAndRestartsChangeNothing() {
        Property.check("findings depend on the sorted facts only", 20, random -> {
            Random shuffle = new Random(random.nextLong());
            Site site = new Site(3, 2);
            Consistency straight = new Consistency(Site.FABRIC, ConsistencySettings.defaults());
            Consistency other = new Consistency(Site.FABRIC, ConsistencySettings.defaults());
            List<ConsistencyFinding> ofStraight = new ArrayList<>();
            List<ConsistencyFinding> ofOther = new ArrayList<>();
            Map<String, ConsistencyFinding> stored = new TreeMap<>();
            Map<PortKey, Long> since = new HashMap<>();
            Map<PortKey, LinkFacts> newest = new HashMap<>();
            long now = START;
            for (int round = 0; round < 12; round++) {
                change(site, shuffle);
                List<PortKey> ports = new ArrayList<>(site.facts.keySet());
                for (PortKey port : ports) {
                    ofStraight.addAll(straight.accept(port, facts(site, port), now));
                }
                Collections.shuffle(ports, shuffle);
                for (PortKey port : ports) {
                    keep(stored, ofOther, other.accept(port, facts(site, port), now));
                    if (!facts(site, port).equals(newest.put(port, facts(site, port)))) {
                        since.put(port, now);
                    }
                }
                long next = now + shuffle.nextLong(1, 40) * SECOND;
                ofStraight.addAll(straight.advanceTo(next));
                keep(stored, ofOther, other.advanceTo(now + (next - now) / 2));
                if (shuffle.nextBoolean()) {
                    other = new Consistency(Site.FABRIC, ConsistencySettings.defaults());
                    for (PortKey port : ports) {
                        other.restore(port, facts(site, port), Objects.requireNonNull(since.get(port)));
                    }
                    stored.values().forEach(other::restore);
                }
                keep(stored, ofOther, other.advanceTo(next));
                now = next;
            }
            ofStraight.addAll(straight.advanceTo(Long.MAX_VALUE));
            keep(stored, ofOther, other.advanceTo(Long.MAX_VALUE));
            assertThat(ofOther).isEqualTo(ofStraight);
        });
    }

    private static LinkFacts facts(Site site, PortKey port) {
        return Objects.requireNonNull(site.facts.get(port));
    }

    private static void keep(
            Map<String, ConsistencyFinding> stored, List<ConsistencyFinding> to, List<ConsistencyFinding> changes) {
        to.addAll(changes);
        for (ConsistencyFinding change : changes) {
            if (change.isOver()) {
                stored.remove(change.id());
            } else {
                stored.put(change.id(), change);
            }
        }
    }

    private static void change(Site site, Random random) {
        List<PortKey> ports = new ArrayList<>(site.facts.keySet());
        for (int times = random.nextInt(3); times >= 0; times--) {
            PortKey port = ports.get(random.nextInt(ports.size()));
            int bits = random.nextInt(3) == 0 ? 0 : 1 << 3;
            site.change(port.device(), random.nextBoolean() ? port.port() : null, facts -> Site.pfc(facts, bits));
            site.change(
                    port.device(),
                    port.port(),
                    Site.settings(of -> Site.cnp(of, random.nextInt(-1, 8), of.watchdog())));
        }
    }
}
