package dev.wqflush.replay.topology;

import java.util.Arrays;
import org.eclipse.collections.api.list.primitive.MutableIntList;
import org.eclipse.collections.impl.factory.primitive.IntLists;

/**
 * The pwqs of one workqueue in the order of {@code wq->pwqs}, with their pools and node entries. Pools are numbered
 * within the layout; two pwqs of one number share a pool lock.
 */
public final class PwqLayout {
    /** CPU of the default pwq. */
    public static final int DEFAULT_PWQ = -1;

    private final int[] pool;
    private final int[] nodeEntry;
    private final int[] pwqOfCpu;
    private final int defaultPwq;
    private final boolean[] entryOnline;
    private final int poolRuns;
    private final int pools;

    private PwqLayout(int[] pool, int[] nodeEntry, int[] pwqOfCpu, int defaultPwq, boolean[] entryOnline) {
        this.pool = pool;
        this.nodeEntry = nodeEntry;
        this.pwqOfCpu = pwqOfCpu;
        this.defaultPwq = defaultPwq;
        this.entryOnline = entryOnline;
        int runs = 0;
        for (int i = 0; i < pool.length; i++) {
            if (i == 0 || pool[i] != pool[i - 1]) {
                runs++;
            }
        }
        this.poolRuns = runs;
        this.pools = (int) Arrays.stream(pool).distinct().count();
    }

    /** How many pwqs. */
    public int size() {
        return pool.length;
    }

    /** All pools' numbers are below. */
    public int poolNumbers() {
        return Arrays.stream(pool).max().orElse(-1) + 1;
    }

    /** How many distinct pools. */
    public int pools() {
        return pools;
    }

    /** Runs of consecutive pwqs with the same pool: lock cycles of a coalescing walk (kernel-model 2.2). */
    public int poolRuns() {
        return poolRuns;
    }

    /** Possible nodes and the extra entry for pools that span nodes (kernel-model 4, A1). */
    public int nodeEntries() {
        return entryOnline.length;
    }

    /** Whether a node entry's node has online CPUs; the extra entry always counts. */
    public boolean isOnline(int entry) {
        return entryOnline[entry];
    }

    /** The pool of a pwq. */
    public int pool(int pwq) {
        return pool[pwq];
    }

    /** The node entry of a pwq. */
    public int nodeEntry(int pwq) {
        return nodeEntry[pwq];
    }

    /**
     * The pwq that takes an item queued for a CPU (kernel-model 1.2); a CPU that the layout does not know goes to the
     * default pwq, or to the first.
     */
    public int pwqOf(int cpu) {
        return cpu >= 0 && cpu < pwqOfCpu.length && pwqOfCpu[cpu] >= 0 ? pwqOfCpu[cpu] : defaultPwq;
    }

    /** Collects the pwqs of a layout in list order. */
    static final class Builder {
        private final MutableIntList pools = IntLists.mutable.empty();
        private final MutableIntList entries = IntLists.mutable.empty();
        private final int[] pwqOfCpu;
        private final boolean[] entryOnline;
        private int defaultPwq;

        Builder(int cpus, boolean[] entryOnline) {
            pwqOfCpu = new int[cpus];
            Arrays.fill(pwqOfCpu, -1);
            this.entryOnline = entryOnline;
        }

        /** Adds a pwq; returns its index. */
        int add(int pool, int nodeEntry) {
            pools.add(pool);
            entries.add(nodeEntry);
            return pools.size() - 1;
        }

        /** Says which pwq takes the items of a CPU. */
        void takes(int cpu, int pwq) {
            pwqOfCpu[cpu] = pwq;
        }

        /** Says which pwq takes the rest. */
        void takesRest(int pwq) {
            defaultPwq = pwq;
        }

        PwqLayout build() {
            return new PwqLayout(pools.toArray(), entries.toArray(), pwqOfCpu, defaultPwq, entryOnline);
        }
    }
}
