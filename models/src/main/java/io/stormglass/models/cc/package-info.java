/** Congestion controls other than DCQCN and BBR: what window or rate a sender would have after each signal. */
@NullMarked
package io.stormglass.models.cc;

import org.jspecify.annotations.NullMarked;
