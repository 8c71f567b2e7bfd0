package io.stormglass.streams.postgres;

import io.stormglass.avro.EcnDeclineReason;
import io.stormglass.avro.EcnNumbers;
import io.stormglass.avro.EcnPrediction;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.EcnThresholds;
import io.stormglass.avro.EcnTrial;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ECN advice as a row. */
final class AdviceRows {
    private static final String SQL = Upsert.sql(
            "recommendation",
            List.of("run_id", "fabric", "device", "object", "at_nanos"),
            List.of("topic_offset"),
            "run_id",
            "fabric",
            "device",
            "object",
            "at_nanos",
            "status",
            "decline",
            "decline_words",
            "queues",
            "new_profile",
            "current_kmin_bytes",
            "current_kmax_bytes",
            "current_max_mark_probability",
            "recommended_kmin_bytes",
            "recommended_kmax_bytes",
            "recommended_max_mark_probability",
            "step_kmin_bytes",
            "step_kmax_bytes",
            "step_max_mark_probability",
            "predicted_cost_current",
            "predicted_cost_recommended",
            "predicted_cost_step",
            "predicted_change",
            "predicted_deviation",
            "measured_load_ratio",
            "measured_marked_ratio",
            "measured_egress_paused_ratio",
            "measured_ingress_paused_ratio",
            "measured_watermark_bytes",
            "trial_state",
            "trial_words",
            "confidence",
            "reasons",
            "commands",
            "rollback",
            "refusal",
            "topic_offset");

    private AdviceRows() {}

    /** Writes advice; false where newer one of the same time is there. */
    static boolean write(Connection connection, EcnRecommendation advice, long offset) throws SQLException {
        EcnDeclineReason decline = advice.getDecline();
        EcnTrial trial = advice.getMemory().getTrial();
        try (Binder row = new Binder(connection, SQL)) {
            row.text(advice.getRunId())
                    .text(advice.getFabric())
                    .text(advice.getDevice())
                    .text(advice.getObject())
                    .whole(advice.getAtNanos())
                    .text(IncidentRows.word(advice.getStatus()))
                    .text(decline == null ? null : IncidentRows.word(decline))
                    .text(advice.getDeclineWords())
                    .texts(advice.getQueues())
                    .truth(advice.getNewProfile());
            thresholds(row, advice.getCurrent());
            thresholds(row, advice.getRecommended());
            thresholds(row, advice.getStep());
            prediction(row, advice.getPrediction());
            numbers(row, advice.getEvidence().getNumbers());
            row.text(trial == null ? null : IncidentRows.word(trial.getState()))
                    .text(trial == null ? "" : trial.getWords())
                    .real(advice.getConfidence())
                    .texts(advice.getReasons())
                    .texts(advice.getInstructions().getCommands())
                    .texts(advice.getInstructions().getRollback())
                    .text(advice.getInstructions().getRefusal())
                    .whole(offset);
            return row.write() > 0;
        }
    }

    private static void thresholds(Binder row, @Nullable EcnThresholds thresholds) throws SQLException {
        row.whole(thresholds == null ? null : thresholds.getKminBytes())
                .whole(thresholds == null ? null : thresholds.getKmaxBytes())
                .real(thresholds == null ? null : thresholds.getMaxMarkProbability());
    }

    private static void prediction(Binder row, @Nullable EcnPrediction prediction) throws SQLException {
        row.real(prediction == null ? null : prediction.getCurrent().getMean())
                .real(prediction == null ? null : prediction.getTarget().getMean())
                .real(prediction == null ? null : prediction.getStep().getMean())
                .real(prediction == null ? null : prediction.getChange())
                .real(prediction == null ? null : prediction.getChangeDeviation());
    }

    private static void numbers(Binder row, @Nullable EcnNumbers numbers) throws SQLException {
        row.real(numbers == null ? null : numbers.getLoadRatio())
                .real(numbers == null ? null : numbers.getMarkedRatio())
                .real(numbers == null ? null : numbers.getEgressPausedRatio())
                .real(numbers == null ? null : numbers.getIngressPausedRatio())
                .whole(numbers == null ? null : numbers.getWatermarkBytes());
    }
}
