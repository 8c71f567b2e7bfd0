/** Traffic at one emulated port as a capture file that any reader of pcapng takes. */
@NullMarked
package io.stormglass.fabric.pcap;

import org.jspecify.annotations.NullMarked;
