package io.stormglass.models.dcqcn;

/** Parameters of one variant of the reaction point; each record names its presets and where their numbers come from. */
public sealed interface DcqcnParameters permits HpccParameters, MsrParameters, NvidiaParameters, PaperParameters {
    /** A reaction point that has not seen a CNP. */
    ReactionPoint start();

    /** Upper end of every rate, in bit/s. */
    long lineBitsPerSecond();

    /** Lower end of every rate, in bit/s. */
    long minBitsPerSecond();
}
