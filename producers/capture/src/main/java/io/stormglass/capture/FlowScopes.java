package io.stormglass.capture;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.Vantage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the data of flows was seen that nothing but packet flags place.
 *
 * <p>Flags say which way a packet went past the capture interface, not whether that is a host's or a switch's: a switch port
 * sends the data to the receiver as a sending host does. So flags alone never make a scope {@code sender}. Data that several
 * senders have sent to one host, flagged as received at an interface that sends no data of others, has reached that host or
 * the last link before it: {@code receiver}. Everything else is {@code unknown}, which a links file can change.
 */
final class FlowScopes {
    /** What one capture interface showed by its flags. */
    private static final class Shown {
        final Set<String> senders = new HashSet<>();
        final Map<Boolean, Set<String>> receivers = new HashMap<>();
        final Set<String> sentFor = new HashSet<>();

        boolean isAtReceiver() {
            Set<String> all = new HashSet<>();
            receivers.values().forEach(all::addAll);
            return senders.size() > 1
                    && receivers.values().stream().allMatch(addresses -> addresses.size() == 1)
                    && all.containsAll(sentFor);
        }
    }

    private boolean atReceiver;
    private boolean open;

    /** Settles the vantage of all rows. */
    FlowScopes(List<FlowRow> rows) {
        Map<Integer, Shown> shown = new HashMap<>();
        for (FlowRow row : rows) {
            if (row.packets > 0 && row.flag != Direction.UNKNOWN) {
                Shown at = shown.computeIfAbsent(row.firstView, view -> new Shown());
                if (row.flag == Direction.RX) {
                    at.senders.add(row.srcIp());
                    String receiver = row.dstIp();
                    at.receivers
                            .computeIfAbsent(receiver.contains(":"), version6 -> new HashSet<>())
                            .add(receiver);
                } else {
                    at.sentFor.add(row.srcIp());
                }
            }
        }
        for (FlowRow row : rows) {
            Shown at = row.packets > 0 && row.flag != Direction.UNKNOWN ? shown.get(row.firstView) : null;
            if (at != null) {
                boolean receiver = row.flag == Direction.RX && at.isAtReceiver();
                row.vantage = receiver ? Vantage.RECEIVER : Vantage.UNKNOWN;
                atReceiver |= receiver;
                open |= !receiver;
            }
        }
    }

    /** Some data was placed at its receiver because of its flags. */
    boolean isAtReceiver() {
        return atReceiver;
    }

    /** Of some data the flags are known and the place is not. */
    boolean isOpen() {
        return open;
    }
}
