/** How well storms are found: labelled scenarios through the whole topology, and what came of it beside what should have. */
@NullMarked
package io.stormglass.cli.scoreboard;

import org.jspecify.annotations.NullMarked;
