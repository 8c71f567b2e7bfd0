/** Our records, registry and registry client against software that shares no code with them. */
@NullMarked
package io.stormglass.embedded.peers;

import org.jspecify.annotations.NullMarked;
