package io.stormglass.streams.topology;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.shadow.FlowShadow;
import io.stormglass.models.shadow.FlowView;
import io.stormglass.models.shadow.ShadowSource;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The models of one flow, behind the boundary at which their faults end: whatever model code throws, the models of this flow begin anew and
 * the stage goes on. Inside are calls into {@code models} only, which know neither stores nor Kafka nor the registry: what those
 * throw stops the thread, as it must.
 *
 * <p>What was saved comes back only where its checksum is right: of damaged bytes some would not throw but make a model that never ends a step.
 */
final class GuardedShadow {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final LongFunction<@Nullable FlowShadow> begin;
    private @Nullable FlowShadow shadow;
    private long lineBitsPerSecond;
    private @Nullable String fault;

    /** What is saved of a flow's models. */
    record Saved(ByteBuffer bytes, int check) {
        static Saved of(ByteBuffer bytes) {
            CRC32C check = new CRC32C();
            check.update(bytes.duplicate());
            return new Saved(bytes, (int) check.getValue());
        }
    }

    /**
     * Models of a flow of which nothing was seen.
     *
     * @param begin makes them for a rate of the sender's port; null where none run
     */
    GuardedShadow(LongFunction<@Nullable FlowShadow> begin, long lineBitsPerSecond) {
        this.begin = begin;
        this.lineBitsPerSecond = lineBitsPerSecond;
        shadow = begin.apply(lineBitsPerSecond);
    }

    /** Whether models run. */
    boolean runs() {
        return shadow != null;
    }

    /** Begins anew with another rate of the sender's port; one that the models cannot run with leaves the rate as it was. */
    void beginAnew(long line) {
        try {
            shadow = begin.apply(line);
            lineBitsPerSecond = line;
        } catch (RuntimeException e) {
            fault = "models cannot run at " + line + " bit/s: " + e;
        }
    }

    /** Rate of the sender's port that the models run with. */
    long lineBitsPerSecond() {
        return lineBitsPerSecond;
    }

    /** Goes on from what was saved. */
    void load(Saved saved) {
        if (!Saved.of(saved.bytes()).equals(saved)) {
            failed("what was saved of the models is damaged: " + saved.bytes().remaining() + " bytes, wrong checksum");
            return;
        }
        run(models -> models.load(saved.bytes().duplicate()));
    }

    void event(ShadowSource source, FlowEvent event) {
        run(models -> models.event(source, event));
    }

    /** The classes as of the newest event that stepped the models; null without models, and where they just failed. */
    @Nullable
    QueueVerdicts verdicts() {
        return ask(QueueVerdicts::of);
    }

    /** What the models say as of the newest event that stepped them; null without models, and where they just failed. */
    @Nullable
    FlowView view() {
        return ask(models -> models.view(models.newestNanos()));
    }

    /** Newest event that stepped the models; 0 before it. */
    long newestNanos() {
        FlowShadow asked = shadow;
        return asked == null ? 0 : asked.newestNanos();
    }

    Saved save() {
        ByteBuffer bytes = ask(models -> {
            ByteBuffer room = ByteBuffer.allocate(models.savedBytes());
            models.save(room);
            return room.flip();
        });
        return Saved.of(bytes == null ? NOTHING : bytes);
    }

    /** What went wrong since this was asked last; null where nothing did. */
    @Nullable
    String takeFault() {
        String taken = fault;
        fault = null;
        return taken;
    }

    private void run(Consumer<FlowShadow> step) {
        FlowShadow stepped = shadow;
        if (stepped == null) {
            return;
        }
        try {
            step.accept(stepped);
        } catch (RuntimeException e) {
            failed(e.toString());
        }
    }

    private <T> @Nullable T ask(Function<FlowShadow, T> question) {
        FlowShadow asked = shadow;
        if (asked == null) {
            return null;
        }
        try {
            return question.apply(asked);
        } catch (RuntimeException e) {
            failed(e.toString());
            return null;
        }
    }

    private void failed(String why) {
        fault = why;
        shadow = begin.apply(lineBitsPerSecond);
    }
}
