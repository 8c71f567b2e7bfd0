package io.stormglass.capture;

import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.Transport;

/**
 * A direction that carried CNPs, ACKs or NAKs, and the flow that they were credited to.
 *
 * @param srcIp address that sent them: the receiver of the data
 * @param dstIp address that they went to: the sender of the data
 * @param dstQp queue pair that they address
 * @param flowIndex index into {@link Inspection#flows()}
 * @param pairing how the flow was found
 */
public record ReturnPath(Transport transport, String srcIp, String dstIp, int dstQp, int flowIndex, Pairing pairing) {}
