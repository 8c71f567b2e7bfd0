package io.stormglass.models.load;

/**
 * Everything that {@link FlowLoad} remembers.
 *
 * @param closedNanos end of the newest window that is over
 * @param carried the spell that goes on began before the window
 * @param handed parts that were handed on
 * @param dataRank rank of the observer whose packets count; 0 for none, as the others
 * @param ceRank rank of the observer whose marks count
 * @param cnpRank rank of the observer whose CNPs count
 * @param memory of spells
 * @param window what was seen in the window that goes on, without the spell that does; its start is {@link FlowLoad#NO_WINDOW} where none does
 */
public record FlowLoadState(
        long closedNanos,
        boolean carried,
        long handed,
        int dataRank,
        int ceRank,
        int cnpRank,
        FlowSpells.Memory memory,
        FlowPart window) {}
