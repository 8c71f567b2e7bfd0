/** Whether the settings of a fabric's ports and devices fit together. */
@NullMarked
package io.stormglass.models.consistency;

import org.jspecify.annotations.NullMarked;
