package io.stormglass.emulator.workload;

import java.util.SplittableRandom;

/** Each writer sends a chunk, and the next to the next store when it is acknowledged. */
final class CheckpointDriver implements Drivers.Driver {
    private final Workload.Checkpoint checkpoint;
    private final Traffic traffic;
    private final SplittableRandom random;
    private int begun;
    private int open;

    CheckpointDriver(Workload.Checkpoint checkpoint, Traffic traffic, SplittableRandom random) {
        this.checkpoint = checkpoint;
        this.traffic = traffic;
        this.random = random;
    }

    @Override
    public void start() {
        write(checkpoint.terms().fromPicos());
    }

    private void write(long picos) {
        Bursts bursts = checkpoint.bursts();
        if (picos >= checkpoint.terms().untilPicos() || (bursts.count() > 0 && begun == bursts.count())) {
            return;
        }
        begun++;
        long bytes = Drivers.size(bursts, random);
        for (int i = 0; i < checkpoint.writers().size(); i++) {
            open++;
            chunk(i, bytes, i, picos + Drivers.within(bursts.jitterPicos(), random));
        }
        if (bursts.periodPicos() > 0 && begun != bursts.count()) {
            long next = picos + bursts.periodPicos();
            traffic.at(next, () -> write(next));
        }
    }

    private void chunk(int writer, long leftBytes, int turn, long picos) {
        int store = checkpoint.stores().get(turn % checkpoint.stores().size());
        long bytes = Math.min(leftBytes, checkpoint.chunkBytes());
        Message message = new Message(checkpoint.writers().get(writer), store, bytes, picos);
        traffic.send(message, done -> {
            if (leftBytes > bytes) {
                chunk(writer, leftBytes - bytes, turn + 1, done);
                return;
            }
            open--;
            if (open == 0 && checkpoint.bursts().periodPicos() == 0) {
                write(done);
            }
        });
    }
}
