package io.stormglass.emulator;

/** When an ingress port and lossless priority holds too much of the shared buffer and its peer is paused. */
public sealed interface PauseThreshold {
    /**
     * A share of what is free.
     *
     * @param alpha threshold = alpha * (shared buffer - used of it), above 0
     */
    record Dynamic(double alpha) implements PauseThreshold {
        public Dynamic {
            if (!(alpha > 0 && alpha <= 1024)) {
                throw new IllegalArgumentException("alpha is " + alpha + ", above 0 to 1024 is possible");
            }
        }
    }

    /**
     * The same always.
     *
     * @param xoffBytes above 0
     */
    record Static(long xoffBytes) implements PauseThreshold {
        public Static {
            if (xoffBytes <= 0) {
                throw new IllegalArgumentException("XOFF threshold is " + xoffBytes + " bytes, above 0 is needed");
            }
        }
    }
}
