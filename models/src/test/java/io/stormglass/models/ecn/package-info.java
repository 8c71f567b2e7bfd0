@NullMarked
package io.stormglass.models.ecn;

import org.jspecify.annotations.NullMarked;
