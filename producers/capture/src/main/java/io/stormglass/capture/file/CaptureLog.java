package io.stormglass.capture.file;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the readers of one cursor met besides packets. */
final class CaptureLog {
    private static final int MAX_NOTICES = 1000;

    private final List<CaptureInterface> interfaces = new ArrayList<>();
    private final List<Losses> losses = new ArrayList<>();
    private final List<CaptureFault> faults = new ArrayList<>();
    private final List<CaptureNotice> notices = new ArrayList<>();

    private static final class Losses {
        private long interfaceDropped = -1;
        private long systemDropped = -1;
        private long betweenPackets;
    }

    List<CaptureInterface> interfaces() {
        return Collections.unmodifiableList(interfaces);
    }

    List<CaptureFault> faults() {
        return Collections.unmodifiableList(faults);
    }

    List<CaptureNotice> notices() {
        return Collections.unmodifiableList(notices);
    }

    /** Returns the new interface's index. */
    int add(CaptureInterface added) {
        interfaces.add(added);
        losses.add(new Losses());
        return interfaces.size() - 1;
    }

    void add(CaptureFault fault) {
        faults.add(fault);
    }

    void add(CaptureNotice notice) {
        if (notices.size() < MAX_NOTICES) {
            notices.add(notice);
        }
    }

    InterfaceDrops drops(int index) {
        Losses of = losses.get(index);
        return new InterfaceDrops(of.interfaceDropped, of.systemDropped, of.betweenPackets);
    }

    /** Statistics count from the start of the capture: a newer report replaces the older one. */
    void reportInterfaceDropped(int index, long unsignedCount) {
        losses.get(index).interfaceDropped = clamp(unsignedCount);
    }

    void reportSystemDropped(int index, long unsignedCount) {
        losses.get(index).systemDropped = clamp(unsignedCount);
    }

    void addBetweenPackets(int index, long unsignedCount) {
        Losses of = losses.get(index);
        of.betweenPackets = clamp(of.betweenPackets + clamp(unsignedCount));
    }

    private static long clamp(long unsignedCount) {
        return unsignedCount < 0 ? Long.MAX_VALUE : unsignedCount;
    }
}
