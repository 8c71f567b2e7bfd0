/** The stormglass command: the one place where everything is wired. */
@NullMarked
package io.stormglass.cli;

import org.jspecify.annotations.NullMarked;
