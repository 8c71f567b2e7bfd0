package io.stormglass.capture;

import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides at the end of a pass which flow each return direction belongs to, so that the order of the packets makes no
 * difference: the pair that was learned, else the only data flow of the two addresses, else a provisional flow.
 */
final class FlowResolver {
    private static final Comparator<Draft> ORDER = Comparator.comparing((Draft draft) -> draft.srcIp)
            .thenComparing(draft -> draft.dstIp)
            .thenComparingInt(draft -> draft.dstQp)
            .thenComparingInt(draft -> draft.pairedQp)
            .thenComparing(draft -> draft.data == null ? draft.returning.getFirst().transport : draft.data.transport);

    /** A flow while its return directions are gathered. */
    private static final class Draft {
        final String srcIp;
        final String dstIp;
        final int dstQp;
        final @Nullable FlowRow data;
        final List<FlowRow> returning = new ArrayList<>(1);
        int pairedQp = -1;
        Pairing pairing;

        Draft(String srcIp, String dstIp, int dstQp, @Nullable FlowRow data, Pairing pairing) {
            this.srcIp = srcIp;
            this.dstIp = dstIp;
            this.dstQp = dstQp;
            this.data = data;
            this.pairing = pairing;
        }
    }

    private final List<FlowSummary> flows = new ArrayList<>();
    private final List<ReturnPath> returnPaths = new ArrayList<>();
    private boolean untaggedData;

    FlowResolver(List<FlowRow> rows) {
        Map<FlowRow, Draft> byRow = new HashMap<>();
        List<Draft> drafts = new ArrayList<>();
        for (FlowRow row : rows) {
            if (row.packets > 0) {
                drafts.add(draftOf(row, byRow));
                untaggedData |= !row.tagged;
            }
        }
        for (FlowRow row : rows) {
            if (row.hasReturnTraffic()) {
                credit(row, byRow, drafts);
            }
        }
        drafts.sort(ORDER);
        for (Draft draft : drafts) {
            finish(draft);
        }
    }

    List<FlowSummary> flows() {
        return flows;
    }

    List<ReturnPath> returnPaths() {
        return returnPaths;
    }

    boolean untaggedData() {
        return untaggedData;
    }

    private static Draft draftOf(FlowRow row, Map<FlowRow, Draft> byRow) {
        Draft draft = new Draft(row.srcIp(), row.dstIp(), row.qp, row, row.pairing);
        FlowRow pair = row.pair;
        if (pair != null) {
            draft.pairedQp = pair.qp;
        }
        byRow.put(row, draft);
        return draft;
    }

    private static void credit(FlowRow returning, Map<FlowRow, Draft> byRow, List<Draft> drafts) {
        FlowRow pair = returning.pair;
        if (pair != null) {
            Draft draft = byRow.get(pair);
            if (draft == null) {
                draft = draftOf(pair, byRow);
                drafts.add(draft);
            }
            draft.returning.add(returning);
            return;
        }
        FlowRow only = returning.backward.onlyData();
        Draft draft = only == null ? null : byRow.get(only);
        if (draft == null) {
            draft = new Draft(
                    /* srcIp= */ returning.dstIp(), /* dstIp= */ returning.srcIp(), -1, null, Pairing.PROVISIONAL);
            draft.pairedQp = returning.qp;
            drafts.add(draft);
        } else if (draft.pairing == Pairing.NONE) {
            draft.pairing = Pairing.IP;
            draft.pairedQp = returning.qp;
        } else if (draft.pairing == Pairing.IP) {
            draft.pairedQp = -1;
        }
        draft.returning.add(returning);
    }

    private void finish(Draft draft) {
        int index = flows.size();
        long cnp = 0;
        long ack = 0;
        long nak = 0;
        long rnr = 0;
        long copies = draft.data == null ? 0 : draft.data.copies;
        for (FlowRow row : draft.returning) {
            cnp += row.cnp;
            ack += row.ack;
            nak += row.nak;
            rnr += row.rnr;
            copies += row.returnCopies;
            Pairing how = row.pair != null || draft.data == null ? draft.pairing : Pairing.IP;
            returnPaths.add(new ReturnPath(row.transport, row.srcIp(), row.dstIp(), row.qp, index, how));
        }
        FlowRow data = draft.data != null ? draft.data : draft.returning.getFirst();
        boolean provisional = draft.data == null;
        flows.add(new FlowSummary(
                data.transport,
                draft.srcIp,
                draft.dstIp,
                draft.dstQp,
                draft.pairedQp,
                draft.pairing,
                provisional ? 0 : data.packets,
                provisional ? 0 : data.bytes,
                provisional ? 0 : data.ce,
                cnp,
                ack,
                nak,
                rnr,
                provisional ? 0 : data.retransmitted,
                provisional ? 0 : data.reordered,
                provisional ? -1 : data.priority,
                provisional ? -1 : data.dscp,
                provisional ? Vantage.UNKNOWN : data.vantage,
                !provisional && data.mirrored,
                provisional || data.rtt == null ? null : data.rtt.summary(),
                copies,
                provisional ? 0 : data.acksVoidUntil));
    }
}
