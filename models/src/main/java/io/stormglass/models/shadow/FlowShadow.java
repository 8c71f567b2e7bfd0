package io.stormglass.models.shadow;

import io.stormglass.models.bbr.BbrState;
import io.stormglass.models.dcqcn.Branch;
import io.stormglass.models.dcqcn.ReactionPoint;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import java.nio.ByteBuffer;

/**
 * What a flow's sender should do, beside what it does.
 *
 * <p>Driven by the events of one flow in order: the CNPs that the sender handled step the reaction points, or those seen on their
 * way to it, or, while nobody would see them there, those that the receiver sent; never two of these at once. Bytes and RTT
 * come from the observer nearest to the sender. Samples ({@code samplingRate > 1}) step nothing; counters of a queue pair are
 * only counted. RTT and delivered samples count only where they were taken at the sender.
 *
 * <pre>
 * m(t)  = t - time up to t in which the sending port was paused      model and observation run on m
 * span  = sends up to the first that is D later and holds B bytes    ends early where nothing is outstanding
 * q     = bytes of the span / integral of Rc over the span
 * fell  : ln of the span's rate by that of the span before it is below 3 times that of the limit (0 where it rose) by 0.1
 * idle  : the newest RTT sample says that the send before was acknowledged (7/8 RTT), and the gap is longer than
 *         twice what the limit explains
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>D</td><td>50 us: five round trips of 10 us, a sixth of NVIDIA's increase timer, so a span sees one cut or none</td></tr>
 * <tr><td>B</td><td>64 KB: sixteen packets of 4 KB, so one lost event is 6 % and not half; or 10 ms, whatever comes first</td></tr>
 * <tr><td>window</td><td>100 ms of event time: counts are halved at its multiples. Ten slices of a capture; a class follows a change
 * of the sender in about 0.2 s, and what an idle flow showed fades as fast</td></tr>
 * </table>
 *
 * <p>Spans are judged once 8 CNPs have stepped the model: a flow that is met in the middle of its life starts at line rate here. Spans with a
 * limit above 0.9 of the line are not judged. Beside the level of each span its change from the span before is kept (see {@code Agreement}), and
 * of stretches of cuts how deep they were ({@code CutDepth}). Rc between two events is taken as the mean of its ends; data that
 * took longer than 100 us is driven in pieces.
 *
 * <p>Saved form, fixed layout, version byte first: at most {@value #MAX_BYTES} bytes with the reference, {@value #COMPARED_BYTES}
 * per compared preset. States of models are packed (see {@code Packing}): nothing that a run would notice is lost.
 *
 * <p>Worked number: line 100 Gb/s, limit 40 Gb/s, 65 packets of 4,096 bytes in 50 us: 42.6 Gb/s, q = 1.065, one span at the limit.
 *
 * <p>No event allocates. One object serves many flows in turn ({@link #load}). Not thread-safe.
 */
public final class FlowShadow {
    /** First byte of a saved state. */
    public static final byte VERSION = 2;
    /** Most bytes of a saved state without compared presets. */
    public static final int MAX_BYTES = 256;
    /** Bytes that a compared preset adds. */
    public static final int COMPARED_BYTES = 64;
    /** Event time after which evidence has half its weight. */
    public static final long WINDOW_NANOS = 100_000_000L;

    static final int REFERENCE_BYTES = 44;
    private static final int DELIVERED_BYTES = 6;

    private static final int STARTED = 1;
    private static final int PACKETS_SEEN = 1 << 1;
    private static final int SAMPLED_SEEN = 1 << 2;
    private static final int COUNTERS_SEEN = 1 << 3;
    private static final int CNPS_VISIBLE = 1 << 4;
    private static final int CNPS_AT_SENDER = 1 << 5;
    private static final int CNPS_AT_RECEIVER = 1 << 6;
    private static final int RTT_SEEN = 1 << 7;
    private static final int RTT_ELSEWHERE = 1 << 8;
    private static final int ACKED = 1 << 9;
    private static final int UNSHOWN = 1 << 10;
    private static final int CNP_IN_SPAN = 1 << 11;
    private static final int CNP_BEFORE = 1 << 12;
    private static final int CNP_SINCE_SEND = 1 << 13;
    private static final int IDLE_SINCE_ACK = 1 << 14;
    private static final int QUEUE_SHIFT = 16;
    private static final int QUEUE_MASK = 3 << QUEUE_SHIFT;
    private static final int AGE_SHIFT = 18;
    private static final int AGE_MASK = 15 << AGE_SHIFT;
    private static final int ROSE = 1 << 22;
    private static final int CUT_ONLY_BEFORE = 1 << 23;

    private static final int RISES =
            Branch.FAST_RECOVERY.bit() | Branch.ADDITIVE_INCREASE.bit() | Branch.HYPER_INCREASE.bit();

    private static final int HANDLED = 3;
    private static final int AT_SENDER = 2;
    private static final int ON_THE_WAY = 1;
    private static final int NEARNESS_SHIFT = 6;

    private static final long SPAN_NANOS = 50_000;
    private static final long LEAST_SPAN_NANOS = 20_000;
    private static final long LONGEST_SPAN_NANOS = 10_000_000;
    private static final long SPAN_BYTES = 65_536;
    private static final int WARM_CNPS = 8;
    private static final int MOST_CNPS = 16;
    /** One long silence says no more than a few short ones, and must not push the rest out. */
    private static final int MOST_IDLE = 16;

    private static final int FEW_JUDGED = 16;
    private static final double LIMITED = 0.9;
    private static final double HIGH = 1.15;
    private static final double LOW = 0.87;
    /** A rate falls by 6 % where one of 16 packets was missed. */
    private static final double FALL = 0.1;
    /** Twice as deep a cut and some that were missed are still CNPs' work. */
    private static final double EXPLAINED = 3;
    /** Fits half precision. */
    private static final double MOST_SHARE = 60_000;

    private static final int RTT_AGE = 8;
    private static final int BYTE = 255;
    /** RTT comes from one vantage only, so of its observer's rank the lower bits are enough. */
    private static final int EYE_BITS = 3;

    private static final double SLOWEST_WEIGHT = 1.0 / 32;

    private final ShadowModels models;
    private final Limits limits;
    private final DelayTrack delay;
    private final ReactionPoint spare;
    private final Counts counts = new Counts();
    private final Agreement agreement = new Agreement();
    private final CutDepth cutDepth = new CutDepth();
    private final PausedTime paused = new PausedTime();
    private final Packing packing = new Packing();

    private int flags;
    private long newestNanos;
    private long lastSendNanos;
    private long spanNanos;
    private long spanBytes;
    private float beforeBytesPerSecond;
    /** Limit beside the rate of the span before, half precision; 0 where it is not to be compared with. */
    private short beforeShare;

    private int dataRank;
    private int rttEye;
    private int cnpRank;
    private int warm;
    private int judged;

    /** A flow of which nothing was seen. */
    public FlowShadow(ShadowModels models) {
        this.models = models;
        limits = new Limits(models);
        delay = new DelayTrack(models.bbr(), models.lineBitsPerSecond());
        spare = models.reference().parameters().start();
        begin();
    }

    /** Forgets everything: the next event is the first of another flow. */
    public void begin() {
        flags = RTT_AGE << AGE_SHIFT;
        newestNanos = 0;
        lastSendNanos = 0;
        spanNanos = 0;
        spanBytes = 0;
        beforeBytesPerSecond = 0;
        beforeShare = 0;
        agreement.clear();
        cutDepth.clear();
        dataRank = 0;
        rttEye = 0;
        cnpRank = 0;
        warm = 0;
        judged = 0;
        counts.clear();
        paused.clear();
        delay.begin();
        limits.begin(0);
    }

    /**
     * The sending port could not send from a time to another. Comes before the events after {@code fromNanos}; what overlaps an
     * interval before it counts once.
     */
    public void paused(long fromNanos, long toNanos) {
        paused.add(fromNanos, toNanos);
    }

    /** What the switches on the path say, until they say something else. */
    public void queue(QueueSign sign) {
        flags = (flags & ~QUEUE_MASK) | sign.code() << QUEUE_SHIFT;
    }

    /** The CNP counters of this flow are known to work, for instance because they were seen to count elsewhere on that NIC. */
    public void countersLive() {
        flags |= CNPS_VISIBLE;
    }

    /** Takes an event. Events come in order; an event that is behind counts as if it were now. */
    public void event(ShadowSource source, FlowEvent event) {
        if (!source.everyPacket() && !source.counters() && source.scope() != Scope.SOCKET) {
            if (source.scope() == Scope.FLOW) {
                flags |= SAMPLED_SEEN;
            }
            return;
        }
        if (source.samplingRate() > 1) {
            flags |= SAMPLED_SEEN;
            return;
        }
        passTo(event.timeNanos());
        flags |= source.everyPacket() ? PACKETS_SEEN : COUNTERS_SEEN;
        switch (event.kind()) {
            case CE_MARKED -> {
                counts.add(Counts.MARKED, event.packets());
                data(source, event);
            }
            case SENT -> data(source, event);
            case CNP_SEEN, CNP_SENT, CNP_HANDLED, CNP_IGNORED -> notified(source, event);
            case RTT_SAMPLE, DELIVERED -> delivered(source, event);
            case RNR -> flags |= UNSHOWN;
            case PAUSED -> {
                if (paused.isFull()) {
                    begin();
                }
                paused(event.timeNanos(), event.timeNanos() + event.rttNanos());
            }
            case RETRANSMITTED, REORDERED, NAK, TIMEOUT, UNKNOWN -> {}
        }
    }

    private void passTo(long timeNanos) {
        if (timeNanos <= newestNanos) {
            return;
        }
        long windows = newestNanos == 0 ? 0 : timeNanos / WINDOW_NANOS - newestNanos / WINDOW_NANOS;
        counts.fade(windows);
        agreement.fade(windows);
        cutDepth.fade(windows);
        newestNanos = timeNanos;
    }

    private long modelNow(long timeNanos) {
        long now = paused.model(timeNanos);
        if ((flags & STARTED) == 0) {
            flags |= STARTED;
            limits.begin(now);
            lastSendNanos = now;
            spanNanos = now;
        }
        return Math.max(now, limits.nowNanos);
    }

    private void data(ShadowSource source, FlowEvent event) {
        if (!source.everyPacket() || source.rank() < dataRank || event.bytes() <= 0) {
            return;
        }
        boolean first = source.rank() > dataRank;
        dataRank = source.rank();
        long now = modelNow(event.timeNanos());
        if (first || isIdle(now, event.bytes())) {
            if (!first) {
                endSpan();
                counts.add(Counts.IDLE, Math.min(MOST_IDLE, 1 + (now - lastSendNanos) / SPAN_NANOS));
                flags |= IDLE_SINCE_ACK;
            }
            limits.sent(now, event.bytes());
            startSpan(now);
            beforeBytesPerSecond = 0;
            cutDepth.end();
            flags &= ~(CNP_BEFORE | UNSHOWN);
        } else {
            if ((flags & ACKED) != 0) {
                flags |= UNSHOWN;
            }
            noteRise(limits.sent(now, event.bytes()));
            spanBytes = Math.min(Integer.MAX_VALUE, spanBytes + event.bytes());
        }
        lastSendNanos = now;
        flags &= ~(ACKED | CNP_SINCE_SEND);
        long nanos = now - spanNanos;
        boolean enough = spanBytes >= SPAN_BYTES || limits.allowedBytes() >= SPAN_BYTES;
        if (nanos >= LONGEST_SPAN_NANOS || (nanos >= SPAN_NANOS && enough)) {
            endSpan();
            startSpan(now);
        }
    }

    private void noteRise(int fired) {
        if ((fired & RISES) != 0) {
            flags |= ROSE;
        }
    }

    private boolean isIdle(long now, long bytes) {
        if ((flags & ACKED) == 0) {
            return false;
        }
        double explainedNanos = bytes * 8e9 / Math.max(1, limits.reference().rateBitsPerSecond());
        return now - lastSendNanos > 2 * explainedNanos;
    }

    private void startSpan(long now) {
        spanNanos = now;
        spanBytes = 0;
        limits.startSpan();
        if ((flags & CNP_IN_SPAN) != 0) {
            flags |= CNP_BEFORE;
        } else {
            flags &= ~CNP_BEFORE;
        }
        flags &= ~(CNP_IN_SPAN | UNSHOWN | ROSE);
    }

    /** Ends the span at the newest send. */
    private void endSpan() {
        long nanos = lastSendNanos - spanNanos;
        if (nanos < LEAST_SPAN_NANOS || (spanBytes < SPAN_BYTES && nanos < SPAN_NANOS)) {
            return;
        }
        double bytesPerSecond = spanBytes * 1e9 / nanos;
        boolean shown = (flags & UNSHOWN) == 0 && (flags & AGE_MASK) < RTT_AGE << AGE_SHIFT;
        flags += (flags & AGE_MASK) < RTT_AGE << AGE_SHIFT ? 1 << AGE_SHIFT : 0;
        boolean wasCut = (flags & CNP_SINCE_SEND) != 0;
        if (!wasCut) {
            judge(bytesPerSecond, nanos, shown);
        }
        compare(bytesPerSecond, wasCut || warm < WARM_CNPS ? 0 : limits.allowedBytes() * 1e9 / nanos, shown);
    }

    /** Compares a span with the one before. */
    private void compare(double bytesPerSecond, double allowed, boolean shown) {
        boolean cutOnly = shown && allowed > 0 && !has(ROSE);
        double beforeAllowed = beforeBytesPerSecond * Float.float16ToFloat(beforeShare);
        if (beforeBytesPerSecond > 0 && beforeAllowed > 0 && allowed > 0) {
            double observedChange = StrictMath.log(bytesPerSecond / beforeBytesPerSecond);
            double limitChange = StrictMath.log(allowed / beforeAllowed);
            agreement.add(observedChange, limitChange);
            if (cutOnly && has(CUT_ONLY_BEFORE)) {
                cutDepth.add(observedChange, limitChange);
            } else {
                cutDepth.end();
            }
            delayed(observedChange, limitChange, shown);
        } else {
            cutDepth.end();
            if (beforeBytesPerSecond > 0 && !has(CNP_IN_SPAN) && !has(CNP_BEFORE)) {
                delayed(StrictMath.log(bytesPerSecond / beforeBytesPerSecond), 0, shown);
            }
        }
        flags = cutOnly ? flags | CUT_ONLY_BEFORE : flags & ~CUT_ONLY_BEFORE;
        beforeBytesPerSecond = (float) bytesPerSecond;
        beforeShare = Float.floatToFloat16((float) Math.min(MOST_SHARE, allowed / bytesPerSecond));
    }

    /** Under delay: did the rate fall by more than CNPs explain? */
    private void delayed(double observedChange, double limitChange, boolean shown) {
        if (!shown || delay.queueingNanos() * 8 <= delay.state().minRttNanos()) {
            return;
        }
        counts.add(Counts.DELAYED, 1);
        counts.add(Counts.FALLS, observedChange < EXPLAINED * Math.min(0, limitChange) - FALL ? 1 : 0);
    }

    private void judge(double bytesPerSecond, long nanos, boolean shown) {
        double line = models.lineBitsPerSecond() / 8.0;
        double allowed = limits.allowedBytes();
        if (allowed * 1e9 >= LIMITED * line * nanos) {
            counts.add(Counts.FREE, 1);
            return;
        }
        if (warm < WARM_CNPS) {
            return;
        }
        double ratio = spanBytes / Math.max(1, allowed);
        if (ratio > HIGH) {
            counts.add(Counts.ABOVE, 1);
            if (bytesPerSecond >= LIMITED * line) {
                counts.add(Counts.UNMOVED, 1);
            }
        } else if (ratio >= LOW) {
            counts.add(Counts.NEAR, 1);
        } else {
            counts.add(shown ? Counts.BELOW : Counts.BELOW_UNSHOWN, 1);
        }
        judged = Math.min(BYTE, judged + 1);
        limits.judge((double) Math.max(1, spanBytes), Math.max(SLOWEST_WEIGHT, 1.0 / judged));
    }

    private void notified(ShadowSource source, FlowEvent event) {
        if (event.packets() <= 0) {
            return;
        }
        flags |= CNPS_VISIBLE;
        if (event.kind() == FlowEventKind.CNP_SENT) {
            flags |= CNPS_AT_RECEIVER;
            counts.add(Counts.NOTIFIED, event.packets());
        }
        if (event.kind() == FlowEventKind.CNP_IGNORED) {
            flags |= CNPS_AT_SENDER;
            counts.add(Counts.IGNORED, event.packets());
            return;
        }
        int nearness = nearness(source, event);
        flags |= nearness > ON_THE_WAY ? CNPS_AT_SENDER : 0;
        int rank = nearness << NEARNESS_SHIFT | source.rank();
        if (rank < cnpRank || (nearness == ON_THE_WAY && has(CNPS_AT_SENDER))) {
            return;
        }
        // The first CNP of a nearer source was told of by the one before as well.
        boolean told = rank > cnpRank && cnpRank != 0;
        cnpRank = rank;
        if (event.kind() != FlowEventKind.CNP_SENT) {
            counts.add(Counts.RECEIVED, event.packets());
        }
        if (source.everyPacket() && !told) {
            drive(event);
        }
    }

    /** How near to the reaction point a CNP was noticed. */
    private static int nearness(ShadowSource source, FlowEvent event) {
        return switch (event.kind()) {
            case CNP_HANDLED -> HANDLED;
            case CNP_SEEN -> source.vantage() == Vantage.SENDER ? AT_SENDER : ON_THE_WAY;
            case CNP_SENT,
                    CNP_IGNORED,
                    SENT,
                    DELIVERED,
                    CE_MARKED,
                    RTT_SAMPLE,
                    RETRANSMITTED,
                    REORDERED,
                    NAK,
                    RNR,
                    TIMEOUT,
                    PAUSED,
                    UNKNOWN -> ON_THE_WAY;
        };
    }

    private void drive(FlowEvent event) {
        noteRise(limits.cnps(modelNow(event.timeNanos()), Math.min(MOST_CNPS, event.packets())));
        warm = (int) Math.min(BYTE, warm + event.packets());
        flags |= CNP_IN_SPAN | CNP_SINCE_SEND;
    }

    private void delivered(ShadowSource source, FlowEvent event) {
        if (source.vantage() != Vantage.SENDER) {
            flags |= RTT_ELSEWHERE;
            return;
        }
        if (source.counters() || source.eye() < rttEye) {
            return;
        }
        rttEye = source.eye();
        if (source.everyPacket()) {
            flags |= CNPS_VISIBLE | CNPS_AT_SENDER;
        }
        long rtt = event.kind() == FlowEventKind.RTT_SAMPLE ? Math.max(0, event.rttNanos()) : 0;
        long now = modelNow(event.timeNanos());
        delay.sample(now, event.bytes(), rtt, beforeBytesPerSecond, (flags & IDLE_SINCE_ACK) != 0);
        flags &= ~IDLE_SINCE_ACK;
        if (rtt > 0) {
            flags |= RTT_SEEN;
            flags &= ~AGE_MASK;
            if (paused.model(event.timeNanos() - rtt + rtt / 8) >= lastSendNanos) {
                flags |= ACKED;
            }
        }
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Event time of the newest event; 0 before the first. */
    public long newestNanos() {
        return newestNanos;
    }

    /** What was counted, as of an event time at or after the newest event. */
    public FlowEvidence evidence(long nowNanos) {
        return evidence(nowNanos, QueueSign.of((flags & QUEUE_MASK) >> QUEUE_SHIFT));
    }

    private FlowEvidence evidence(long nowNanos, QueueSign queue) {
        int faded = (int) Math.min(8, Math.max(0, nowNanos / WINDOW_NANOS - newestNanos / WINDOW_NANOS));
        return new FlowEvidence(
                has(PACKETS_SEEN),
                has(SAMPLED_SEEN),
                has(COUNTERS_SEEN),
                has(CNPS_VISIBLE),
                has(CNPS_AT_SENDER) && has(CNPS_AT_RECEIVER),
                has(RTT_SEEN),
                queue,
                counts.get(Counts.NEAR) >> faded,
                counts.get(Counts.ABOVE) >> faded,
                counts.get(Counts.UNMOVED) >> faded,
                counts.get(Counts.BELOW) >> faded,
                counts.get(Counts.BELOW_UNSHOWN) >> faded,
                counts.get(Counts.FREE) >> faded,
                counts.get(Counts.IDLE) >> faded,
                counts.get(Counts.RECEIVED) >> faded,
                counts.get(Counts.IGNORED) >> faded,
                counts.get(Counts.NOTIFIED) >> faded,
                counts.get(Counts.MARKED) >> faded,
                counts.get(Counts.DELAYED) >> faded,
                counts.get(Counts.FALLS) >> faded,
                agreement.strength(faded),
                agreement.gain(),
                agreement.match(),
                agreement.rateMoves(faded),
                cutDepth.deep(faded),
                cutDepth.shallow(faded),
                judged == 0 ? 0 : limits.residual(0));
    }

    /** The flow's class as of an event time at or after the newest event. */
    public FlowVerdict verdict(long nowNanos) {
        return FlowClassifier.classify(evidence(nowNanos));
    }

    /** The same, should the switches say this of the queues on the path. */
    public FlowVerdict verdict(long nowNanos, QueueSign queue) {
        return FlowClassifier.classify(evidence(nowNanos, queue));
    }

    /** Models beside observation as of an event time at or after the newest event; changes nothing. */
    public FlowView view(long nowNanos) {
        boolean limited = has(STARTED) && has(PACKETS_SEEN);
        boolean delayed = has(RTT_SEEN);
        ReactionPoint point = limited ? limits.ahead(spare, paused.model(nowNanos)) : spare;
        BbrState bbr = delay.state();
        double observed = nowNanos - newestNanos > WINDOW_NANOS ? 0 : beforeBytesPerSecond;
        long bdp = delay.bdpBytes();
        int best = best();
        return new FlowView(
                limited ? point.rateBitsPerSecond() : -1,
                limited ? point.targetBitsPerSecond() : -1,
                limited ? point.alpha() : -1,
                limited ? point.timeStage() : -1,
                limited ? point.byteStage() : -1,
                limited ? point.phase() : null,
                delayed ? bbr.minRttNanos() : -1,
                delayed ? bbr.bandwidthBytesPerSecond() * 8 : -1,
                delayed ? bdp : -1,
                delayed ? bbr.phase() : null,
                delayed ? delay.queueingNanos() : -1,
                delayed && bdp > 0 ? observed * delay.rttNanos * 1e-9 / bdp : -1,
                observed * 8,
                judged == 0 ? -1 : limits.residual(0),
                best < 0 ? "" : name(best),
                best < 0 ? -1 : limits.residual(best),
                notRun());
    }

    private String name(int preset) {
        return preset == 0
                ? models.reference().name()
                : models.compared().get(preset - 1).name();
    }

    private int best() {
        if (judged < FEW_JUDGED) {
            return -1;
        }
        int best = 0;
        for (int i = 1; i < limits.count(); i++) {
            if (limits.residual(i) < limits.residual(best)) {
                best = i;
            }
        }
        return best;
    }

    private String notRun() {
        String dcqcn = "";
        if (!has(PACKETS_SEEN)) {
            dcqcn = has(SAMPLED_SEEN) ? "dcqcn: samples only" : "dcqcn: not seen packet by packet";
        }
        String bbr = "";
        if (!has(RTT_SEEN)) {
            bbr = has(RTT_ELSEWHERE) ? "bbr: RTT not of the sender's side" : "bbr: no RTT samples";
        }
        return dcqcn.isEmpty() || bbr.isEmpty() ? dcqcn + bbr : dcqcn + "; " + bbr;
    }

    /** Length of the saved form. */
    public int savedBytes() {
        int compared = 0;
        for (ShadowModels.Preset preset : models.compared()) {
            compared += Packing.bytes(Packing.of(preset.parameters())) + Float.BYTES * 2;
        }
        return FIXED_BYTES + Packing.bytes(Packing.of(models.reference().parameters())) + compared;
    }

    /** Everything but the packed reaction points: head, paused time, times, span, small counts, evidence, BBR, residual. */
    static final int FIXED_BYTES = 1
            + 3
            + Long.BYTES
            + (6 + 5 + 5)
            + (5 + 5 + 4)
            + 2 * Integer.BYTES
            + Short.BYTES
            + 4
            + Counts.SIZE
            + Agreement.BYTES
            + CutDepth.BYTES
            + DELIVERED_BYTES
            + Packing.bytes(Packing.BBR)
            + Packing.bytes(Packing.FEED)
            + Integer.BYTES
            + 2 * Float.BYTES;

    /**
     * Writes {@link #savedBytes()} bytes at the buffer's position, big endian.
     *
     * @throws java.nio.BufferOverflowException if there is not enough room
     */
    public void save(ByteBuffer out) {
        out.put(VERSION).put((byte) (flags >> 16)).putShort((short) flags).putLong(newestNanos);
        packing.from(newestNanos, delay.deliveredBytes);
        paused.save(packing, out);
        // The models' clock is behind event time by all that was paused.
        packing.from(paused.model(newestNanos), delay.deliveredBytes);
        packing.putTime(out, limits.nowNanos);
        packing.putTime(out, lastSendNanos);
        out.putInt((int) (lastSendNanos - spanNanos));
        out.putInt((int) spanBytes).putFloat(beforeBytesPerSecond).putShort(beforeShare);
        out.put((byte) (dataRank << EYE_BITS | rttEye)).put((byte) cnpRank);
        out.put((byte) warm).put((byte) judged);
        counts.save(out);
        agreement.save(out);
        cutDepth.save(out);
        Packing.put48(out, delay.deliveredBytes);
        packing.from(limits.nowNanos, delay.deliveredBytes);
        delay.save(packing, out);
        for (int i = 0; i < limits.count(); i++) {
            limits.save(i, packing, out);
        }
    }

    /**
     * Takes a saved state of the same models in place of this one's. Continuing from it equals never having stopped.
     *
     * @throws IllegalArgumentException if the version is unknown
     * @throws java.nio.BufferUnderflowException if the state is cut short
     */
    public void load(ByteBuffer in) {
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "saved flow shadow has version " + version + ", version " + VERSION + " is expected");
        }
        flags = (in.get() & BYTE) << 16 | (in.getShort() & 0xffff);
        newestNanos = in.getLong();
        packing.from(newestNanos, 0);
        paused.load(packing, in);
        packing.from(paused.model(newestNanos), 0);
        limits.nowNanos = packing.getTime(in);
        lastSendNanos = packing.getTime(in);
        spanNanos = lastSendNanos - in.getInt();
        spanBytes = in.getInt();
        beforeBytesPerSecond = in.getFloat();
        beforeShare = in.getShort();
        int ranks = in.get() & BYTE;
        dataRank = ranks >> EYE_BITS;
        rttEye = ranks & (1 << EYE_BITS) - 1;
        cnpRank = in.get() & BYTE;
        warm = in.get() & BYTE;
        judged = in.get() & BYTE;
        counts.load(in);
        agreement.load(in);
        cutDepth.load(in);
        long delivered = Packing.get48(in);
        packing.from(limits.nowNanos, delivered);
        delay.load(packing, delivered, in);
        for (int i = 0; i < limits.count(); i++) {
            limits.load(i, packing, in);
        }
    }
}
