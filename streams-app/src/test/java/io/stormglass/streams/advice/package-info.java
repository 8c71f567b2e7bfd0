@NullMarked
package io.stormglass.streams.advice;

import org.jspecify.annotations.NullMarked;
