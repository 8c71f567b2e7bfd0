/** Tests of the test kit. */
@NullMarked
package io.stormglass.testkit;

import org.jspecify.annotations.NullMarked;
