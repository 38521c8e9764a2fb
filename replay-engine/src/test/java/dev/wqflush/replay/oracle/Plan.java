package dev.wqflush.replay.oracle;

import java.util.SplittableRandom;

/**
 * How much of everything a schedule has. Drawn from the seed, so that schedules differ in kind: few or many flushers,
 * fast or slow items, still or busy walks.
 *
 * @param cpus items are queued for CPUs 0 to {@code cpus - 1}, and for none
 * @param items items to queue
 * @param flushes calls of flush
 * @param flushers most calls at a time
 * @param colour colour at the start
 * @param fairMutex whether the mutex goes to who waits longest
 * @param stepsInWalk most steps of others between two visits
 * @param produce weight of queueing an item
 * @param end weight of an item's end
 * @param cancel weight of a cancel
 * @param barrier weight of a barrier
 * @param enter weight of entering a flush
 */
record Plan(
        int cpus,
        int items,
        int flushes,
        int flushers,
        int colour,
        boolean fairMutex,
        int stepsInWalk,
        int produce,
        int end,
        int cancel,
        int barrier,
        int enter) {
    /** Weight of a step of somebody who was woken, or who waits for a free mutex. */
    static final int RUN = 6;

    private static final int[] FLUSHERS = {1, 2, 3, 6, 12, 24};
    private static final int[] END = {0, 1, 1, 2, 4};
    private static final int[] COLOURS = {0, 0, 7, 14, 15};

    static Plan draw(SplittableRandom random, int cpus) {
        return new Plan(
                cpus,
                random.nextInt(8, 60),
                random.nextInt(4, 32),
                pick(random, FLUSHERS),
                pick(random, COLOURS),
                random.nextBoolean(),
                random.nextInt(0, 4),
                random.nextInt(4, 10),
                pick(random, END),
                random.nextInt(0, 2),
                random.nextInt(0, 3),
                random.nextInt(1, 8));
    }

    private static int pick(SplittableRandom random, int[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
