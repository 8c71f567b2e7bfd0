package io.stormglass.cli;

import io.stormglass.replay.YamlShape;
import io.stormglass.streams.remotewrite.RemoteWriteSettings;
import io.stormglass.streams.sink.SinkAuth;
import io.stormglass.streams.sink.SinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code remoteWrite} of {@code run}; what is left out is as {@link RemoteWriteSettings#to} has it.
 *
 * @param url whole address, such as {@code http://victoria:8428/api/v1/write}
 * @param user user of basic authentication, with {@code passwordFile}
 * @param tokenFile file that holds a bearer token
 * @param bufferSamples samples that wait while the receiver is away
 * @param batchSamples most samples of one request
 * @param flushMillis longest wait for a batch to fill
 * @param maxSeries most series at once
 * @param topFlows most flows of a fabric
 */
record RemoteWriteConfig(
        @Nullable String url,
        @Nullable String user,
        @Nullable String passwordFile,
        @Nullable String tokenFile,
        @Nullable Integer bufferSamples,
        @Nullable Integer batchSamples,
        @Nullable Integer flushMillis,
        @Nullable Integer maxSeries,
        @Nullable Integer topFlows) {
    static final YamlShape SHAPE = YamlShape.keys(
            "url",
            "user",
            "passwordFile",
            "tokenFile",
            "bufferSamples",
            "batchSamples",
            "flushMillis",
            "maxSeries",
            "topFlows");

    RemoteWriteConfig {
        if (url == null) {
            throw new IllegalArgumentException(
                    "remoteWrite.url is missing, such as http://victoria-metrics:8428/api/v1/write");
        }
        if (user != null && tokenFile != null) {
            throw new IllegalArgumentException("remoteWrite has both user and tokenFile: give one");
        }
        if ((user == null) != (passwordFile == null)) {
            throw new IllegalArgumentException("remoteWrite: user and passwordFile belong together");
        }
    }

    RemoteWriteSettings settings() {
        try {
            RemoteWriteSettings base =
                    RemoteWriteSettings.to(SinkSettings.address("remoteWrite.url", String.valueOf(url)));
            return base.withBounds(
                            bufferSamples == null ? base.bufferSamples() : bufferSamples,
                            batchSamples == null ? base.batchSamples() : batchSamples,
                            maxSeries == null ? base.maxSeries() : maxSeries,
                            topFlows == null ? base.topFlows() : topFlows)
                    .withFlushMillis(flushMillis == null ? base.flushMillis() : flushMillis)
                    .withAuth(auth());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("remoteWrite: " + e.getMessage(), e);
        }
    }

    private SinkAuth auth() {
        if (tokenFile != null) {
            return new SinkAuth.BearerFile(SinksConfig.readable("remoteWrite.tokenFile", tokenFile));
        }
        return user == null || passwordFile == null
                ? SinkAuth.NONE
                : new SinkAuth.Basic(user, SinksConfig.readable("remoteWrite.passwordFile", passwordFile));
    }
}
