/** Sinks that tell on-call staff: Alertmanager, a webhook, and the alert that says that somebody watches. */
@NullMarked
package io.stormglass.streams.sink;

import org.jspecify.annotations.NullMarked;
