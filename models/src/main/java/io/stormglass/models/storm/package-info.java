/** Which storm states of a fabric belong together, where they start, and the incident that people see. */
@NullMarked
package io.stormglass.models.storm;

import org.jspecify.annotations.NullMarked;
