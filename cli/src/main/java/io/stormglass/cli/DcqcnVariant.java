package io.stormglass.cli;

import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.dcqcn.MsrParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.PaperParameters;

/** The variants of the reaction point, and how a vector file names their parameters. */
enum DcqcnVariant {
    PAPER {
        @Override
        DcqcnParameters read(ParameterFile file) {
            return new PaperParameters(
                    file.whole("line_rate_bps"),
                    file.whole("min_rate_bps"),
                    file.real("g"),
                    file.has("initial_alpha") ? file.real("initial_alpha") : 1,
                    file.whole("alpha_interval_us"),
                    file.whole("rp_timer_us"),
                    file.has("byte_counter") ? file.whole("byte_counter") : 0,
                    file.small("fast_recovery_times"),
                    file.whole("rate_ai_bps"),
                    file.whole("rate_hai_bps"));
        }
    },
    HPCC {
        @Override
        DcqcnParameters read(ParameterFile file) {
            return new HpccParameters(
                    file.whole("line_rate_bps"),
                    file.whole("min_rate_bps"),
                    file.real("g"),
                    file.real("rate_on_first_cnp_fraction"),
                    clampHpcc(file),
                    file.whole("alpha_interval_us"),
                    file.whole("rate_decrease_interval_us"),
                    file.whole("rp_timer_us"),
                    file.small("fast_recovery_times"),
                    file.whole("rate_ai_bps"),
                    file.whole("rate_hai_bps"));
        }
    },
    MSR {
        @Override
        DcqcnParameters read(ParameterFile file) {
            return new MsrParameters(
                    file.whole("line_rate_bps"),
                    file.whole("min_rate_bps"),
                    file.real("g"),
                    file.real("initial_alpha"),
                    clamp(file, "clamp_target_rate", "clamp_target_rate_after_time_inc"),
                    file.whole("alpha_interval_us"),
                    file.whole("rp_timer_us"),
                    file.whole("byte_counter"),
                    file.small("fast_recovery_times"),
                    file.whole("rate_ai_bps"),
                    file.whole("rate_hai_bps"));
        }
    },
    NVIDIA {
        @Override
        DcqcnParameters read(ParameterFile file) {
            return new NvidiaParameters(
                    file.whole("max_rate_mbps"),
                    file.whole("rpg_min_rate_mbps"),
                    file.small("dce_tcp_g"),
                    file.whole("dce_tcp_rtt_us"),
                    file.small("initial_alpha_value"),
                    file.whole("rate_to_set_on_first_cnp_mbps"),
                    file.small("rpg_min_dec_fac"),
                    file.small("rpg_gd"),
                    file.whole("rate_reduce_monitor_period_us"),
                    clamp(file, "clamp_tgt_rate", "clamp_tgt_rate_after_time_inc"),
                    file.whole("rpg_time_reset_us"),
                    file.whole("rpg_byte_reset"),
                    file.small("rpg_threshold"),
                    file.whole("rpg_ai_rate_mbps"),
                    file.whole("rpg_hai_rate_mbps"));
        }
    };

    /** Parameters of this variant; whatever else the file holds is another variant's. */
    abstract DcqcnParameters read(ParameterFile file);

    /** The HPCC simulator's only switch: without it the target is clamped after an increase. */
    static ClampTarget clampHpcc(ParameterFile file) {
        return file.flag("clamp_target_rate") ? ClampTarget.ALWAYS : ClampTarget.AFTER_ANY_INCREASE;
    }

    private static ClampTarget clamp(ParameterFile file, String always, String afterTime) {
        boolean everyCut = file.flag(always);
        boolean afterAny = file.flag(afterTime);
        if (everyCut) {
            return ClampTarget.ALWAYS;
        }
        return afterAny ? ClampTarget.AFTER_ANY_INCREASE : ClampTarget.AFTER_BYTE_INCREASE;
    }
}
