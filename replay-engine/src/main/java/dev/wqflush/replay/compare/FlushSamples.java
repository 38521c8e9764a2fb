package dev.wqflush.replay.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The flushes of one workqueue on one side of a comparison, in order of entry, run after run. They are drawn anew in
 * blocks of neighbours, for what slows one flush slows the next, and run by run where there are several.
 */
public final class FlushSamples {
    private static final int FEWEST = 64;

    private long[] nanos = new long[FEWEST];
    private long[] cycleNanos = new long[FEWEST];
    private int[] walks = new int[FEWEST];
    private long[] walkNanos = new long[FEWEST];
    private final Map<String, double[][]> poolLocks = new HashMap<>();
    private final List<Integer> runStarts = new ArrayList<>();
    private boolean newRun = true;
    private int size;
    private long measuredWalks;
    private long allWalks;

    /** No flushes; counts will be told of these models. */
    FlushSamples(List<String> models) {
        models.forEach(model -> poolLocks.put(model, new double[2][FEWEST]));
    }

    /** What follows is another run. */
    void beginRun() {
        newRun = true;
    }

    /**
     * Adds a flush.
     *
     * @param cycle time from the flush before, or the beginning of the run, to this one; of the last flush also to the
     *     end of the run
     */
    void add(long length, long cycle) {
        if (newRun) {
            runStarts.add(size);
            newRun = false;
        }
        if (size == nanos.length) {
            grow();
        }
        nanos[size] = length;
        cycleNanos[size] = cycle;
        size++;
    }

    private void grow() {
        int longer = 2 * size;
        nanos = Arrays.copyOf(nanos, longer);
        cycleNanos = Arrays.copyOf(cycleNanos, longer);
        walks = Arrays.copyOf(walks, longer);
        walkNanos = Arrays.copyOf(walkNanos, longer);
        poolLocks.replaceAll(
                (model, bounds) -> new double[][] {Arrays.copyOf(bounds[0], longer), Arrays.copyOf(bounds[1], longer)});
    }

    /** Adds a walk to the flush of an index, measured in nanoseconds or -1. */
    void addWalk(int flush, long measured) {
        walks[flush]++;
        allWalks++;
        if (measured >= 0) {
            walkNanos[flush] += measured;
            measuredWalks++;
        }
    }

    /** Adds lock cycles of such a walk under one model; without an upper bound that is infinite. */
    void addPoolLocks(int flush, String model, double low, double high) {
        double[][] bounds = of(model);
        bounds[0][flush] += low;
        bounds[1][flush] += high;
    }

    /** How many flushes. */
    public int size() {
        return size;
    }

    /** Whether its walks were all measured. */
    boolean isWalkTimeKnown() {
        return allWalks > 0 && measuredWalks == allWalks;
    }

    long nanos(int flush) {
        return nanos[flush];
    }

    /** Coarsest of whole microseconds and nanoseconds that all lengths are told in. */
    boolean isInMicros() {
        return Arrays.stream(nanos, 0, size).allMatch(length -> length % 1_000 == 0);
    }

    long cycleNanos(int flush) {
        return cycleNanos[flush];
    }

    int walks(int flush) {
        return walks[flush];
    }

    long walkNanos(int flush) {
        return walkNanos[flush];
    }

    Extent poolLocks(int flush, String model) {
        double[][] bounds = of(model);
        return new Extent(bounds[0][flush], bounds[1][flush]);
    }

    private double[][] of(String model) {
        double[][] bounds = poolLocks.get(model);
        if (bounds == null) {
            throw new IllegalArgumentException("no counts of model " + model);
        }
        return bounds;
    }

    /** All flushes, once. */
    int[] all() {
        int[] all = new int[size];
        for (int i = 0; i < size; i++) {
            all[i] = i;
        }
        return all;
    }

    /** As many flushes again, drawn with replacement. */
    int[] draw(SplittableRandom random) {
        int[] drawn = new int[size];
        int filled = 0;
        while (filled < size) {
            int run = random.nextInt(runStarts.size());
            int start = runStarts.get(run);
            int length = (run + 1 < runStarts.size() ? runStarts.get(run + 1) : size) - start;
            // With several runs one draw takes as much as a run has; with one, all of the blocks are of it.
            int wanted = Math.min(size - filled, length);
            int block = (int) Math.ceil(Math.sqrt(length));
            for (int taken = 0; taken < wanted; taken += block) {
                int from = random.nextInt(length);
                for (int i = 0; i < block && taken + i < wanted; i++) {
                    drawn[filled++] = start + (from + i) % length;
                }
            }
        }
        return drawn;
    }
}
