package dev.wqflush.replay.simulate;

import java.util.Arrays;

/** What happens when: steps in order of time, those of one time in the order in which they were put down. */
final class Agenda {
    /** What kind of step; the subject is told by its number. */
    enum Kind {
        /** A thread begins its round. */
        RUN,
        /** A thread enters the flush. */
        ENTER,
        /** A flusher wants the mutex. */
        REQUEST,
        /** A flusher has the mutex. */
        LOCKED,
        /** A flusher that was woken runs. */
        RESUME,
        /** A worker starts an item. */
        START,
        /** An item's function returns. */
        END,
        /** An item leaves its pwq. */
        RELEASE,
        /** A pwq that is always busy gets its next item. */
        REFILL
    }

    private long[] times = new long[256];
    private long[] orders = new long[256];
    private int[] subjects = new int[256];
    private Kind[] kinds = new Kind[256];
    private int size;
    private long put;

    void add(long time, Kind kind, int subject) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            subjects = Arrays.copyOf(subjects, size * 2);
            kinds = Arrays.copyOf(kinds, size * 2);
        }
        long order = put++;
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) / 2;
            if (times[parent] < time || (times[parent] == time && orders[parent] < order)) {
                break;
            }
            move(parent, at);
            at = parent;
        }
        set(at, time, order, kind, subject);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** When the next step is due; only if there is one. */
    long time() {
        return times[0];
    }

    /** What the next step is. */
    Kind kind() {
        return kinds[0];
    }

    /** Whose the next step is. */
    int subject() {
        return subjects[0];
    }

    /** Takes the next step off. */
    void remove() {
        int last = --size;
        long time = times[last];
        long order = orders[last];
        Kind kind = kinds[last];
        int subject = subjects[last];
        int at = 0;
        for (int child = 1; child < last; child = 2 * at + 1) {
            if (child + 1 < last && isBefore(child + 1, child)) {
                child++;
            }
            if (time < times[child] || (time == times[child] && order < orders[child])) {
                break;
            }
            move(child, at);
            at = child;
        }
        set(at, time, order, kind, subject);
    }

    private boolean isBefore(int one, int other) {
        return times[one] < times[other] || (times[one] == times[other] && orders[one] < orders[other]);
    }

    private void move(int from, int to) {
        set(to, times[from], orders[from], kinds[from], subjects[from]);
    }

    private void set(int at, long time, long order, Kind kind, int subject) {
        times[at] = time;
        orders[at] = order;
        kinds[at] = kind;
        subjects[at] = subject;
    }
}
