@NullMarked
package io.stormglass.models.congestion;

import org.jspecify.annotations.NullMarked;
