package io.stormglass.schemas.codec;

import java.util.EnumMap;
import java.util.Map;

/** Neutral and Avro form of one enum, joined by name; what has no counterpart becomes UNKNOWN. */
final class EnumPair<N extends Enum<N>, A extends Enum<A>> {
    private final N unknownNeutral;
    private final A unknownAvro;
    private final Map<N, A> avroByNeutral;
    private final Map<A, N> neutralByAvro;

    EnumPair(N unknownNeutral, A unknownAvro) {
        this.unknownNeutral = unknownNeutral;
        this.unknownAvro = unknownAvro;
        Class<N> neutralType = unknownNeutral.getDeclaringClass();
        Class<A> avroType = unknownAvro.getDeclaringClass();
        avroByNeutral = new EnumMap<>(neutralType);
        neutralByAvro = new EnumMap<>(avroType);
        for (N neutral : neutralType.getEnumConstants()) {
            for (A avro : avroType.getEnumConstants()) {
                if (neutral.name().equals(avro.name())) {
                    avroByNeutral.put(neutral, avro);
                    neutralByAvro.put(avro, neutral);
                }
            }
        }
    }

    A toAvro(N neutral) {
        return avroByNeutral.getOrDefault(neutral, unknownAvro);
    }

    N toNeutral(A avro) {
        return neutralByAvro.getOrDefault(avro, unknownNeutral);
    }
}
