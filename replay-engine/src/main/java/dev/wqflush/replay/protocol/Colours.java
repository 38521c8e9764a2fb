package dev.wqflush.replay.protocol;

/** Arithmetic of flush colours ({@code WORK_NR_COLORS}, kernel-model 1). */
public final class Colours {
    /** How many colours there are from 5.15 on. */
    public static final int COUNT = 16;

    /** No colour: {@code prep_pwqs} arms, or stamps, nothing. */
    public static final int NONE = -1;

    private Colours() {}

    /** The colour after {@code colour}. */
    public static int next(int colour) {
        return (colour + 1) % COUNT;
    }
}
