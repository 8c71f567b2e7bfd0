/** What every instance knows of the results: the newest of each key and what was before it, as far as memory goes. */
@NullMarked
package io.stormglass.streams.view;

import org.jspecify.annotations.NullMarked;
