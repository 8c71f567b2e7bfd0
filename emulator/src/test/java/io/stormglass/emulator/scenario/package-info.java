@NullMarked
package io.stormglass.emulator.scenario;

import org.jspecify.annotations.NullMarked;
