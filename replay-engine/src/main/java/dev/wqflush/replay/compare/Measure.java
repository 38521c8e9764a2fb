package dev.wqflush.replay.compare;

import java.util.Arrays;

/** What is compared: each a number of a set of flushes of one workqueue. */
public enum Measure {
    /** Flushes a second of recorded time. */
    RATE("flushes_per_s", "flushes per second") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            double nanos = 0;
            for (int flush : drawn) {
                nanos += flushes.cycleNanos(flush);
            }
            return Extent.exactly(nanos <= 0 ? Double.NaN : drawn.length * NANOS_PER_SECOND / nanos);
        }
    },
    /** Walks of a flush. */
    WALKS("walks_per_flush", "walks per flush") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            long sum = 0;
            for (int flush : drawn) {
                sum += flushes.walks(flush);
            }
            return Extent.exactly((double) sum / drawn.length);
        }
    },
    /** Pool lock cycles of a walk: what the algorithm makes of it, however many walks a flush takes. */
    POOL_LOCKS("pool_locks_per_walk", "pool lock cycles per walk") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            double low = 0;
            double high = 0;
            long walks = 0;
            for (int flush : drawn) {
                Extent locks = flushes.poolLocks(flush, model);
                low += locks.low();
                high += locks.high();
                walks += flushes.walks(flush);
            }
            return walks == 0 ? Extent.UNKNOWN : new Extent(low / walks, high / walks);
        }
    },
    /** Measured time in the walks of a flush, in nanoseconds. */
    WALK_TIME("walk_ns_per_flush", "time in walks per flush") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            if (!flushes.isWalkTimeKnown()) {
                return Extent.UNKNOWN;
            }
            double sum = 0;
            for (int flush : drawn) {
                sum += flushes.walkNanos(flush);
            }
            return Extent.exactly(sum / drawn.length);
        }
    },
    /** Mean length of a flush, in nanoseconds. */
    MEAN("flush_mean_ns", "flush time, mean") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            double sum = 0;
            for (int flush : drawn) {
                sum += flushes.nanos(flush);
            }
            return Extent.exactly(sum / drawn.length);
        }
    },
    /** Length of a flush that half are below, in nanoseconds. */
    P50("flush_p50_ns", "flush time p50") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            return quantile(flushes, drawn, 0.5);
        }
    },
    /** Length of a flush that nine of ten are below, in nanoseconds. */
    P90("flush_p90_ns", "flush time p90") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            return quantile(flushes, drawn, 0.9);
        }
    },
    /** Length of a flush that 99 of 100 are below, in nanoseconds. */
    P99("flush_p99_ns", "flush time p99") {
        @Override
        Extent of(FlushSamples flushes, int[] drawn, String model) {
            return quantile(flushes, drawn, 0.99);
        }
    };

    private static final double NANOS_PER_SECOND = 1e9;

    private final String id;
    private final String title;

    Measure(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** Its key in outputs for programs. */
    public String id() {
        return id;
    }

    /** Its name in outputs for people. */
    public String title() {
        return title;
    }

    /** Whether less of it makes AFTER better; the others describe the load, or are told by these. */
    public boolean isDeciding() {
        return this == POOL_LOCKS || this == WALK_TIME || this == P50 || this == P99;
    }

    /** Flushes on either side below which chance cannot be told: the slowest one in a hundred takes a hundred. */
    int fewestFlushes() {
        return this == P99 ? 100 : 1;
    }

    /** Whether it is a time in nanoseconds. */
    public boolean isTime() {
        return this == WALK_TIME || this == MEAN || this == P50 || this == P90 || this == P99;
    }

    /**
     * Its value over some flushes.
     *
     * @param drawn indices into the flushes, at least one; some may be there repeatedly
     * @param model whose counts are meant
     */
    abstract Extent of(FlushSamples flushes, int[] drawn, String model);

    private static Extent quantile(FlushSamples flushes, int[] drawn, double share) {
        long[] nanos = new long[drawn.length];
        for (int i = 0; i < drawn.length; i++) {
            nanos[i] = flushes.nanos(drawn[i]);
        }
        Arrays.sort(nanos);
        int rank = (int) Math.ceil(share * nanos.length);
        return Extent.exactly((double) nanos[Math.max(0, rank - 1)]);
    }
}
