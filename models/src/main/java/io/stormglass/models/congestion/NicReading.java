package io.stormglass.models.congestion;

import org.jspecify.annotations.Nullable;

/**
 * What the congestion counters of a NIC port say at one moment. Counts are growth over the newest refreshes; null where not known.
 *
 * @param evidence what decided, in short words with numbers
 * @param missing what would decide more; empty where nothing is missing
 * @param refreshedNanos newest refresh at the source, 0 before the first
 * @param coveredNanos time that the counts cover, ns
 * @param cnpHandled slow-restart CNPs are still in it
 * @param cnpsPerCe CNPs sent per packet received with CE, over the refreshes that tell both
 * @param handledPerGigabyte CNPs handled, those of slow restart taken out, per 10^9 bytes that the port sent
 * @param ignoredPerGigabyte CNPs ignored, the same
 */
public record NicReading(
        NicClass nicClass,
        String evidence,
        String missing,
        long refreshedNanos,
        long coveredNanos,
        @Nullable Long ceReceived,
        @Nullable Long cnpSent,
        @Nullable Long cnpHandled,
        @Nullable Long cnpIgnored,
        @Nullable Long slowRestartCnps,
        @Nullable Long sentBytes,
        @Nullable Double cnpsPerCe,
        @Nullable Double handledPerGigabyte,
        @Nullable Double ignoredPerGigabyte) {}
