package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.Names;
import io.stormglass.models.event.ThresholdUnit;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the software of a switch shows of the marking of its queues and of its buffer.
 *
 * @param name whose commands it takes
 * @param object name of the profile or policy that all queues of a device are bound to; a port that is set otherwise has one of its own, whose name ends in the
 *     port's
 * @param unit of thresholds: bytes, kbytes, segments, cells, percent of the buffer, or dynamic, which is no number. What is told is rounded to whole units
 * @param pieceBytes size of a segment or cell, 1 and up; 0 with other units
 * @param hidden what agents do not tell
 */
public record SwitchSystem(Name name, String object, ThresholdUnit unit, int pieceBytes, Set<Hidden> hidden) {
    /** Systems and how they name what is in an object. */
    public enum Name {
        /** A profile, bound to queues. */
        SONIC("sonic", "AZURE_LOSSLESS", ""),
        /** A queuing policy with classes. */
        NX_OS("nx-os", "default-8q-out-policy", "c-out-8q-q"),
        /** A profile with transmit queues. */
        EOS("eos", "roce", ""),
        /** A profile with traffic classes. */
        NVUE("nvue", "default-global", "");

        private final String word;
        private final String usualObject;
        private final String placeStart;

        Name(String word, String usualObject, String placeStart) {
            this.word = word;
            this.usualObject = usualObject;
            this.placeStart = placeStart;
        }

        /** As facts and scenario files have it. */
        public String word() {
            return word;
        }

        /** Name of the profile or policy where nobody has chosen one. */
        public String usualObject() {
            return usualObject;
        }

        String place(int priority) {
            return this == SONIC ? "" : placeStart + priority;
        }
    }

    /** What agents may not tell. */
    public enum Hidden {
        /** Alpha, or the fixed XOFF threshold, and the XON offset. */
        ALPHA("alpha"),
        /** Shared buffer and reserve. */
        BUFFER("buffer"),
        /** Weight of the moving average. */
        WEIGHT("weight"),
        /** Pmax. */
        PMAX("pmax"),
        /** The name of the object and the place in it. */
        OBJECT("object"),
        /** Size of a segment or cell. */
        PIECE("piece");

        private final String word;

        Hidden(String word) {
            this.word = word;
        }

        /** As scenario files have it. */
        public String word() {
            return word;
        }
    }

    public SwitchSystem {
        if (object.isEmpty()) {
            throw new IllegalArgumentException("the profile or policy of switches has no name");
        }
        int control = Names.controlAt(object);
        if (control >= 0) {
            throw new IllegalArgumentException(Names.controlFound("profile or policy of switches", object, control));
        }
        boolean inPieces = unit == ThresholdUnit.SEGMENTS || unit == ThresholdUnit.CELLS;
        if (pieceBytes < 0 || inPieces != (pieceBytes > 0)) {
            throw new IllegalArgumentException("thresholds in " + unit.word() + " with pieces of " + pieceBytes
                    + " bytes: segments and cells have a size, other units have none");
        }
        if (unit == ThresholdUnit.MBYTES || unit == ThresholdUnit.MILLISECONDS) {
            throw new IllegalArgumentException(
                    "thresholds in whole " + unit.word() + " are too coarse for an emulated queue");
        }
        hidden = Set.copyOf(hidden);
    }

    /** SONiC, {@code AZURE_LOSSLESS}, bytes, nothing hidden. */
    public static SwitchSystem standard() {
        return new SwitchSystem(
                Name.SONIC, Name.SONIC.usualObject(), ThresholdUnit.BYTES, 0, EnumSet.noneOf(Hidden.class));
    }

    boolean hides(Hidden what) {
        return hidden.contains(what);
    }

    /** Size of a segment or cell as agents tell it. */
    @Nullable
    Long toldPieceBytes() {
        return pieceBytes == 0 || hides(Hidden.PIECE) ? null : (Long) (long) pieceBytes;
    }

    /** A threshold in whole units, the nearest; null where there is no number. */
    @Nullable
    Long units(long bytes, long bufferBytes) {
        return switch (unit) {
            case BYTES -> bytes;
            case KBYTES -> nearest(bytes, 1_000);
            case SEGMENTS, CELLS -> nearest(bytes, pieceBytes);
            case PERCENT -> Math.min(100, nearest(bytes * 100, bufferBytes));
            case DYNAMIC -> null;
            case MBYTES, MILLISECONDS -> throw new IllegalStateException(unit.word());
        };
    }

    /** Bytes of so many units as whoever reads them can know; null where nobody can. */
    @Nullable
    Long bytes(@Nullable Long units) {
        Long piece = toldPieceBytes();
        if (units == null) {
            return null;
        }
        return switch (unit) {
            case BYTES -> units;
            case KBYTES -> units * 1_000;
            case SEGMENTS, CELLS -> piece == null ? null : (Long) (units * piece);
            case PERCENT, DYNAMIC -> null;
            case MBYTES, MILLISECONDS -> throw new IllegalStateException(unit.word());
        };
    }

    private static long nearest(long bytes, long bytesEach) {
        return Math.max(1, Math.round((double) bytes / bytesEach));
    }
}
