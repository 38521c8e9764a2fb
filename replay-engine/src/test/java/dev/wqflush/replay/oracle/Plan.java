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
    static final int RUN = 60;

    private static final int[] FLUSHERS = {1, 2, 3, 6, 12, 24};
    private static final int[] END = {1, 5, 10, 20, 40};
    private static final int[] COLOURS = {0, 0, 7, 14, 15};
    private static final int[] STEPS_IN_WALK = {0, 1, 3, 8};

    static Plan draw(SplittableRandom random, int cpus) {
        return new Plan(
                cpus,
                random.nextInt(8, 60),
                random.nextInt(4, 32),
                pick(random, FLUSHERS),
                pick(random, COLOURS),
                random.nextBoolean(),
                pick(random, STEPS_IN_WALK),
                random.nextInt(30, 100),
                pick(random, END),
                random.nextInt(0, 8),
                random.nextInt(0, 20),
                random.nextInt(5, 60));
    }

    private static int pick(SplittableRandom random, int[] choices) {
        return choices[random.nextInt(choices.length)];
    }
}
