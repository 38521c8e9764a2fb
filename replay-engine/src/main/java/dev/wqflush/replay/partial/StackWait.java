package dev.wqflush.replay.partial;

import dev.wqflush.parsers.evidence.TaskStack;
import java.util.List;
import java.util.Set;

/**
 * What a blocked task waits for, as its stack tells.
 *
 * @param function that decided it; empty if none did
 * @param caller the first function outside of those that only wait; empty if there is none
 */
record StackWait(Kind kind, String function, String caller) {
    /** What is waited for, in words that follow "waits for". */
    enum Kind {
        FLUSH_WORKQUEUE("a flush of a workqueue"),
        FLUSH_WORK("one work item (flush_work)"),
        DEVICE("a device"),
        LOCK("a lock"),
        NETWORK("the network"),
        MEMORY("memory"),
        KERNFS("users of a sysfs file to leave"),
        DEVTMPFS("kdevtmpfs"),
        SLEEP("a timer: it sleeps"),
        UNKNOWN("something that its stack does not name");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Functions that wait for whatever their caller wants; a stack begins with them. */
    private static final Set<String> ONLY_WAIT = Set.of(
            "__switch_to",
            "__schedule",
            "schedule",
            "schedule_timeout",
            "schedule_preempt_disabled",
            "context_switch",
            "do_wait_for_common",
            "__wait_for_common",
            "wait_for_common",
            "wait_for_completion",
            "wait_for_completion_timeout",
            "__wait_for_completion");

    private static final Set<String> FLUSHES = Set.of("__flush_workqueue", "flush_workqueue");
    private static final Set<String> FLUSHES_AROUND = Set.of("drain_workqueue", "destroy_workqueue");
    private static final Set<String> BARRIERS = Set.of(
            "__flush_work",
            "flush_work",
            "flush_delayed_work",
            "__cancel_work_timer",
            "__cancel_work_sync",
            "cancel_work_sync",
            "cancel_delayed_work_sync");
    private static final List<String> DEVICE = List.of(
            "io_schedule",
            "bit_wait_io",
            "submit_bio_wait",
            "blk_",
            "__blk_",
            "rq_qos_wait",
            "wbt_wait",
            "md_flush_request",
            "md_make_request",
            "md_handle_request",
            "md_write_start",
            "md_bitmap_",
            "raid5_",
            "raid10_",
            "raid1_",
            "xlog_wait_on_iclog",
            "xlog_state_get_iclog_space",
            "xlog_state_do_",
            "xfs_buf_iowait",
            "xfs_buf_submit",
            "folio_wait",
            "wait_on_page",
            "__wait_on_buffer",
            "jbd2_log_wait");
    private static final List<String> LOCK = List.of(
            "__mutex_lock",
            "mutex_lock",
            "rwsem_down",
            "down_read",
            "down_write",
            "__down",
            "down",
            "percpu_down",
            "__rt_mutex",
            "rt_mutex");
    private static final List<String> NETWORK =
            List.of("sk_wait_data", "sk_stream_wait", "tcp_recvmsg", "inet_recvmsg", "sock_recvmsg", "rpc_wait_bit");
    private static final List<String> MEMORY = List.of(
            "should_reclaim_retry",
            "try_to_free",
            "shrink_",
            "throttle_direct_reclaim",
            "__alloc_pages_slowpath",
            "alloc_contig",
            "cma_alloc");
    private static final List<String> SLEEP = List.of(
            "msleep",
            "schedule_timeout_uninterruptible",
            "schedule_timeout_interruptible",
            "usleep_range",
            "schedule_hrtimeout",
            "do_nanosleep");

    static StackWait of(TaskStack stack) {
        List<String> functions = stack.functions();
        for (int i = 0; i < functions.size(); i++) {
            String function = functions.get(i);
            if (!ONLY_WAIT.contains(function)) {
                Kind kind = kind(function);
                if (kind != Kind.UNKNOWN) {
                    return new StackWait(kind, function, callerAbove(functions, i, kind));
                }
                if (WorkerFrames.contains(function)) {
                    break;
                }
            }
        }
        String first = functions.stream()
                .filter(f -> !ONLY_WAIT.contains(f) && !WorkerFrames.contains(f))
                .findFirst()
                .orElse("");
        return new StackWait(Kind.UNKNOWN, first, "");
    }

    private static Kind kind(String function) {
        if (FLUSHES.contains(function)) {
            return Kind.FLUSH_WORKQUEUE;
        }
        if (BARRIERS.contains(function)) {
            return Kind.FLUSH_WORK;
        }
        if (function.equals("devtmpfs_submit_req")) {
            return Kind.DEVTMPFS;
        }
        if (function.startsWith("__kernfs_remove") || function.equals("kernfs_drain")) {
            return Kind.KERNFS;
        }
        if (begins(function, DEVICE)) {
            return Kind.DEVICE;
        }
        if (begins(function, LOCK)) {
            return Kind.LOCK;
        }
        if (begins(function, NETWORK)) {
            return Kind.NETWORK;
        }
        if (begins(function, MEMORY)) {
            return Kind.MEMORY;
        }
        return begins(function, SLEEP) ? Kind.SLEEP : Kind.UNKNOWN;
    }

    private static String callerAbove(List<String> functions, int from, Kind kind) {
        return functions.subList(from + 1, functions.size()).stream()
                .filter(f -> kind(f) != kind && !FLUSHES_AROUND.contains(f))
                .findFirst()
                .filter(f -> !WorkerFrames.contains(f))
                .orElse("");
    }

    private static boolean begins(String function, List<String> names) {
        return names.stream().anyMatch(function::startsWith);
    }

    /** A lock that it waits for inside of a flush is the workqueue's mutex. */
    boolean isInFlush() {
        return kind == Kind.FLUSH_WORKQUEUE || (kind == Kind.LOCK && FLUSHES.contains(caller));
    }

    /** {@code a lock (xfs_buf_lock)}. */
    String words() {
        String by = caller.isEmpty() || kind == Kind.UNKNOWN ? function : caller;
        return kind.words() + (by.isEmpty() ? "" : " (" + by + ")");
    }
}
