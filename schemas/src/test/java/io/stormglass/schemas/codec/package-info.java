/** Tests of the contract. */
@NullMarked
package io.stormglass.schemas.codec;

import org.jspecify.annotations.NullMarked;
