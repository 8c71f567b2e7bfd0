/** Tests of the sink. */
@NullMarked
package io.stormglass.streams.remotewrite;

import org.jspecify.annotations.NullMarked;
