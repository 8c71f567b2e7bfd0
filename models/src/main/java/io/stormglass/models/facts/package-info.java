/** What several agents tell of one port, as one. */
@NullMarked
package io.stormglass.models.facts;

import org.jspecify.annotations.NullMarked;
