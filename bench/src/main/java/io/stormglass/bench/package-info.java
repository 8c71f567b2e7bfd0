/** Benchmarks; nothing depends on this module. */
@NullMarked
package io.stormglass.bench;

import org.jspecify.annotations.NullMarked;
