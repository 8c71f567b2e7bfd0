package io.stormglass.schemas.codec;

import io.stormglass.avro.EcnAdviceStatus;
import io.stormglass.avro.EcnBound;
import io.stormglass.avro.EcnBoundKind;
import io.stormglass.avro.EcnBoundSide;
import io.stormglass.avro.EcnCost;
import io.stormglass.avro.EcnDeclineReason;
import io.stormglass.avro.EcnEvidence;
import io.stormglass.avro.EcnInput;
import io.stormglass.avro.EcnInstructions;
import io.stormglass.avro.EcnMeasured;
import io.stormglass.avro.EcnMemory;
import io.stormglass.avro.EcnNumbers;
import io.stormglass.avro.EcnPrediction;
import io.stormglass.avro.EcnPublishedCost;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.EcnThresholds;
import io.stormglass.avro.EcnTrial;
import io.stormglass.avro.EcnTrialState;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.Evidence;
import io.stormglass.models.advice.Instructions;
import io.stormglass.models.advice.Measured;
import io.stormglass.models.advice.Memory;
import io.stormglass.models.advice.ObjectName;
import io.stormglass.models.advice.Prediction;
import io.stormglass.models.advice.Trial;
import io.stormglass.models.ecn.Bound;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import org.jspecify.annotations.Nullable;

/** ECN advice as a record of its topic and back. */
public final class AdviceCodec {
    private AdviceCodec() {}

    /** The record of a run. */
    public static EcnRecommendation toAvro(Advice advice, String runId) {
        EcnRecommendation avro = new EcnRecommendation();
        Decline decline = advice.decline();
        NamedProfile published = advice.published();
        avro.setFabric(advice.name().fabric());
        avro.setRunId(runId);
        avro.setDevice(advice.name().device());
        avro.setObject(advice.name().object());
        avro.setAtNanos(advice.atNanos());
        avro.setStatus(EcnAdviceStatus.valueOf(advice.status().name()));
        avro.setDecline(
                decline == null
                        ? null
                        : EcnDeclineReason.valueOf(decline.reason().name()));
        avro.setDeclineWords(decline == null ? "" : decline.words());
        avro.setQueues(advice.queues());
        avro.setNewProfile(advice.newProfile());
        avro.setCurrent(thresholds(advice.current()));
        avro.setPublished(published == null ? "" : published.text());
        avro.setRecommended(thresholds(advice.target()));
        avro.setStep(thresholds(advice.step()));
        avro.setBounds(advice.bounds().stream().map(AdviceCodec::bound).toList());
        avro.setEvidence(evidence(advice.evidence()));
        avro.setPrediction(prediction(advice.prediction()));
        avro.setConfidence(advice.confidence());
        avro.setReasons(advice.reasons());
        avro.setInstructions(instructions(advice.instructions()));
        avro.setNicAdvice(advice.nicAdvice());
        avro.setMemory(memory(advice.memory()));
        return avro;
    }

    /** The advice of a record. */
    public static Decoded<Advice> toNeutral(EcnRecommendation avro) {
        Checks checks = new Checks();
        ObjectName name = new ObjectName(
                checks.identity("fabric", avro.getFabric()),
                checks.identity("device", avro.getDevice()),
                checks.identity("object", avro.getObject()));
        if (!checks.passed()) {
            return checks.failure();
        }
        try {
            return new Decoded.Value<>(advice(avro, name));
        } catch (IllegalArgumentException e) {
            checks.fail(Reason.VALUE_OUT_OF_RANGE, "advice for " + name.key() + ": " + e.getMessage());
            return checks.failure();
        }
    }

    private static Advice advice(EcnRecommendation avro, ObjectName name) {
        EcnDeclineReason reason = avro.getDecline();
        return new Advice(
                name,
                avro.getAtNanos(),
                Advice.Status.valueOf(avro.getStatus().name()),
                reason == null ? null : new Decline(Decline.Reason.valueOf(reason.name()), avro.getDeclineWords()),
                avro.getQueues(),
                avro.getNewProfile(),
                thresholds(avro.getCurrent()),
                avro.getPublished().isEmpty() ? null : NamedProfile.of(avro.getPublished()),
                thresholds(avro.getRecommended()),
                thresholds(avro.getStep()),
                avro.getBounds().stream().map(AdviceCodec::bound).toList(),
                evidence(avro.getEvidence()),
                prediction(avro.getPrediction()),
                avro.getConfidence(),
                avro.getReasons(),
                instructions(avro.getInstructions()),
                avro.getNicAdvice(),
                memory(avro.getMemory()));
    }

    private static @Nullable EcnThresholds thresholds(@Nullable Thresholds thresholds) {
        return thresholds == null ? null : known(thresholds);
    }

    private static EcnThresholds known(Thresholds thresholds) {
        return new EcnThresholds(thresholds.kminBytes(), thresholds.kmaxBytes(), thresholds.maxProbability());
    }

    private static @Nullable Thresholds thresholds(@Nullable EcnThresholds avro) {
        return avro == null ? null : known(avro);
    }

    private static Thresholds known(EcnThresholds avro) {
        return new Thresholds(avro.getKminBytes(), avro.getKmaxBytes(), avro.getMaxMarkProbability());
    }

    private static EcnBound bound(Bound bound) {
        return new EcnBound(
                bound.name(),
                bound.formula(),
                bound.source(),
                EcnBoundKind.valueOf(bound.kind().name()),
                EcnBoundSide.valueOf(bound.side().name()),
                bound.limit(),
                bound.value());
    }

    private static Bound bound(EcnBound avro) {
        return new Bound(
                avro.getName(),
                avro.getFormula(),
                avro.getSource(),
                Bound.Kind.valueOf(avro.getKind().name()),
                Bound.Side.valueOf(avro.getSide().name()),
                avro.getLimit(),
                avro.getValue());
    }

    private static EcnEvidence evidence(Evidence evidence) {
        Evidence.Numbers numbers = evidence.numbers();
        return new EcnEvidence(
                evidence.queue(),
                evidence.sentences(),
                evidence.inputs().stream()
                        .map(input -> new EcnInput(input.name(), input.grade(), input.source()))
                        .toList(),
                numbers == null ? null : numbers(numbers));
    }

    private static EcnNumbers numbers(Evidence.Numbers numbers) {
        return new EcnNumbers(
                numbers.fromNanos(),
                numbers.toNanos(),
                numbers.loadRatio(),
                numbers.longFlows(),
                numbers.bursts(),
                numbers.fanIn(),
                numbers.burstBytes(),
                numbers.baseRttNanos(),
                numbers.watermarkBytes(),
                numbers.markedRatio(),
                numbers.cnpsPerSecond(),
                numbers.egressPausedRatio(),
                numbers.ingressPausedRatio(),
                numbers.wredDropped());
    }

    private static Evidence evidence(EcnEvidence avro) {
        EcnNumbers numbers = avro.getNumbers();
        return new Evidence(
                avro.getQueue(),
                avro.getSentences(),
                avro.getInputs().stream()
                        .map(input -> new Evidence.Input(input.getName(), input.getGrade(), input.getSource()))
                        .toList(),
                numbers == null ? null : numbers(numbers));
    }

    private static Evidence.Numbers numbers(EcnNumbers avro) {
        return new Evidence.Numbers(
                avro.getFromNanos(),
                avro.getToNanos(),
                avro.getLoadRatio(),
                avro.getLongFlows(),
                avro.getBursts(),
                avro.getFanIn(),
                avro.getBurstBytes(),
                avro.getBaseRttNanos(),
                avro.getWatermarkBytes(),
                avro.getMarkedRatio(),
                avro.getCnpsPerSecond(),
                avro.getEgressPausedRatio(),
                avro.getIngressPausedRatio(),
                avro.getWredDropped());
    }

    private static @Nullable EcnPrediction prediction(@Nullable Prediction prediction) {
        return prediction == null
                ? null
                : new EcnPrediction(
                        prediction.profile().text(),
                        prediction.whatIf(),
                        cost(prediction.current()),
                        cost(prediction.target()),
                        cost(prediction.step()),
                        prediction.published().stream()
                                .map(each -> new EcnPublishedCost(each.profile().text(), each.cost()))
                                .toList(),
                        prediction.change(),
                        prediction.changeDeviation(),
                        prediction.runs(),
                        prediction.packetHops());
    }

    private static @Nullable Prediction prediction(@Nullable EcnPrediction avro) {
        return avro == null
                ? null
                : new Prediction(
                        Profile.of(avro.getProfile()),
                        avro.getWhatIf(),
                        cost(avro.getCurrent()),
                        cost(avro.getTarget()),
                        cost(avro.getStep()),
                        avro.getPublished().stream()
                                .map(each -> new Prediction.Published(NamedProfile.of(each.getName()), each.getCost()))
                                .toList(),
                        avro.getChange(),
                        avro.getChangeDeviation(),
                        avro.getRuns(),
                        avro.getPacketHops());
    }

    private static EcnCost cost(Prediction.Cost cost) {
        return new EcnCost(cost.mean(), cost.low(), cost.high());
    }

    private static Prediction.Cost cost(EcnCost avro) {
        return new Prediction.Cost(avro.getMean(), avro.getLow(), avro.getHigh());
    }

    private static EcnInstructions instructions(Instructions instructions) {
        return new EcnInstructions(
                instructions.commands(),
                instructions.rollback(),
                instructions.document(),
                instructions.rollbackDocument(),
                instructions.notes(),
                instructions.rollout(),
                instructions.refusal());
    }

    private static Instructions instructions(EcnInstructions avro) {
        return new Instructions(
                avro.getCommands(),
                avro.getRollback(),
                avro.getDocument(),
                avro.getRollbackDocument(),
                avro.getNotes(),
                avro.getRollout(),
                avro.getRefusal());
    }

    private static EcnMemory memory(Memory memory) {
        return new EcnMemory(
                thresholds(memory.lastRead()),
                memory.changedNanos() == Long.MIN_VALUE ? null : memory.changedNanos(),
                memory.environment(),
                measured(memory.measured()),
                trial(memory.trial()),
                memory.rejected().stream().map(AdviceCodec::known).toList());
    }

    private static Memory memory(EcnMemory avro) {
        Long changed = avro.getChangedNanos();
        return new Memory(
                thresholds(avro.getLastRead()),
                changed == null ? Long.MIN_VALUE : changed,
                avro.getEnvironment(),
                measured(avro.getMeasured()),
                trial(avro.getTrial()),
                avro.getRejected().stream().map(AdviceCodec::known).toList());
    }

    private static @Nullable EcnTrial trial(@Nullable Trial trial) {
        return trial == null
                ? null
                : new EcnTrial(
                        known(trial.from()),
                        known(trial.to()),
                        measured(trial.before()),
                        trial.predictedChange(),
                        trial.predictedDeviation(),
                        trial.predictedGain(),
                        EcnTrialState.valueOf(trial.state().name()),
                        trial.words());
    }

    private static @Nullable Trial trial(@Nullable EcnTrial avro) {
        return avro == null
                ? null
                : new Trial(
                        known(avro.getFrom()),
                        known(avro.getTo()),
                        measured(avro.getBefore()),
                        avro.getPredictedChange(),
                        avro.getPredictedDeviation(),
                        avro.getPredictedGain(),
                        Trial.State.valueOf(avro.getState().name()),
                        avro.getWords());
    }

    private static @Nullable EcnMeasured measured(@Nullable Measured measured) {
        return measured == null
                ? null
                : new EcnMeasured(
                        measured.queue(),
                        measured.loadRatio(),
                        measured.longFlows(),
                        measured.burstBytes(),
                        measured.waste(),
                        measured.delay(),
                        measured.pause(),
                        measured.cost(),
                        measured.deviation(),
                        measured.oscillation());
    }

    private static @Nullable Measured measured(@Nullable EcnMeasured avro) {
        return avro == null
                ? null
                : new Measured(
                        avro.getQueue(),
                        avro.getLoadRatio(),
                        avro.getLongFlows(),
                        avro.getBurstBytes(),
                        avro.getWaste(),
                        avro.getDelay(),
                        avro.getPause(),
                        avro.getCost(),
                        avro.getDeviation(),
                        avro.getOscillation());
    }
}
