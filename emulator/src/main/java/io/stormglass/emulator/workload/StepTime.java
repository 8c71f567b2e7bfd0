package io.stormglass.emulator.workload;

/**
 * A step of a bulk-synchronous workload that is over: no message of the next one begins before the last of this is acknowledged.
 *
 * @param workload number of the workload in its scenario
 * @param round which repetition, from 0
 * @param step which step of the round, from 0
 * @param startPicos when its first message was there
 * @param endPicos when the last acknowledgement had come
 * @param busBytes bytes that every host's link must carry for it at least; their sum over the time of the steps is what NCCL's tests call bus bandwidth
 */
public record StepTime(int workload, int round, int step, long startPicos, long endPicos, long busBytes) {}
