/** BBR: what a sender's bottleneck bandwidth and propagation delay are, and how fast it should send. */
@NullMarked
package io.stormglass.models.bbr;

import org.jspecify.annotations.NullMarked;
