/** Tests of the capture writer. */
@NullMarked
package io.stormglass.fabric.pcap;

import org.jspecify.annotations.NullMarked;
