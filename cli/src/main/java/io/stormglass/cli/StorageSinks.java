package io.stormglass.cli;

import io.stormglass.streams.postgres.PostgresSettings;
import io.stormglass.streams.remotewrite.RemoteWriteSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where what a replay finds is kept.
 *
 * @param remoteWrite each is sent all samples
 * @param postgres null: nowhere
 */
record StorageSinks(
        List<RemoteWriteSettings> remoteWrite, @Nullable PostgresSettings postgres) {
    StorageSinks {
        remoteWrite = List.copyOf(remoteWrite);
    }
}
