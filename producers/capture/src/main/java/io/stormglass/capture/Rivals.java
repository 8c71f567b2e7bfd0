package io.stormglass.capture;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who but a row's present pair may have sent the number that an ACK or a NAK names; one object serves all searches. */
final class Rivals {
    private int psn;
    private int sourcePort;
    private boolean missing;

    private @Nullable FlowRow sender;
    private int senders;
    private int maybes;
    private @Nullable FlowRow samePortSender;
    private int samePorts;
    private boolean takenOneAmong;

    /**
     * Searches; false where the row may not search any more, then there is no answer.
     *
     * @param sourcePort UDP source port of the ACK, -1 for none
     * @param missing it is a NAK: the number itself may have been lost
     */
    boolean look(FlowRow returning, int psn, int sourcePort, boolean missing) {
        this.psn = psn;
        this.sourcePort = sourcePort;
        this.missing = missing;
        sender = null;
        senders = 0;
        maybes = 0;
        samePortSender = null;
        samePorts = 0;
        takenOneAmong = false;
        List<FlowRow> rows = returning.backward.sequenced;
        for (int i = 0; i < rows.size(); i++) {
            if (returning.comparisonsLeft-- <= 0) {
                return false;
            }
            FlowRow each = rows.get(i);
            if (each != returning.pair) {
                weigh(each);
            }
        }
        return true;
    }

    private void weigh(FlowRow each) {
        PsnWindow window = each.requests;
        if (window == null) {
            return;
        }
        boolean waits = waits(window);
        if (!waits && !window.isJustBefore(psn)) {
            return;
        }
        FlowRow pair = each.pair;
        PairEvidence evidence = each.evidence;
        if (pair != null && evidence != null) {
            FlowTracker.considerNewRivals(pair, evidence);
        }
        if (each.isTaken()) {
            takenOneAmong |= evidence != null;
            return;
        }
        boolean samePort = usesPort(each);
        samePorts += samePort ? 1 : 0;
        if (waits) {
            sender = each;
            senders++;
            samePortSender = samePort ? each : samePortSender;
        } else {
            maybes++;
        }
    }

    private boolean waits(PsnWindow window) {
        return missing ? window.isMissing(psn) : window.isOutstanding(psn);
    }

    private boolean usesPort(FlowRow row) {
        return sourcePort >= 0 && row.dataSourcePort == sourcePort;
    }

    /** Whether the number is evidence for the present pair: it waits for the answer, and nobody else can. */
    boolean confirm(FlowRow paired) {
        PsnWindow window = paired.requests;
        return window != null && waits(window) && (senders + maybes == 0 || (usesPort(paired) && samePorts == 0));
    }

    /** Whether somebody else sent the number and waits for the answer. */
    boolean anySent() {
        return senders > 0;
    }

    /** The only other row that the answer can be for, null where there is none or several. */
    @Nullable
    FlowRow only() {
        if (senders == 1 && maybes == 0) {
            return sender;
        }
        return samePorts == 1 ? samePortSender : null;
    }

    /** Whether a row that has a pair already, by numbers alone, could have sent it as well. */
    boolean isTakenOneAmong() {
        return takenOneAmong;
    }
}
