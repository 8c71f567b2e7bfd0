package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/**
 * The messages of a flow in order, from the oldest that is not acknowledged as a whole. Their packets are numbered through. It makes as many messages as ever waited at
 * once.
 */
final class MessageQueue {
    private final int payloadBytes;
    private @Nullable Message head;
    private @Nullable Message tail;
    /** First that has not started, first that may hold the next packet to send, first that has not arrived as a whole; null where there is none. */
    private @Nullable Message starting;

    private @Nullable Message sending;
    private @Nullable Message receiving;
    private @Nullable Message spare;
    private int count;
    private int lastEnd;
    private long bytes;

    MessageQueue(int payloadBytes) {
        this.payloadBytes = payloadBytes;
    }

    /** Forgets what was counted; no message is left. */
    void restart() {
        count = 0;
        bytes = 0;
        renumber();
    }

    /** Numbers start at 0 again; no message is left. */
    void renumber() {
        lastEnd = 0;
    }

    /** The oldest. */
    @Nullable
    Message head() {
        return head;
    }

    /** Number after the last packet of the oldest; 0 where there is none. */
    int headEnd() {
        return head == null ? 0 : head.end;
    }

    /** Number after the last packet of the message that is being sent; 0 where there is none. */
    int sendingEnd() {
        return sending == null ? 0 : sending.end;
    }

    /** Messages so far, those that are gone among them. */
    int count() {
        return count;
    }

    /** Number after the last packet. */
    int end() {
        return lastEnd;
    }

    /** Payload of all so far. */
    long bytes() {
        return bytes;
    }

    /**
     * Adds a message behind all others.
     *
     * @throws IllegalArgumentException if it has no byte, too many packets, or starts before the one before it
     */
    Message add(long messageBytes, long startPicos, FlowListener listener) {
        if (tail != null && startPicos < tail.startPicos) {
            throw new IllegalArgumentException(
                    "a message at " + startPicos + " ps, the one before it is there at " + tail.startPicos + " ps");
        }
        long end = lastEnd + Math.ceilDiv(messageBytes, payloadBytes);
        if (messageBytes <= 0 || end > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a message of " + messageBytes + " bytes brings its flow to " + end
                    + " packets, up to 2^31 - 1 are possible and at least a byte is needed");
        }
        Message message = take();
        message.index = count++;
        message.first = lastEnd;
        message.end = (int) end;
        message.baseBytes = bytes;
        message.bytes = messageBytes;
        message.startPicos = startPicos;
        message.listener = listener;
        lastEnd = message.end;
        bytes += messageBytes;
        link(message);
        return message;
    }

    private Message take() {
        Message message = spare;
        if (message == null) {
            return new Message();
        }
        spare = message.next;
        message.next = null;
        return message;
    }

    private void link(Message message) {
        if (tail == null) {
            head = message;
        } else {
            tail.next = message;
        }
        tail = message;
        starting = starting == null ? message : starting;
        sending = sending == null ? message : sending;
        receiving = receiving == null ? message : receiving;
    }

    /** The next message is there; there is one. */
    Message start() {
        Message message = starting;
        if (message == null) {
            throw new IllegalStateException("no message is left to start");
        }
        starting = message.next;
        return message;
    }

    /** Takes the oldest out; it holds until the next one is added. */
    void removeHead(Message message) {
        head = message.next;
        if (head == null) {
            tail = null;
        }
        if (sending == message) {
            sending = head;
        }
        message.next = spare;
        spare = message;
    }

    /**
     * Payload before a packet that is not acknowledged yet, or after the last one.
     *
     * @param next the packet that is sent next: its place is kept
     */
    long bytesBefore(int number, int next) {
        Message message = sending != null && number >= sending.first ? sending : head;
        while (message != null && number > message.end && message.next != null) {
            message = message.next;
        }
        if (message == null) {
            return bytes;
        }
        if (number == next + 1) {
            sending = message;
        }
        return message.bytesBefore(number, payloadBytes);
    }

    /** The sender goes back. */
    void goBack() {
        sending = head;
    }

    /** True where what the receiver has, all before a number, ends a message that did not end before. */
    boolean endsBy(int number) {
        boolean ends = false;
        for (Message message = receiving; message != null && number >= message.end; message = message.next) {
            ends = true;
            receiving = message.next;
        }
        return ends;
    }
}
