/** Tests of the contract. */
@NullMarked
package io.stormglass.schemas.wire;

import org.jspecify.annotations.NullMarked;
