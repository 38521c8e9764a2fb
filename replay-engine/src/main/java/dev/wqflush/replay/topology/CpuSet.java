package dev.wqflush.replay.topology;

import java.util.BitSet;

/** An immutable set of CPU numbers. */
public final class CpuSet {
    /** More CPUs than any kernel is built for; a list that names more is refused. */
    public static final int MAX_CPUS = 65_536;

    private final BitSet cpus;

    private CpuSet(BitSet cpus) {
        this.cpus = cpus;
    }

    /** CPUs 0 to {@code count - 1}. */
    public static CpuSet firstCpus(int count) {
        BitSet set = new BitSet(count);
        set.set(0, count);
        return new CpuSet(set);
    }

    /** One CPU. */
    public static CpuSet of(int cpu) {
        BitSet set = new BitSet(cpu + 1);
        set.set(cpu);
        return new CpuSet(set);
    }

    /** A copy of {@code cpus}. */
    public static CpuSet of(BitSet cpus) {
        return new CpuSet((BitSet) cpus.clone());
    }

    /**
     * Reads the kernel's list form, such as {@code 0-3,8}; empty text is the empty set.
     *
     * @throws IllegalArgumentException if the text is no such list or names a CPU of {@link #MAX_CPUS} or more
     */
    public static CpuSet parse(String list) {
        BitSet set = new BitSet();
        String text = list.strip();
        if (text.isEmpty()) {
            return new CpuSet(set);
        }
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-');
            int from = Integer.parseInt(
                    dash < 0 ? part.strip() : part.substring(0, dash).strip());
            int to = dash < 0 ? from : Integer.parseInt(part.substring(dash + 1).strip());
            if (from < 0 || to < from || to >= MAX_CPUS) {
                throw new IllegalArgumentException("not a CPU list: " + list);
            }
            set.set(from, to + 1);
        }
        return new CpuSet(set);
    }

    /** The CPUs of both. */
    public CpuSet plus(CpuSet other) {
        BitSet both = (BitSet) cpus.clone();
        both.or(other.cpus);
        return new CpuSet(both);
    }

    /** How many CPUs. */
    public int count() {
        return cpus.cardinality();
    }

    /** Whether {@code cpu} is in the set. */
    public boolean contains(int cpu) {
        return cpu >= 0 && cpus.get(cpu);
    }

    /** The highest CPU number, -1 if empty. */
    public int highest() {
        return cpus.length() - 1;
    }

    /** The CPUs in rising order. */
    public int[] toArray() {
        return cpus.stream().toArray();
    }

    /** The kernel's list form. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int from = cpus.nextSetBit(0); from >= 0; ) {
            int to = cpus.nextClearBit(from) - 1;
            if (!text.isEmpty()) {
                text.append(',');
            }
            text.append(from);
            if (to > from) {
                text.append('-').append(to);
            }
            from = cpus.nextSetBit(to + 1);
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet set && set.cpus.equals(cpus);
    }

    @Override
    public int hashCode() {
        return cpus.hashCode();
    }
}
