/** Deterministic discrete-event emulation of a lossless RoCEv2 fabric. */
@NullMarked
package io.stormglass.emulator;

import org.jspecify.annotations.NullMarked;
