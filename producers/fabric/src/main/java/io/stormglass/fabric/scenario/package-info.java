/** Scenario files: what users write, and the library that comes along. */
@NullMarked
package io.stormglass.fabric.scenario;

import org.jspecify.annotations.NullMarked;
