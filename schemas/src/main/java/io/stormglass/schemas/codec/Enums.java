package io.stormglass.schemas.codec;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;

/** The enums that both sides have. */
final class Enums {
    static final EnumPair<RecordKind, io.stormglass.avro.RecordKind> RECORD_KIND =
            new EnumPair<>(RecordKind.UNKNOWN, io.stormglass.avro.RecordKind.UNKNOWN);
    static final EnumPair<ObserverRole, io.stormglass.avro.ObserverRole> OBSERVER_ROLE =
            new EnumPair<>(ObserverRole.UNKNOWN, io.stormglass.avro.ObserverRole.UNKNOWN);
    static final EnumPair<Scope, io.stormglass.avro.Scope> SCOPE =
            new EnumPair<>(Scope.UNKNOWN, io.stormglass.avro.Scope.UNKNOWN);
    static final EnumPair<Transport, io.stormglass.avro.Transport> TRANSPORT =
            new EnumPair<>(Transport.UNKNOWN, io.stormglass.avro.Transport.UNKNOWN);
    static final EnumPair<Vantage, io.stormglass.avro.Vantage> VANTAGE =
            new EnumPair<>(Vantage.UNKNOWN, io.stormglass.avro.Vantage.UNKNOWN);
    static final EnumPair<Pairing, io.stormglass.avro.Pairing> PAIRING =
            new EnumPair<>(Pairing.UNKNOWN, io.stormglass.avro.Pairing.UNKNOWN);
    static final EnumPair<Direction, io.stormglass.avro.Direction> DIRECTION =
            new EnumPair<>(Direction.UNKNOWN, io.stormglass.avro.Direction.UNKNOWN);
    static final EnumPair<EntityRole, io.stormglass.avro.EntityRole> ENTITY_ROLE =
            new EnumPair<>(EntityRole.UNKNOWN, io.stormglass.avro.EntityRole.UNKNOWN);
    static final EnumPair<FlowEventKind, io.stormglass.avro.FlowEventKind> FLOW_EVENT_KIND =
            new EnumPair<>(FlowEventKind.UNKNOWN, io.stormglass.avro.FlowEventKind.UNKNOWN);

    private Enums() {}
}
