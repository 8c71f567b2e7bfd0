package io.stormglass.models.congestion;

import io.stormglass.models.shadow.QueueSign;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * From the congestion counters of a NIC port to a class; a pure function.
 *
 * <p>A port's counters add up all its flows in both roles, so each role is judged and then both together. A counter that never was above 0
 * since its source started is no evidence: drivers list names that they do not count.
 *
 * <table>
 * <caption>Roles</caption>
 * <tr><th>role</th><th>off</th><th>works</th><th>cannot be seen</th></tr>
 * <tr><td>receiver</td><td>at least 16 packets with CE, in two intervals in a row, and no CNP, while the counter of CNPs sent is
 * known to count</td><td>at least 16 CNPs sent</td><td>CNPs sent absent or never counted</td></tr>
 * <tr><td>sender</td><td>nine in ten of at least 16 CNPs ignored</td><td>nine in ten of at least 16 handled</td><td>neither handled nor
 * ignored ever counted</td></tr>
 * </table>
 *
 * <p>CNPs of slow restart are no answer to a mark and are taken out of those handled. Where ignored CNPs are not counted, those that
 * arrived may have been ignored: nothing is claimed then. In this order:
 *
 * <ol>
 *   <li>{@code unknown}: the newest refresh is too old, or there is only one.
 *   <li>{@code cc-off}: one role is off. One is enough: flows of the other role are handled, those of this one are not.
 *   <li>{@code handling}: one role works and none is off.
 *   <li>{@code not-observable}: neither role can be seen.
 *   <li>{@code not-congested}: fewer than 4 marks and CNPs, the receiver's counters count, and the queue on the way to the NIC stayed below Kmin.
 *   <li>{@code unknown}, with what is missing. No marks with a queue past Kmax is the switch's fault and not the NIC's.
 * </ol>
 *
 * <p>Worked number: 8 intervals of 1 s with 40 packets with CE and 0 CNPs sent (total 7, so it counts), 20 CNPs handled of which 20 of slow
 * restart, 3 ignored. Receiver: off. Sender: 0 + 3 CNPs, too few. Class: cc-off, receiver's side.
 */
final class NicClassifier {
    private static final long FEW = 4;

    private NicClassifier() {}

    /** What one role says; {@code FEW} too little, {@code UNTOLD} something that cannot be told apart. */
    private enum Role {
        OFF,
        WORKS,
        UNTOLD,
        FEW,
        BLIND
    }

    private record Side(Role role, String evidence, String missing) {}

    static NicVerdict classify(NicEvidence e) {
        if (e.staleNanos() > 0) {
            return new NicVerdict(
                    NicClass.UNKNOWN, "newest refresh " + e.staleNanos() / 1_000_000_000L + " s ago", "a refresh");
        }
        Side receiver = receiver(e);
        Side sender = sender(e);
        boolean blind = receiver.role() == Role.BLIND && sender.role() == Role.BLIND;
        if (e.intervals() == 0 && !(blind && noneRead(e))) {
            return new NicVerdict(NicClass.UNKNOWN, "one refresh", "a second refresh");
        }
        NicClass nicClass = nicClass(e, receiver.role(), sender.role());
        String evidence = joined(receiver.evidence(), sender.evidence());
        String missing = joined(receiver.missing(), sender.missing());
        if (nicClass == NicClass.UNKNOWN && missing.isEmpty()) {
            missing = missingSign(e);
        }
        return new NicVerdict(nicClass, evidence, missing);
    }

    private static boolean noneRead(NicEvidence e) {
        return e.receiver().ceSight() == Sight.ABSENT
                && e.receiver().cnpSight() == Sight.ABSENT
                && e.sender().handledSight() == Sight.ABSENT
                && e.sender().ignoredSight() == Sight.ABSENT;
    }

    private static NicClass nicClass(NicEvidence e, Role receiver, Role sender) {
        if (receiver == Role.OFF || sender == Role.OFF) {
            return NicClass.CC_OFF;
        }
        if (receiver == Role.WORKS || sender == Role.WORKS) {
            return NicClass.HANDLING;
        }
        if (receiver == Role.BLIND && sender == Role.BLIND) {
            return NicClass.NOT_OBSERVABLE;
        }
        boolean quiet = receiver == Role.FEW
                && sender != Role.UNTOLD
                && e.receiver().ceSight() == Sight.COUNTS
                && e.receiver().ce() < FEW
                && e.receiver().cnps() < FEW
                && e.sender().handled() + e.sender().ignored() < FEW;
        return quiet && e.queue() == QueueSign.BELOW_KMIN ? NicClass.NOT_CONGESTED : NicClass.UNKNOWN;
    }

    private static String missingSign(NicEvidence e) {
        return switch (e.queue()) {
            case PASSED_KMAX -> "marks of the switch: its queue passed Kmax or paused its peers";
            case UNKNOWN -> "at least " + e.enough() + " CNPs, or the watermark of the queue on the way to this NIC";
            case BELOW_KMIN, BETWEEN -> "at least " + e.enough() + " CNPs";
        };
    }

    private static Side receiver(NicEvidence e) {
        NicEvidence.Receiver r = e.receiver();
        String ce = r.ceSight() == Sight.ABSENT ? "CE not counted" : r.ce() + " packets with CE";
        switch (r.cnpSight()) {
            case ABSENT -> {
                return new Side(
                        Role.BLIND, "receiver's side: " + ce + ", CNPs sent not counted", "a counter of CNPs sent");
            }
            case NEVER_COUNTED -> {
                return new Side(
                        Role.BLIND,
                        "receiver's side: " + ce + ", CNPs sent constant 0",
                        "a counter of CNPs sent that was seen to count");
            }
            case COUNTS -> {}
        }
        String seen = "receiver's side: " + ce + ", " + r.cnps() + " CNPs sent";
        if (r.ceSight() == Sight.COUNTS && r.ce() >= e.enough() && r.cnps() == 0 && r.twice()) {
            return new Side(Role.OFF, seen, "");
        }
        return new Side(r.cnps() >= e.enough() ? Role.WORKS : Role.FEW, seen, "");
    }

    private static Side sender(NicEvidence e) {
        NicEvidence.Sender s = e.sender();
        if (s.handledSight() != Sight.COUNTS && s.ignoredSight() != Sight.COUNTS) {
            boolean absent = s.handledSight() == Sight.ABSENT;
            return new Side(
                    Role.BLIND,
                    "sender's side: CNPs handled " + (absent ? "not counted" : "constant 0"),
                    absent ? "a counter of CNPs handled" : "a counter of CNPs handled that was seen to count");
        }
        if (s.ignoredSight() == Sight.ABSENT) {
            return new Side(
                    s.handled() >= e.enough() ? Role.UNTOLD : Role.FEW,
                    "sender's side: " + s.handled() + " CNPs arrived",
                    "a counter of CNPs ignored");
        }
        if (s.handledSight() == Sight.ABSENT) {
            return new Side(
                    s.ignored() >= e.enough() ? Role.UNTOLD : Role.FEW,
                    "sender's side: " + s.ignored() + " CNPs ignored",
                    "a counter of CNPs handled");
        }
        return told(e, s);
    }

    private static Side told(NicEvidence e, NicEvidence.Sender s) {
        String seen = "sender's side: " + s.handled() + " CNPs handled, " + s.ignored() + " ignored";
        String missing = s.slowSight() == Sight.ABSENT && s.handled() > 0
                ? "a counter of slow-restart CNPs, to take them out"
                : "";
        if (s.handled() + s.ignored() < e.enough()) {
            return new Side(Role.FEW, seen, missing);
        }
        if (s.ignored() >= 9 * s.handled()) {
            return new Side(Role.OFF, seen, missing);
        }
        if (s.handled() >= 9 * s.ignored()) {
            return new Side(Role.WORKS, seen, missing);
        }
        return new Side(Role.UNTOLD, seen, "counters per queue pair: part of the CNPs is ignored");
    }

    private static String joined(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }
}
