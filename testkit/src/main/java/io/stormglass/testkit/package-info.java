/** Seeds, the property helper and golden files for every test tree. */
@NullMarked
package io.stormglass.testkit;

import org.jspecify.annotations.NullMarked;
