package io.stormglass.capture.file;

/**
 * Packets that the capturing machine says it lost on one interface, as far as the file has been read.
 *
 * @param interfaceDropped lost by the interface for lack of buffers ({@code isb_ifdrop}), -1 if the file says nothing
 * @param systemDropped lost by the operating system ({@code isb_osdrop}), -1 if the file says nothing
 * @param betweenPackets sum over the packets of what was lost since the packet before ({@code epb_dropcount})
 */
public record InterfaceDrops(long interfaceDropped, long systemDropped, long betweenPackets) {}
