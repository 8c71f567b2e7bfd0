@NullMarked
package io.stormglass.emulator.queue;

import org.jspecify.annotations.NullMarked;
