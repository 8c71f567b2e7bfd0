package io.stormglass.models.load;

/**
 * What one flow did in a queue in a window; shares of one flow add up.
 *
 * @param flow its key
 * @param sender address of the data sender
 * @param other true for a flow of another transport than RoCE
 * @param ccMode congestion control of the sender's NIC; empty where not known, as the next
 * @param ccSettings what it is set to
 * @param notKept spells that were too many to keep
 * @param part what was seen
 */
public record FlowShare(
        String flow, String sender, boolean other, String ccMode, String ccSettings, long notKept, FlowPart part) {
    FlowShare with(FlowPart otherPart, long nowNotKept) {
        return new FlowShare(flow, sender, other, ccMode, ccSettings, nowNotKept, otherPart);
    }
}
