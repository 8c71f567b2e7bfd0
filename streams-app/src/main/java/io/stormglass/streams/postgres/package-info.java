/** Keeps incidents, ECN advice and modes of congestion control in PostgreSQL. */
@NullMarked
package io.stormglass.streams.postgres;

import org.jspecify.annotations.NullMarked;
