@NullMarked
package io.stormglass.fabric.scenario;

import org.jspecify.annotations.NullMarked;
