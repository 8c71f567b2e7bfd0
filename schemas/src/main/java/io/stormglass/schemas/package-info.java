/** The contract: outcomes of decoding, reasons of refusal and the names of record headers. */
@NullMarked
package io.stormglass.schemas;

import org.jspecify.annotations.NullMarked;
