package io.stormglass.models.load;

import java.util.ArrayList;
import java.util.List;

/** Keeps the earliest spells of a queue and window; of what is left of several such groups, the earliest of all are what they would be without groups. */
public final class SpellLimit {
    private SpellLimit() {}

    /** The shares with so many spells at most; each says how many it lost. */
    public static List<FlowShare> of(int most, List<FlowShare> shares) {
        long all =
                shares.stream().mapToLong(share -> share.part().spells().size()).sum();
        if (all <= most) {
            return shares;
        }
        List<Spell> spells = new ArrayList<>();
        shares.forEach(share -> spells.addAll(share.part().spells()));
        Spell last = FlowSpells.inOrder(spells).get(most - 1);
        int same = 0;
        for (Spell spell : FlowSpells.inOrder(spells).subList(0, most)) {
            same += FlowSpells.ORDER.compare(spell, last) == 0 ? 1 : 0;
        }
        List<FlowShare> kept = new ArrayList<>();
        for (FlowShare share : shares) {
            List<Spell> ofShare = new ArrayList<>();
            for (Spell spell : share.part().spells()) {
                int order = FlowSpells.ORDER.compare(spell, last);
                if (order < 0 || (order == 0 && same-- > 0)) {
                    ofShare.add(spell);
                }
            }
            long lost = share.part().spells().size() - (long) ofShare.size();
            kept.add(share.with(share.part().with(ofShare), share.notKept() + lost));
        }
        return kept;
    }
}
