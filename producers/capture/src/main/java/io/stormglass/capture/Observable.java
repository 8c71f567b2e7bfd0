package io.stormglass.capture;

import io.stormglass.models.event.Vantage;

/**
 * What the capture point was able to see. A false is "cannot tell", never "there was none".
 *
 * @param pfc MAC control frames reach this capture at all: at least one was seen
 * @param cnp the return direction reaches it: a CNP, an ACK or a NAK was seen
 * @param rtt the scope that all flows with round-trip times share, else {@link Vantage#UNKNOWN}
 */
public record Observable(boolean pfc, boolean cnp, Vantage rtt) {}
