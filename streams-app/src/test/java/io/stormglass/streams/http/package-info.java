/** Tests of the HTTP server. */
@NullMarked
package io.stormglass.streams.http;

import org.jspecify.annotations.NullMarked;
