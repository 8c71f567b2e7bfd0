@NullMarked
package io.stormglass.emulator.workload;

import org.jspecify.annotations.NullMarked;
