package io.stormglass.capture.file;

import java.util.Optional;

/** Compressed forms of a capture file, told by their first bytes. */
public enum Compression {
    /** Read by this package itself, several members in a row too. */
    GZIP(0x1f8b_0000, 0xffff_0000),
    /** Zstandard; needs a decompressor. */
    ZSTD(0x28b5_2ffd, 0xffff_ffff),
    /** LZ4 frames; needs a decompressor. */
    LZ4(0x0422_4d18, 0xffff_ffff),
    /** xz; needs a decompressor. */
    XZ(0xfd37_7a58, 0xffff_ffff),
    /** bzip2; needs a decompressor. */
    BZIP2(0x425a_6800, 0xffff_ff00);

    private final int magic;
    private final int mask;

    Compression(int magic, int mask) {
        this.magic = magic;
        this.mask = mask;
    }

    /** The form that starts with these four bytes, the first one in the highest bits. */
    static Optional<Compression> of(int firstBytes) {
        for (Compression compression : values()) {
            if ((firstBytes & compression.mask) == compression.magic) {
                return Optional.of(compression);
            }
        }
        return Optional.empty();
    }
}
