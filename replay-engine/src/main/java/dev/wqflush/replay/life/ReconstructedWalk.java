package dev.wqflush.replay.life;

import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.WalkCounts;
import dev.wqflush.replay.result.WalkSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A walk that took place, by evidence and protocol. */
final class ReconstructedWalk {
    /** The walker waits for the lock of {@code pool} from before its visit until {@code until}. */
    record Pause(int pool, long until) {}

    final FlushCall by;
    final WalkKind kind;
    final int flushColour;
    final int workColour;
    Moment start;
    final @Nullable WalkSighting sighting;
    final boolean armed;
    final WalkSource source;

    /** Generation of the items armed: how many stamping walks went before theirs. */
    final long armedGeneration;

    final List<Pause> pauses = new ArrayList<>(0);

    /** The walk began no earlier, and is over by {@link #endedBy}; what happens between is uncertain to it. */
    long startedFrom;

    /** See {@link #startedFrom}. */
    long endedBy;

    /** Whether anything may be listed that no event shows, and gone what they show. */
    boolean listUnknown;

    /** Whether it took place for certain. */
    boolean isSure = true;

    /** Whether its CPU made the workqueue's walk before. */
    boolean warm;

    /** One entry per model. */
    List<WalkCounts> counts = List.of();

    ReconstructedWalk(
            FlushCall by,
            WalkKind kind,
            int flushColour,
            int workColour,
            Moment start,
            @Nullable WalkSighting sighting,
            boolean armed,
            WalkSource source,
            long armedGeneration) {
        this.by = by;
        this.kind = kind;
        this.flushColour = flushColour;
        this.workColour = workColour;
        this.start = start;
        this.sighting = sighting;
        this.armed = armed;
        this.source = source;
        this.armedGeneration = armedGeneration;
        this.startedFrom = start.ordinal();
        this.endedBy = start.ordinal();
    }

    /** Moves its likely place into its window. */
    void placeWithinWindow() {
        long within = Math.max(startedFrom, Math.min(start.ordinal(), endedBy));
        start = new Moment(within, start.nanos());
    }

    /** Where it ran, as far as is known. */
    int cpu() {
        return sighting != null ? sighting.cpu : by.cpu;
    }

    boolean arms() {
        return flushColour >= 0;
    }
}
