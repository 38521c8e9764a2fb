package dev.wqflush.parsers.tracedat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges streams by time: a heap with the stream of the earliest record on top; of equal times the first stream goes.
 */
final class StreamMerge {
    private final CpuStream[] heap;
    private final int[] ranks;
    private final long[] times;
    private int size;

    /** Goes to the first record of each stream. */
    StreamMerge(List<CpuStream> streams) {
        heap = new CpuStream[streams.size()];
        ranks = new int[streams.size()];
        times = new long[streams.size()];
        for (int rank = 0; rank < streams.size(); rank++) {
            CpuStream stream = streams.get(rank);
            if (stream.next()) {
                rise(size++, stream, rank);
            }
        }
    }

    /** The stream with the earliest record; null if there are no records. */
    @Nullable
    CpuStream first() {
        return size == 0 ? null : heap[0];
    }

    /** Goes past the record of {@link #first}; the stream with the next one, null if there is none. */
    @Nullable
    CpuStream next() {
        CpuStream top = heap[0];
        int rank = ranks[0];
        if (!top.next()) {
            if (--size == 0) {
                return null;
            }
            top = heap[size];
            rank = ranks[size];
        }
        sink(top, rank);
        return heap[0];
    }

    private void rise(int hole, CpuStream stream, int rank) {
        long time = stream.time();
        int at = hole;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (!isBefore(time, rank, parent)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        put(at, stream, rank, time);
    }

    private void sink(CpuStream stream, int rank) {
        long time = stream.time();
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && isBefore(times[child + 1], ranks[child + 1], child)) {
                child++;
            }
            if (isBefore(time, rank, child)) {
                break;
            }
            move(child, at);
            at = child;
        }
        put(at, stream, rank, time);
    }

    private void put(int at, CpuStream stream, int rank, long time) {
        heap[at] = stream;
        ranks[at] = rank;
        times[at] = time;
    }

    private void move(int from, int to) {
        put(to, heap[from], ranks[from], times[from]);
    }

    private boolean isBefore(long time, int rank, int other) {
        return time < times[other] || (time == times[other] && rank < ranks[other]);
    }
}
