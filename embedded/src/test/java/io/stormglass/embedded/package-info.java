/** Tests of the stack: start and stop, kept data, kills, locks. */
@NullMarked
package io.stormglass.embedded;

import org.jspecify.annotations.NullMarked;
