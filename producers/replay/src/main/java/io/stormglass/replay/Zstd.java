package io.stormglass.replay;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Opens zstd files, several frames in a row too. */
final class Zstd {
    private Zstd() {}

    static InputStream open(InputStream compressed) throws IOException {
        return new ZstdInputStream(compressed);
    }
}
