/** Tests of the sink. */
@NullMarked
package io.stormglass.streams.postgres;

import org.jspecify.annotations.NullMarked;
