package io.stormglass.cli.tune;

import io.stormglass.emulator.queue.PacketQueueWhatIf;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.AdviceSettings;
import io.stormglass.models.advice.Advisor;
import io.stormglass.models.advice.ObjectLoads;
import io.stormglass.models.ecn.Hysteresis;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Advises from what was published on {@code queue-loads} and from its own last words; it sees neither scenario nor fabric. */
final class Recommender {
    private final Advisor advisor;
    private final Map<String, Advice> newest = new TreeMap<>();
    private final List<QueueLoad> seen = new ArrayList<>();

    /** With the packet-level model of one queue. */
    Recommender(Profile profile) {
        advisor = new Advisor(settings(profile), PacketQueueWhatIf.standard());
    }

    /** As in service, but for the cool-down in time: the time between two steps is not emulated. That in bursts stays. */
    private static AdviceSettings settings(Profile profile) {
        AdviceSettings usual = AdviceSettings.of(profile);
        Hysteresis of = usual.hysteresis();
        return new AdviceSettings(
                usual.profile(),
                usual.slidingNanos(),
                usual.leastLoadedNanos(),
                usual.leastBursts(),
                usual.mostPausedShare(),
                usual.baseRttNanos(),
                new Hysteresis(of.leastMove(), of.leastGain(), of.deviations(), 0, of.coolDownBursts()),
                usual.stepLimit(),
                usual.search(),
                usual.mostKinds());
    }

    /**
     * Advice of each object, the one with most to gain first; where nothing is advised, the one that carries most.
     *
     * @param loads windows that came since it was asked last
     */
    List<Advice> advise(List<QueueLoad> loads) {
        seen.addAll(loads);
        List<Advice> all = new ArrayList<>();
        for (ObjectLoads object : ObjectLoads.of(seen)) {
            String key = object.name().key();
            Advice advice = advisor.advise(object, newest.get(key), null);
            newest.put(key, advice);
            all.add(advice);
        }
        all.sort(Comparator.comparing((Advice advice) -> advice.status() == Advice.Status.DECLINED)
                .thenComparing(Comparator.comparingDouble(Recommender::gain).reversed())
                .thenComparing(Comparator.comparingDouble(Recommender::load).reversed()));
        return all;
    }

    private static double gain(Advice advice) {
        return advice.prediction() == null
                ? 0
                : advice.prediction().current().mean()
                        - advice.prediction().target().mean();
    }

    private static double load(Advice advice) {
        return advice.evidence().numbers() == null
                ? 0
                : advice.evidence().numbers().loadRatio();
    }
}
