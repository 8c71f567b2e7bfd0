package io.stormglass.capture.file;

import java.util.Objects;

/**
 * An interface that a capture was taken on. Each description block of a pcapng file is one, so a name may come again
 * in a later section; a pcap file has one.
 *
 * @param file the input's name
 * @param name {@code if_name} without control characters, else {@code if} and the interface's number in its section;
 *     {@code custom} for the packets of custom blocks, which belong to no interface
 * @param named whether the file gave the name
 * @param linkType what its packets start with; {@link LinkType#UNSUPPORTED} if the interface is refused
 * @param linkTypeNumber the number in the file, -1 for custom blocks
 * @param snapLengthBytes most bytes kept of a packet, 0 for no limit
 * @param fcsLength length of the frame check sequence at the end of each packet as the file states it, 0 where it
 *     states none. Writers disagree about its unit (bits, bytes, 16-bit words)
 * @param refusal why its packets cannot be used, empty if they can
 */
public record CaptureInterface(
        String file,
        String name,
        boolean named,
        LinkType linkType,
        int linkTypeNumber,
        long snapLengthBytes,
        int fcsLength,
        String refusal) {
    /** Refuses a refusal of a supported link type and negative lengths. */
    public CaptureInterface {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(refusal, "refusal");
        if ((linkType == LinkType.UNSUPPORTED) == refusal.isEmpty()) {
            throw new IllegalArgumentException("link type " + linkType + " and refusal '" + refusal + "' disagree");
        }
        if (snapLengthBytes < 0 || fcsLength < 0) {
            throw new IllegalArgumentException(
                    "snapLengthBytes " + snapLengthBytes + " or fcsLength " + fcsLength + " is negative");
        }
    }

    /** Whether its packets cannot be used; they are still walked. */
    public boolean refused() {
        return !refusal.isEmpty();
    }
}
