package io.stormglass.capture.file;

/** Where a packet's time comes from. */
public enum PacketTime {
    /** The file gives it, and it lies in the years 2000 to 2099. */
    GIVEN,
    /**
     * The file gives none (simple packet block, custom block, refused interface): the time is that of the file's
     * previous packet that had one, 0 where there was none.
     */
    MISSING,
    /**
     * The file gives a time outside the years 2000 to 2099: the time is exact where a {@code long} of nanoseconds
     * can hold it, else the nearest value that it can hold.
     */
    OUT_OF_RANGE
}
