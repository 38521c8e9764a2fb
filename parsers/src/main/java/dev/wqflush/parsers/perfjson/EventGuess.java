package dev.wqflush.parsers.perfjson;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.payload.NamedFields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells an event by the names of its fields. Where several events have the same fields, their order decides: a worker
 * ends what it started, an item is activated before it starts, {@code sched_waking} of a task comes before its
 * {@code sched_wakeup}.
 */
final class EventGuess {
    private static final int MOST_VALUES = 1 << 16;

    private final NameTable names;

    /** What each worker executes, by its thread. */
    private final Map<Integer, Long> running = new HashMap<>();

    /** Items that were activated and did not start yet. */
    private final Set<Long> active = new HashSet<>();

    /** Threads that are being woken. */
    private final Set<Long> waking = new HashSet<>();

    /** The item that the event before queued, and by whom; 0 if it queued none. */
    private long lastQueued;

    private int lastQueuer;

    EventGuess(NameTable names) {
        this.names = names;
    }

    /** Id of the name of the event with these fields in this thread. */
    int of(NamedFields fields, int tid) {
        String name = name(fields, tid);
        lastQueued = name.equals("workqueue_queue_work") ? fields.number("work") : 0;
        lastQueuer = tid;
        return names.intern(name);
    }

    private String name(NamedFields fields, int tid) {
        if (fields.has("work")) {
            return fields.has("req_cpu") ? "workqueue_queue_work" : ofItem(fields, tid);
        }
        if (fields.has("lock_addr")) {
            return fields.has("flags")
                    ? "contention_begin"
                    : fields.has("ret") ? "contention_end" : "contended_release";
        }
        if (fields.has("prev_state") && fields.has("next_pid")) {
            waking.remove(fields.number("next_pid"));
            return "sched_switch";
        }
        if (fields.has("dest_cpu")) {
            return "sched_migrate_task";
        }
        if (fields.has("target_cpu")) {
            return remember(waking, fields.number("pid")) ? "sched_waking" : "sched_wakeup";
        }
        if (fields.has("__probe_ip")) {
            return fields.has("flush_color") ? "walk" : "probe";
        }
        return fields.has("__probe_func") ? "return_probe" : "sample";
    }

    /** Whether a value is new; what damaged input piles up is forgotten. */
    private static boolean remember(Set<Long> values, long value) {
        if (values.size() == MOST_VALUES) {
            values.clear();
        }
        return values.add(value);
    }

    private String ofItem(NamedFields fields, int tid) {
        long work = fields.number("work");
        boolean justQueued = work == lastQueued && tid == lastQueuer;
        Long executed = running.get(tid);
        if (executed != null && executed == work && !justQueued) {
            running.remove(tid);
            return "workqueue_execute_end";
        }
        boolean wasActive = active.remove(work);
        if (!fields.has("function") || (!wasActive && justQueued)) {
            remember(active, work);
            return "workqueue_activate_work";
        }
        if (running.size() == MOST_VALUES) {
            running.clear();
        }
        running.put(tid, work);
        return "workqueue_execute_start";
    }
}
