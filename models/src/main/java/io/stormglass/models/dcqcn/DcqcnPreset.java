package io.stormglass.models.dcqcn;

import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** Named sets of parameters, by the names that users write; where the numbers come from, the parameter records say. */
public enum DcqcnPreset {
    /** ConnectX firmware as shipped. */
    NVIDIA_FIRMWARE("nvidia-firmware", line -> NvidiaParameters.firmware(line / 1_000_000)),
    /** HPCC's simulator, {@code run.py} with {@code dcqcn}. */
    NS3_HPCC("ns3-hpcc", HpccParameters::runDcqcn),
    /** HPCC's simulator, {@code run.py} with {@code dcqcn_paper}. */
    NS3_HPCC_PAPER("ns3-hpcc-paper", HpccParameters::runDcqcnPaper),
    /** HPCC's simulator, defaults of its attributes. */
    NS3_HPCC_ATTRIBUTES("ns3-hpcc-attributes", HpccParameters::attributes),
    /** Microsoft's simulator as shipped. */
    MSR_NS3("msr-ns3", MsrParameters::shipped),
    /** Microsoft's simulator, defaults of its attributes. */
    MSR_NS3_ATTRIBUTES("msr-ns3-attributes", MsrParameters::attributes),
    /** The paper's deployment. */
    PAPER("paper", PaperParameters::deployment);

    private final String text;

    // A method reference holds nothing that could change.
    @SuppressWarnings("ImmutableEnumChecker")
    private final LongFunction<DcqcnParameters> parameters;

    DcqcnPreset(String text, LongFunction<DcqcnParameters> parameters) {
        this.text = text;
        this.parameters = parameters;
    }

    /** Name as written. */
    public String text() {
        return text;
    }

    /**
     * The parameters at a line rate.
     *
     * @param lineBitsPerSecond rate of the sender's port, at least 1 Mb/s
     */
    public DcqcnParameters at(long lineBitsPerSecond) {
        return parameters.apply(lineBitsPerSecond);
    }

    /**
     * The preset of a name.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static DcqcnPreset of(String name) {
        for (DcqcnPreset preset : values()) {
            if (preset.text.equals(name)) {
                return preset;
            }
        }
        throw new IllegalArgumentException("no DCQCN preset is called '" + name + "'; there are "
                + Arrays.stream(values()).map(DcqcnPreset::text).collect(Collectors.joining(", ")));
    }
}
