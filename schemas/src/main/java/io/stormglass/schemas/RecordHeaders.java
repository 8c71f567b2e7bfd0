package io.stormglass.schemas;

/** Names of the record headers; their values are UTF-8 text, numbers in decimal. */
public final class RecordHeaders {
    /** Dead letter: {@link Reason#text()}. */
    public static final String REASON = "stormglass-reason";
    /** Dead letter: what was wrong, in words, with the value. */
    public static final String DETAIL = "stormglass-detail";
    /** Dead letter: topic that the record was read from. */
    public static final String TOPIC = "stormglass-topic";
    /** Dead letter: partition that the record was read from. */
    public static final String PARTITION = "stormglass-partition";
    /** Dead letter: offset of the record. */
    public static final String OFFSET = "stormglass-offset";
    /** Dead letter: name of the processor that refused the record. */
    public static final String PROCESSOR = "stormglass-processor";

    /** Marks a record that is no data; the only value is {@link #MARK_END}. */
    public static final String MARK = "stormglass-mark";
    /** Value of {@link #MARK}: all results of one input partition have been written. */
    public static final String MARK_END = "end";

    /** Sequence: agent that wrote the record. */
    public static final String AGENT = "stormglass-agent";
    /** Sequence: epoch of the agent. */
    public static final String EPOCH = "stormglass-epoch";
    /** Sequence: number within (agent, epoch, topic, partition). */
    public static final String SEQUENCE = "stormglass-sequence";

    private RecordHeaders() {}

    /** Key of the end mark that a topology writes to each output partition for one input partition. */
    public static String endMarkKey(String inputTopic, int partition) {
        return "end|" + inputTopic + "|" + partition;
    }
}
