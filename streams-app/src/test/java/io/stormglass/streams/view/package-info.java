/** Tests of what is known of the results. */
@NullMarked
package io.stormglass.streams.view;

import org.jspecify.annotations.NullMarked;
