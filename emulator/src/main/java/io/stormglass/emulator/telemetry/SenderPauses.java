package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Picos;
import java.util.ArrayList;
import java.util.List;

/** For how long hosts could not send, as the pause frames on their cables say; of hosts whose cable has a tap, since mirrors hold no pause frames. */
final class SenderPauses {
    private static final int PRIORITIES = 8;
    /** A quantum is 512 bit times. */
    private static final int QUANTUM_BYTES = 64;

    private final Desk desk;
    private final boolean[] tapped;
    private final Pause[] pauses;

    /** Takes a pause. */
    interface Told {
        void pause(long fromPicos, long lengthPicos);
    }

    /** Pauses of one host and priority that have not been told. */
    private static final class Pause {
        private long sincePicos;
        private long untilPicos;
        private final List<long[]> over = new ArrayList<>();

        void settle(long nowPicos) {
            if (untilPicos > sincePicos && untilPicos <= nowPicos) {
                over.add(new long[] {sincePicos, untilPicos});
                sincePicos = untilPicos;
            }
        }
    }

    SenderPauses(Desk desk) {
        this.desk = desk;
        FabricMap map = desk.map();
        tapped = new boolean[map.hosts()];
        for (TelemetrySettings.Tap tap : desk.settings().taps()) {
            int host = tap.node() < map.hosts() ? tap.node() : map.peerNode(tap.node(), tap.port());
            if (host < map.hosts()) {
                tapped[host] = true;
            }
        }
        pauses = new Pause[map.hosts() * PRIORITIES];
        for (int at = 0; at < pauses.length; at++) {
            pauses[at] = new Pause();
        }
    }

    /** A pause frame has come to a device. */
    void frame(int device, int priority, int quanta, long nowPicos) {
        if (device >= tapped.length || !tapped[device]) {
            return;
        }
        Pause pause = pauses[device * PRIORITIES + priority];
        pause.settle(nowPicos);
        if (quanta == 0) {
            pause.untilPicos = Math.min(pause.untilPicos, nowPicos);
            pause.settle(nowPicos);
            return;
        }
        if (pause.untilPicos <= nowPicos) {
            pause.sincePicos = nowPicos;
        }
        pause.untilPicos = nowPicos + QUANTUM_BYTES * Picos.perByte(desk.map().bitsPerSecond(device, 0)) * quanta;
    }

    /** Tells the pauses that have not been told, up to now. */
    void since(int host, int priority, long nowPicos, Told to) {
        Pause pause = pauses[host * PRIORITIES + priority];
        pause.settle(nowPicos);
        for (long[] each : pause.over) {
            to.pause(each[0], each[1] - each[0]);
        }
        if (pause.untilPicos > nowPicos && pause.sincePicos < nowPicos) {
            to.pause(pause.sincePicos, nowPicos - pause.sincePicos);
        }
    }

    /** Whether there is something to tell. */
    boolean any(int host, int priority, long nowPicos) {
        Pause pause = pauses[host * PRIORITIES + priority];
        pause.settle(nowPicos);
        return !pause.over.isEmpty() || pause.untilPicos > nowPicos;
    }

    /** Everything up to now was told. */
    void told(long nowPicos) {
        for (Pause pause : pauses) {
            pause.over.clear();
            if (pause.untilPicos > nowPicos) {
                pause.sincePicos = nowPicos;
            }
        }
    }
}
