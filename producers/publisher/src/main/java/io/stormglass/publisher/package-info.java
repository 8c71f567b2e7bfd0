/** Batches neutral events per key and publishes them with sequences and ticks. */
@NullMarked
package io.stormglass.publisher;

import org.jspecify.annotations.NullMarked;
