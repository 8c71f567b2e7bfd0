/** Topics: catalogue, names, settings, and what applies them to a cluster. */
@NullMarked
package io.stormglass.schemas.topics;

import org.jspecify.annotations.NullMarked;
