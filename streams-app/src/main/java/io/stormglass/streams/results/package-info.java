/** Reading the whole result of a run from its output topics. */
@NullMarked
package io.stormglass.streams.results;

import org.jspecify.annotations.NullMarked;
