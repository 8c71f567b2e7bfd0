/** The HTTP server: who may ask, what is refused, how answers look. What is answered is not known here. */
@NullMarked
package io.stormglass.streams.http;

import org.jspecify.annotations.NullMarked;
