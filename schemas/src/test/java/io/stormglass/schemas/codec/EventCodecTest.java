package io.stormglass.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEventKind;
import io.stormglass.avro.PortEvents;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.RecordKind;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.testkit.Property;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

final class EventCodecTest {
    private static final long T0 = 1_700_000_000_000_000_000L;

    @Test
    void everyFlowBatchComesBackAsItWas() {
        Property.check("flow batches survive the codec", 2_000, random -> {
            FlowBatch batch = new RandomBatches(random).flowBatch(random.nextInt(5));
            assertThat(EventCodec.toNeutral(EventCodec.toAvro(batch))).isEqualTo(new Decoded.Value<>(batch));
        });
    }

    @Test
    void everyPortBatchComesBackAsItWas() {
        Property.check("port batches survive the codec", 2_000, random -> {
            PortBatch batch = new RandomBatches(random).portBatch(random.nextInt(8));
            assertThat(EventCodec.toNeutral(EventCodec.toAvro(batch))).isEqualTo(new Decoded.Value<>(batch));
        });
    }

    @Test
    void linkFactsComeBackAsTheyWere() {
        Property.check("link facts survive the codec", 500, random -> {
            LinkFacts facts = new RandomBatches(random).linkFacts();
            assertThat(EventCodec.toNeutral(EventCodec.toAvro(facts))).isEqualTo(new Decoded.Value<>(facts));
        });
    }

    @Test
    void bothSidesOfEveryEnumHaveTheSameSymbols() {
        assertSameSymbols(RecordKind.values(), io.stormglass.avro.RecordKind.values());
        assertSameSymbols(io.stormglass.models.event.FlowEventKind.values(), io.stormglass.avro.FlowEventKind.values());
        assertSameSymbols(io.stormglass.models.event.ObserverRole.values(), io.stormglass.avro.ObserverRole.values());
        assertSameSymbols(io.stormglass.models.event.Scope.values(), io.stormglass.avro.Scope.values());
        assertSameSymbols(io.stormglass.models.event.Transport.values(), io.stormglass.avro.Transport.values());
        assertSameSymbols(io.stormglass.models.event.Vantage.values(), io.stormglass.avro.Vantage.values());
        assertSameSymbols(io.stormglass.models.event.Pairing.values(), io.stormglass.avro.Pairing.values());
        assertSameSymbols(io.stormglass.models.event.Direction.values(), io.stormglass.avro.Direction.values());
        assertSameSymbols(io.stormglass.models.event.EntityRole.values(), io.stormglass.avro.EntityRole.values());
    }

    @Test
    void aUnitThatWasNotReadIsTheOnlySymbolThatUnitsOfThresholdsHaveNot() {
        assertThat(Arrays.stream(io.stormglass.avro.ThresholdUnit.values())
                        .map(Enum::name)
                        .filter(each -> !each.equals("UNKNOWN")))
                .containsExactlyElementsOf(Arrays.stream(io.stormglass.models.event.ThresholdUnit.values())
                        .map(Enum::name)
                        .toList());
    }

    private static void assertSameSymbols(Enum<?>[] neutral, Enum<?>[] avro) {
        assertThat(Arrays.stream(neutral).map(Enum::name))
                .containsExactlyElementsOf(Arrays.stream(avro).map(Enum::name).toList());
    }

    @Test
    void symbolsWithoutCounterpartBecomeUnknown() {
        EnumPair<RecordKind, io.stormglass.avro.Scope> foreign =
                new EnumPair<>(RecordKind.UNKNOWN, io.stormglass.avro.Scope.UNKNOWN);
        assertThat(foreign.toAvro(RecordKind.TICK)).isEqualTo(io.stormglass.avro.Scope.UNKNOWN);
        assertThat(foreign.toNeutral(io.stormglass.avro.Scope.NIC)).isEqualTo(RecordKind.UNKNOWN);
    }

    @Test
    void timesOutside2000To2100AreImpossible() {
        assertFlowRefused(r -> r.getEvents().get(1).setOffsetNanos(-T0), Reason.IMPOSSIBLE_TIME, "event 1: time is");
        assertFlowRefused(r -> r.setBaseNanos(EventTimes.END_NANOS), Reason.IMPOSSIBLE_TIME, "event 0");
        assertFlowRefused(r -> r.setBaseNanos(0), Reason.IMPOSSIBLE_TIME, "event 0");
        assertFlowRefused(r -> r.getEvents().get(0).setOffsetNanos(Long.MAX_VALUE), Reason.IMPOSSIBLE_TIME, "event 0");
        assertFlowRefused(
                r -> {
                    r.setKind(io.stormglass.avro.RecordKind.TICK);
                    r.setWatermarkNanos(Long.MAX_VALUE);
                },
                Reason.IMPOSSIBLE_TIME,
                "watermarkNanos");
        assertPortRefused(
                PortEventKind.QUEUE_SAMPLE,
                e -> e.setRefreshedOffsetNanos(Long.MIN_VALUE),
                Reason.IMPOSSIBLE_TIME,
                "refresh time");
    }

    @Test
    void theLastAndFirstPossibleNanosecondsAreAccepted() {
        FlowEvents record = flowRecord();
        record.setBaseNanos(EventTimes.EARLIEST_NANOS);
        record.getEvents().get(0).setOffsetNanos(0);
        record.getEvents().get(1).setOffsetNanos(EventTimes.END_NANOS - 1 - EventTimes.EARLIEST_NANOS);
        assertThat(EventCodec.toNeutral(record)).isInstanceOf(Decoded.Value.class);
        record.getEvents().get(0).setOffsetNanos(-1);
        assertThat(EventCodec.toNeutral(record)).isInstanceOf(Decoded.Malformed.class);
    }

    @Test
    void flowValuesOutsideTheirRangeAreRefused() {
        Reason reason = Reason.VALUE_OUT_OF_RANGE;
        assertFlowRefused(r -> r.getEvents().get(0).setBytes(-1), reason, "event 0: bytes is -1");
        assertFlowRefused(
                r -> r.getEvents().get(0).setBytes((1L << 40) + 1), reason, "event 0: bytes is 1099511627777");
        assertFlowRefused(
                r -> r.getEvents().get(0).setRttNanos(60_000_000_001L), reason, "event 0: rttNanos is 60000000001");
        assertFlowRefused(
                r -> r.setSenderBitsPerSecond(200_000_000_000_000L), reason, "senderBitsPerSecond is 200000000000000");
        assertFlowRefused(r -> r.getEvents().get(0).setPackets(-1), reason, "packets is -1");
        assertFlowRefused(r -> r.getEvents().get(0).setRttNanos(-1), reason, "rttNanos is -1");
        assertFlowRefused(r -> r.getEvents().get(0).setDetail(256), reason, "detail is 256");
        assertFlowRefused(r -> r.setPriority(8), reason, "priority is 8");
        assertFlowRefused(r -> r.setPriority(-2), reason, "priority is -2");
        assertFlowRefused(r -> r.setDscp(64), reason, "dscp is 64");
        assertFlowRefused(r -> r.setSamplingRate(0), reason, "samplingRate is 0");
        assertFlowRefused(r -> r.setSequence(-1), reason, "sequence is -1");
        assertFlowRefused(r -> r.setEventTimePerWallTime(Double.NaN), reason, "NaN");
        assertFlowRefused(r -> r.setSrcQp(0x1000000), reason, "srcQp is 16777216");
    }

    @Test
    void keysThatCannotBeAreRefused() {
        Reason reason = Reason.INVALID_KEY;
        assertFlowRefused(r -> r.setFabric("a/b"), reason, "'a/b'");
        assertFlowRefused(r -> r.setSrcIp(""), reason, "srcIp is ''");
        assertFlowRefused(r -> r.setDstQp(0x1000000), reason, "16777216");
        assertFlowRefused(r -> r.setAgentId(""), reason, "agentId");
        PortEvents port = portRecord(PortEventKind.TRAFFIC);
        port.setDevice("x|y");
        assertThat(EventCodec.toNeutral(port)).satisfies(result -> assertRefused(result, reason, "'x|y'"));
    }

    @Test
    void controlCharactersInWhatNamesSomethingAreRefused() {
        for (String control : List.of("\n", "\r", "\t", "\0", "\u007f", "\u0085", "\u2028")) {
            String bad = "a" + control + "b";
            flowNames().forEach((name, set) -> assertNameRefused(flowRecord(), set, name, bad, control));
            portNames()
                    .forEach((name, set) ->
                            assertNameRefused(portRecord(PortEventKind.TRAFFIC), set, name, bad, control));
        }
        assertFlowRefused(r -> r.setSrcIp("a|b"), Reason.INVALID_KEY, "'a|b'");
        assertFlowRefused(r -> r.setDstIp("a|b"), Reason.INVALID_KEY, "'a|b'");
    }

    @Test
    void aTickWhoseAgentHasANewlineInItsNameIsRefusedAsWell() {
        assertFlowRefused(
                r -> {
                    r.setKind(io.stormglass.avro.RecordKind.TICK);
                    r.setAgentId("a\nb");
                },
                Reason.INVALID_KEY,
                "agentId holds the control character U+000A at 1");
    }

    private static <R> void assertNameRefused(
            R record, BiConsumer<R, String> set, String name, String bad, String control) {
        set.accept(record, bad);
        Decoded<?> result = record instanceof FlowEvents flow
                ? EventCodec.toNeutral(flow)
                : EventCodec.toNeutral((PortEvents) record);
        String point = String.format(Locale.ROOT, "U+%04X at", (int) control.charAt(0));
        assertThat(result).as(name).satisfies(refused -> assertRefused(refused, Reason.INVALID_KEY, point));
    }

    /** Every text of a flow record. */
    private static Map<String, BiConsumer<FlowEvents, String>> flowNames() {
        return Map.of(
                "fabric", FlowEvents::setFabric,
                "runId", FlowEvents::setRunId,
                "agentId", FlowEvents::setAgentId,
                "srcIp", FlowEvents::setSrcIp,
                "dstIp", FlowEvents::setDstIp,
                "mergesProvisionalKey", (r, text) -> r.setMergesProvisionalKey("f|" + text + "|x|~1"),
                "path device", (r, text) -> r.setPath(List.of(new io.stormglass.avro.PathHop(text, "p", 0))),
                "path port", (r, text) -> r.setPath(List.of(new io.stormglass.avro.PathHop("d", text, 0))));
    }

    /** Every text of a port record, and of the link facts in it. */
    private static Map<String, BiConsumer<PortEvents, String>> portNames() {
        Map<String, BiConsumer<PortEvents, String>> names = new TreeMap<>();
        names.put("fabric", PortEvents::setFabric);
        names.put("runId", PortEvents::setRunId);
        names.put("agentId", PortEvents::setAgentId);
        names.put("device", PortEvents::setDevice);
        names.put("port", PortEvents::setPort);
        names.put("path", (r, text) -> r.setPath(List.of(new io.stormglass.avro.PathHop(text, "p", 0))));
        names.put("peerDevice", (r, text) -> r.setLink(link(facts -> facts.setPeerDevice(text))));
        names.put("peerPort", (r, text) -> r.setLink(link(facts -> facts.setPeerPort(text))));
        names.put("mac", (r, text) -> r.setLink(link(facts -> facts.setMac(text))));
        names.put("peerMac", (r, text) -> r.setLink(link(facts -> facts.setPeerMac(text))));
        names.put("attached", (r, text) -> r.setLink(link(facts -> facts.setAttachedAddresses(List.of(text)))));
        names.put("breakoutParent", (r, text) -> r.setLink(link(facts -> facts.setBreakoutParent(text))));
        names.put("lag", (r, text) -> r.setLink(link(facts -> facts.setLag(text))));
        names.put("source", (r, text) -> r.setLink(link(facts -> facts.setSource(text))));
        return names;
    }

    @Test
    void settingsOfAPortThatCannotBeAreRefused() {
        assertSettingsRefused(settings -> settings.setEcnPriorities(256), "ECN is 256");
        assertSettingsRefused(settings -> settings.setCnpPriority(8), "class of CNPs is 8");
        assertSettingsRefused(settings -> settings.setDscpClasses("01234567"), "64 characters");
        assertSettingsRefused(settings -> settings.setDscpClasses("8".repeat(64)), "0 to 7 or -");
        assertSettingsRefused(
                settings -> settings.setHeadroom(List.of(new io.stormglass.avro.QueueHeadroom(3, -1L))),
                "headroom is -1 bytes");
    }

    @Test
    void whatASwitchKeepsForAQueueAndCannotBeIsRefused() {
        assertMarkingRefused(marking -> marking.setPriority(8), "priority of a marking is 8");
        assertMarkingRefused(marking -> marking.setMinimum(-1L), "thresholds -1 and");
        assertMarkingRefused(
                marking -> {
                    marking.setMinimum(2L);
                    marking.setMaximum(1L);
                },
                "threshold 2 is above 1");
        assertMarkingRefused(marking -> marking.setMaxProbability(Double.NaN), "Pmax is NaN");
        assertMarkingRefused(marking -> marking.setWeight(32), "weight of the average is 32");
        assertMarkingRefused(marking -> marking.setPieceBytes(0L), "cell of 0 bytes");
        assertBufferRefused(buffer -> buffer.setPriority(-1), "priority of a buffer is -1");
        assertBufferRefused(buffer -> buffer.setSharedBytes(0L), "shared buffer of 0 bytes");
        assertBufferRefused(buffer -> buffer.setReserveBytes(-1L), "reserve of -1 bytes");
        assertBufferRefused(buffer -> buffer.setAlpha(0.0), "alpha is 0.0");
        assertBufferRefused(buffer -> buffer.setXoffBytes(0L), "XOFF threshold of 0 bytes");
        assertBufferRefused(buffer -> buffer.setXonOffsetBytes(-1L), "XON offset of -1 bytes");
        io.stormglass.avro.QueueMarking marking =
                io.stormglass.avro.QueueMarking.newBuilder().setObject("a\nb").build();
        assertRefused(
                EventCodec.toNeutral(link(facts -> facts.setSettings(io.stormglass.avro.PortSettings.newBuilder()
                        .setMarkings(List.of(marking))
                        .build()))),
                Reason.INVALID_KEY,
                "object of a marking");
    }

    private static void assertMarkingRefused(Consumer<io.stormglass.avro.QueueMarking> change, String words) {
        io.stormglass.avro.QueueMarking marking =
                io.stormglass.avro.QueueMarking.newBuilder().build();
        change.accept(marking);
        assertSettingsRefused(settings -> settings.setMarkings(List.of(marking)), words);
    }

    private static void assertBufferRefused(Consumer<io.stormglass.avro.QueueBuffer> change, String words) {
        io.stormglass.avro.QueueBuffer buffer =
                io.stormglass.avro.QueueBuffer.newBuilder().build();
        change.accept(buffer);
        assertSettingsRefused(settings -> settings.setBuffers(List.of(buffer)), words);
    }

    private static void assertSettingsRefused(Consumer<io.stormglass.avro.PortSettings> change, String words) {
        io.stormglass.avro.PortSettings settings =
                io.stormglass.avro.PortSettings.newBuilder().build();
        change.accept(settings);
        assertRefused(
                EventCodec.toNeutral(link(facts -> facts.setSettings(settings))), Reason.VALUE_OUT_OF_RANGE, words);
    }

    private static io.stormglass.avro.LinkFacts link(Consumer<io.stormglass.avro.LinkFacts> change) {
        io.stormglass.avro.LinkFacts facts =
                io.stormglass.avro.LinkFacts.newBuilder().build();
        change.accept(facts);
        return facts;
    }

    @Test
    void portValuesOutsideTheirRangeAreRefused() {
        Reason reason = Reason.VALUE_OUT_OF_RANGE;
        assertPortRefused(PortEventKind.PFC_FRAME, e -> e.setQuanta(65_536L), reason, "quanta is 65536");
        assertPortRefused(PortEventKind.PFC_FRAME, e -> e.setQuanta(-1L), reason, "quanta is -1");
        assertPortRefused(PortEventKind.PFC_FRAME, e -> e.setQuanta(null), reason, "quanta is missing");
        assertPortRefused(PortEventKind.PFC_FRAME, e -> e.setPriority(-1), reason, "priority of a PFC frame is -1");
        assertPortRefused(PortEventKind.TRAFFIC, e -> e.setPriority(-2), reason, "priority is -2");
        assertPortRefused(PortEventKind.TRAFFIC, e -> e.setPackets(-3L), reason, "packets is -3");
        assertPortRefused(PortEventKind.TRAFFIC, e -> e.setBytes(null), reason, "bytes is missing");
        assertPortRefused(
                PortEventKind.WATCHDOG, e -> e.setWatchdogStormed(null), reason, "watchdogStormed is missing");
        assertPortRefused(PortEventKind.NIC_CONGESTION, e -> e.setCnpSent(-1L), reason, "cnpSent is -1");
        assertPortRefused(PortEventKind.QUEUE_SAMPLE, e -> e.setQueue(-2), reason, "queue is -2");
    }

    @Test
    void noRandomDamageMakesTheCodecThrow() {
        Property.check("damaged records are values", 3_000, random -> {
            FlowEvents flow = EventCodec.toAvro(new RandomBatches(random).flowBatch(3));
            damage(flow, random);
            assertThat(EventCodec.toNeutral(flow)).isNotNull();
            PortEvents port = EventCodec.toAvro(new RandomBatches(random).portBatch(3));
            damage(port, random);
            assertThat(EventCodec.toNeutral(port)).isNotNull();
        });
    }

    /** Puts a random number into a random number field of the record or of one of its events. */
    private static void damage(SpecificRecordBase record, SplittableRandom random) {
        for (int tries = 0; tries < 4; tries++) {
            int field = random.nextInt(record.getSchema().getFields().size());
            Object value = record.get(field);
            if (value instanceof List<?> list && !list.isEmpty()) {
                if (list.get(0) instanceof SpecificRecordBase item) {
                    damage(item, random);
                }
            } else if (value instanceof Long) {
                record.put(field, random.nextLong());
            } else if (value instanceof Integer) {
                record.put(field, random.nextInt());
            } else if (value instanceof String) {
                record.put(field, List.of("", "/", "|", "x").get(random.nextInt(4)));
            }
        }
    }

    @Test
    void eventsOfAKindThatIsNewAreSkippedAndCounted() {
        PortEvents record = portRecord(PortEventKind.TRAFFIC);
        record.getEvents().get(0).setKind(PortEventKind.UNKNOWN);
        assertThat(EventCodec.toNeutral(record)).isInstanceOfSatisfying(Decoded.Value.class, value -> {
            assertThat(value.skipped()).isEqualTo(1);
            assertThat(((PortBatch) value.value()).events()).hasSize(1);
        });
    }

    @Test
    void aCounterGroupWithoutRefreshTimeWasRefreshedWhenRead() {
        PortEvents record = portRecord(PortEventKind.LINK_HEALTH);
        record.getEvents().forEach(event -> event.setRefreshedOffsetNanos(null));
        assertThat(EventCodec.toNeutral(record)).isInstanceOfSatisfying(Decoded.Value.class, value -> {
            PortBatch batch = (PortBatch) value.value();
            assertThat(batch.events().getLast())
                    .isEqualTo(new io.stormglass.models.event.PortEvent.LinkHealth(
                            T0 + 5, new io.stormglass.models.event.Refresh(T0 + 5, null), null, null, null, null));
        });
    }

    private static void assertFlowRefused(Consumer<FlowEvents> change, Reason reason, String words) {
        FlowEvents record = flowRecord();
        assertThat(EventCodec.toNeutral(record)).isInstanceOf(Decoded.Value.class);
        change.accept(record);
        assertRefused(EventCodec.toNeutral(record), reason, words);
    }

    private static void assertPortRefused(
            PortEventKind kind, Consumer<io.stormglass.avro.PortEvent> change, Reason reason, String words) {
        PortEvents record = portRecord(kind);
        assertThat(EventCodec.toNeutral(record)).isInstanceOf(Decoded.Value.class);
        change.accept(record.getEvents().get(1));
        assertRefused(EventCodec.toNeutral(record), reason, "event 1: " + words);
    }

    private static void assertRefused(Decoded<?> result, Reason reason, String words) {
        assertThat(result).isInstanceOfSatisfying(Decoded.Malformed.class, bad -> {
            assertThat(bad.reason()).isEqualTo(reason);
            assertThat(bad.detail()).contains(words);
        });
    }

    private static FlowEvents flowRecord() {
        return FlowEvents.newBuilder()
                .setKind(io.stormglass.avro.RecordKind.EVENTS)
                .setFabric("f")
                .setAgentId("a")
                .setSrcIp("10.0.0.1")
                .setDstIp("10.0.0.2")
                .setDstQp(7)
                .setBaseNanos(T0)
                .setEvents(List.of(
                        io.stormglass.avro.FlowEvent.newBuilder().build(),
                        io.stormglass.avro.FlowEvent.newBuilder()
                                .setOffsetNanos(9)
                                .build()))
                .build();
    }

    private static PortEvents portRecord(PortEventKind kind) {
        io.stormglass.avro.PortEvent.Builder event = io.stormglass.avro.PortEvent.newBuilder()
                .setKind(kind)
                .setPriority(3)
                .setQuanta(1L)
                .setPackets(1L)
                .setBytes(1L)
                .setMarked(0L)
                .setWatchdogStormed(true);
        return PortEvents.newBuilder()
                .setKind(io.stormglass.avro.RecordKind.EVENTS)
                .setFabric("f")
                .setAgentId("a")
                .setDevice("d")
                .setPort("p")
                .setBaseNanos(T0)
                .setEvents(List.of(event.build(), event.setOffsetNanos(5).build()))
                .build();
    }
}
