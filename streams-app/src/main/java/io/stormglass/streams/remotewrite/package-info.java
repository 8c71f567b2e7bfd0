/** Sends what the output topics say as samples of event time by Prometheus remote write. */
@NullMarked
package io.stormglass.streams.remotewrite;

import org.jspecify.annotations.NullMarked;
