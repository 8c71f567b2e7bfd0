@NullMarked
package io.stormglass.models.advice;

import org.jspecify.annotations.NullMarked;
