package io.stormglass.cli;

/** Forms of the fluid model. */
enum FluidVariant {
    /** Section "fluid model" of the paper, as written. */
    WRITTEN,
    /** With the timers, clamp and increases of NICs. */
    ADAPTED
}
