/** Tests of the contract. */
@NullMarked
package io.stormglass.schemas.registry;

import org.jspecify.annotations.NullMarked;
