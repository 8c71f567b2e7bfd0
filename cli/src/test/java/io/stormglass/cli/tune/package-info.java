@NullMarked
package io.stormglass.cli.tune;

import org.jspecify.annotations.NullMarked;
