/** What agents on the NICs and switches of an emulated fabric see and send, with the imperfections of real ones. */
@NullMarked
package io.stormglass.emulator.telemetry;

import org.jspecify.annotations.NullMarked;
