/** Tests of the contract. */
@NullMarked
package io.stormglass.schemas.topics;

import org.jspecify.annotations.NullMarked;
