/** The closed loop of ECN advice in the emulator, and how far it ends from the best setting of a sweep. */
@NullMarked
package io.stormglass.cli.tune;

import org.jspecify.annotations.NullMarked;
