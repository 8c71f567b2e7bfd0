/** What switches keep of ECN thresholds, in their units, and the commands that change it and bring it back. */
@NullMarked
package io.stormglass.models.ecn.device;

import org.jspecify.annotations.NullMarked;
