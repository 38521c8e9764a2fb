package dev.wqflush.replay.explain;

import org.jspecify.annotations.Nullable;

/**
 * What one walk does with one pwq under the active list, in each of the three possible histories that bound the counts:
 * null where it does not visit it there.
 *
 * @param pwq in words, such as {@code CPU 3}
 * @param place its pool and its list, as they most likely are, in words
 * @param low with uncertain moments at their low ends
 * @param value with each moment where it most likely is
 * @param high with uncertain moments at their high ends
 * @param why the items that put it there, and when they left
 */
public record ListVisit(
        String pwq,
        String place,
        @Nullable Visit low,
        @Nullable Visit value,
        @Nullable Visit high,
        Sentence why) {
    /**
     * A visit.
     *
     * @param order its place within the walk, from 0
     * @param pool its pool, by a number that only tells pools apart
     * @param list the list it stands on
     * @param armed whether an item of the flush colour was in flight
     * @param kept whether the pwq stays on its list
     */
    public record Visit(int order, int pool, int list, boolean armed, boolean kept) {}

    /** Whether the pwq is visited, armed and kept alike in all three histories. */
    public boolean isCertain() {
        return low != null
                && value != null
                && high != null
                && low.armed() == value.armed()
                && value.armed() == high.armed()
                && low.kept() == value.kept()
                && value.kept() == high.kept();
    }
}
