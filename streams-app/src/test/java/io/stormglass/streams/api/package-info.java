/** Tests of the HTTP API. */
@NullMarked
package io.stormglass.streams.api;

import org.jspecify.annotations.NullMarked;
