package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;

/** A walk that a probe or a tracer shows. */
final class WalkSighting {
    /** The walker waited for a pool lock. */
    record LockWait(long lock, long from, long to) {}

    final Moment moment;
    final int cpu;
    final long position;
    EvidenceSource source;
    int flushColour;
    int workColour;
    int armed = EventSink.NOT_SHOWN;

    Moment returned = Moment.NEVER;
    long measuredNanos = -1;
    int lockCycles = -1;

    WalkSighting(Moment moment, int cpu, long position, EvidenceSource source, int flushColour, int workColour) {
        this.moment = moment;
        this.cpu = cpu;
        this.position = position;
        this.source = source;
        this.flushColour = flushColour;
        this.workColour = workColour;
    }

    boolean coloursShown() {
        return flushColour != EventSink.NOT_SHOWN && workColour != EventSink.NOT_SHOWN;
    }
}
