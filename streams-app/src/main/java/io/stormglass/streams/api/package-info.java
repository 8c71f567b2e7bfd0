/** The HTTP API: questions about what a view knows, and its description. */
@NullMarked
package io.stormglass.streams.api;

import org.jspecify.annotations.NullMarked;
