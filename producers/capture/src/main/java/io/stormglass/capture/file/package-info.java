/** Walks the packets of pcap and pcapng captures, one or several merged by time, without an object per packet. */
@NullMarked
package io.stormglass.capture.file;

import org.jspecify.annotations.NullMarked;
