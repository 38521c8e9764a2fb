package dev.wqflush.replay.protocol;

import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.KernelRelease;
import org.jspecify.annotations.Nullable;

/** Arithmetic of flush colours ({@code WORK_NR_COLORS}, kernel-model 1). */
public final class Colours {
    /** How many colours there are from 5.15 on. */
    public static final int COUNT = 16;

    /** No colour: {@code prep_pwqs} arms, or stamps, nothing. */
    public static final int NONE = -1;

    private Colours() {}

    /** How many a kernel has: one less before 5.15, where barriers took "no colour"; null is a later one. */
    public static int in(@Nullable KernelRelease kernel) {
        return kernel == null || KernelChange.COLOURED_BARRIERS.isIn(kernel) ? COUNT : COUNT - 1;
    }

    /** The colour after {@code colour} from 5.15 on. */
    public static int next(int colour) {
        return (colour + 1) % COUNT;
    }
}
