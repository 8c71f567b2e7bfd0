/** The contract: topics, record codecs, the Confluent wire format and the registry client. */
@NullMarked
package io.stormglass.schemas;

import org.jspecify.annotations.NullMarked;
