package io.stormglass.capture;

/**
 * Frames of a capture by kind.
 *
 * @param packets all of them, refused link types included
 * @param rocev2 frames whose innermost UDP destination port is 4791
 * @param rocev1 frames with ethertype 0x8915
 * @param ce RoCE packets whose own IP header (RoCEv1: GRH) says CE
 * @param cnp CNPs
 * @param ack ACKs
 * @param nak NAKs, RNR NAKs not counted
 * @param rnr receiver-not-ready NAKs
 * @param pfc PFC frames
 * @param pfcXoff PFC frames that pause at least one class
 * @param pfcXon PFC frames that only release classes
 * @param pause 802.3x pause frames
 * @param truncated frames of which fewer bytes were captured than were on the wire
 * @param malformed frames whose headers contradict each other or the captured length
 * @param missingTime frames without a time of their own
 * @param impossibleTime frames with a time outside the years 2000 to 2099
 * @param untracked RoCE frames of flows beyond the number that is kept; part of all counts but of no flow
 * @param copies RoCE frames that another capture point had shown; part of all counts here, but counted in no flow
 */
public record PacketCounts(
        long packets,
        long rocev2,
        long rocev1,
        long ce,
        long cnp,
        long ack,
        long nak,
        long rnr,
        long pfc,
        long pfcXoff,
        long pfcXon,
        long pause,
        long truncated,
        long malformed,
        long missingTime,
        long impossibleTime,
        long untracked,
        long copies) {}
