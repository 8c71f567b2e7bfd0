/** What was counted of a flow. */
@NullMarked
package io.stormglass.models.flow;

import org.jspecify.annotations.NullMarked;
