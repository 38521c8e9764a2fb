package dev.wqflush.parsers.perfdata;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Brings records into the order of their times. A file holds the buffers of all CPUs one after the other, in rounds:
 *
 * <pre>
 * round N-1        | round N          | round N+1
 * cpu0.. cpu1..    | cpu0.. cpu1..    | ...
 *           ^ the latest time of N-1: at the end of N nothing earlier can come
 * </pre>
 *
 * so at the end of round N all records up to the latest time of round N-1 are delivered: the whole of round N-1 and the
 * beginning of N. Records of equal time keep their order in the file. Two rounds are in memory, each bounded: a round
 * that is larger is cut, and what then comes too late is delivered all the same and counted.
 */
final class RoundSorter {
    /** Receives the records in order. */
    @FunctionalInterface
    interface Delivery {
        /** A record as it was given to {@link RoundSorter#add}; the bytes are valid only during the call. */
        void deliver(long time, int kind, int tid, int cpu, long position, byte[] b, int from, int to);
    }

    private final Delivery delivery;
    private final int mostBytes;
    private Round previous = new Round();
    private Round current = new Round();
    private long latestOfPrevious;
    private long delivered;
    private long late;

    /**
     * A sorter that keeps at most {@code 2 * mostBytes} of records and their index, which is a third of it for small
     * records.
     */
    RoundSorter(int mostBytes, Delivery delivery) {
        this.mostBytes = mostBytes;
        this.delivery = delivery;
    }

    /** Takes a record with {@code b[from, to)} as its content; times are unsigned in the file, but below 2^63. */
    void add(long time, int kind, int tid, int cpu, long position, byte[] b, int from, int to) {
        if (current.bytes + Round.HEADER + (to - from) > mostBytes && current.size > 0) {
            endRound();
        }
        current.add(time, kind, tid, cpu, position, b, from, to);
    }

    /** All buffers were read once. */
    void endRound() {
        current.sort();
        deliverUpTo(latestOfPrevious);
        latestOfPrevious = Math.max(latestOfPrevious, current.latest);
        Round empty = previous;
        previous = current;
        current = empty;
        current.clear();
    }

    /** Nothing more comes. */
    void finish() {
        current.sort();
        deliverUpTo(Long.MAX_VALUE);
    }

    /** Records that came after one with a later time had been delivered. */
    long late() {
        return late;
    }

    private void deliverUpTo(long limit) {
        while (true) {
            long earlier = previous.nextTime();
            long later = current.nextTime();
            Round next = earlier <= later ? previous : current;
            if (next.next == next.size || next.nextTime() > limit) {
                return;
            }
            long time = next.nextTime();
            if (time < delivered) {
                late++;
            } else {
                delivered = time;
            }
            next.deliver(delivery);
        }
    }

    /** Records of one round: contents in one array, times and places in two others, which are sorted. */
    private static final class Round {
        private static final VarHandle INTS =
                MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

        /** Kind, tid, CPU, length, position. */
        private static final int HEADER = 24;

        private byte[] contents = new byte[1 << 16];
        private int bytes;
        private long[] times = new long[1 << 10];
        private int[] places = new int[1 << 10];
        private long[] mergedTimes = new long[0];
        private int[] mergedPlaces = new int[0];
        private int[] runs = new int[64];
        private int runCount;
        private int size;
        private int next;
        private long latest;

        void clear() {
            bytes = 0;
            runCount = 0;
            size = 0;
            next = 0;
        }

        void add(long time, int kind, int tid, int cpu, long position, byte[] b, int from, int to) {
            int at = bytes;
            int length = to - from;
            bytes = at + HEADER + length;
            if (bytes > contents.length) {
                contents = Arrays.copyOf(contents, Math.max(bytes, contents.length * 2));
            }
            INTS.set(contents, at, kind);
            INTS.set(contents, at + 4, tid);
            INTS.set(contents, at + 8, cpu);
            INTS.set(contents, at + 12, length);
            LONGS.set(contents, at + 16, position);
            System.arraycopy(b, from, contents, at + HEADER, length);
            index(time, at);
        }

        private void index(long time, int place) {
            if (size == times.length) {
                times = Arrays.copyOf(times, size * 2);
                places = Arrays.copyOf(places, size * 2);
            }
            if (size == 0 || time < times[size - 1]) {
                beginRun();
            }
            times[size] = time;
            places[size] = place;
            size++;
            latest = Math.max(latest, time);
        }

        private void beginRun() {
            if (runCount + 1 == runs.length) {
                runs = Arrays.copyOf(runs, runs.length * 2);
            }
            runs[runCount++] = size;
        }

        /** Merges neighbouring runs until one is left; there are as many as CPUs. */
        void sort() {
            if (runCount > 1 && mergedTimes.length < size) {
                mergedTimes = new long[times.length];
                mergedPlaces = new int[places.length];
            }
            while (runCount > 1) {
                runs[runCount] = size;
                int merged = 0;
                for (int run = 0; run < runCount; run += 2) {
                    int from = runs[run];
                    int middle = runs[Math.min(run + 1, runCount)];
                    int to = runs[Math.min(run + 2, runCount)];
                    merge(from, middle, to);
                    runs[merged++] = from;
                }
                runCount = merged;
                long[] sortedTimes = mergedTimes;
                int[] sortedPlaces = mergedPlaces;
                mergedTimes = times;
                mergedPlaces = places;
                times = sortedTimes;
                places = sortedPlaces;
            }
        }

        private void merge(int from, int middle, int to) {
            int left = from;
            int right = middle;
            for (int i = from; i < to; i++) {
                boolean fromLeft = right == to || (left < middle && times[left] <= times[right]);
                int source = fromLeft ? left++ : right++;
                mergedTimes[i] = times[source];
                mergedPlaces[i] = places[source];
            }
        }

        long nextTime() {
            return next < size ? times[next] : Long.MAX_VALUE;
        }

        void deliver(Delivery delivery) {
            int at = places[next];
            long time = times[next];
            next++;
            int from = at + HEADER;
            delivery.deliver(
                    time,
                    (int) INTS.get(contents, at),
                    (int) INTS.get(contents, at + 4),
                    (int) INTS.get(contents, at + 8),
                    (long) LONGS.get(contents, at + 16),
                    contents,
                    from,
                    from + (int) INTS.get(contents, at + 12));
        }
    }
}
