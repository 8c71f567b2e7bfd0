package io.stormglass.capture;

import io.stormglass.capture.file.CaptureInterface;

/** Says where the interfaces of a capture stand in the fabric. */
@FunctionalInterface
public interface CapturePoints {
    /** The place of an interface; asked once per interface and pass, and must give the same answer in both passes. */
    CapturePoint of(CaptureInterface captureInterface);
}
