/** Tests of the registry: its parts, and the whole over HTTP. */
@NullMarked
package io.stormglass.embedded.registry;

import org.jspecify.annotations.NullMarked;
