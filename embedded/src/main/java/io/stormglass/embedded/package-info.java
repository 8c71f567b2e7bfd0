/** A KRaft broker and a schema registry inside this JVM. */
@NullMarked
package io.stormglass.embedded;

import org.jspecify.annotations.NullMarked;
