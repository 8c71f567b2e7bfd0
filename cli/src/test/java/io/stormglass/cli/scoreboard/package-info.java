@NullMarked
package io.stormglass.cli.scoreboard;

import org.jspecify.annotations.NullMarked;
