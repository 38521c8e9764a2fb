package dev.wqflush.replay.partial;

import dev.wqflush.parsers.evidence.BusyWorkqueue;
import dev.wqflush.parsers.evidence.BusyWorkqueue.Running;
import dev.wqflush.parsers.evidence.Complaint;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.parsers.evidence.TaskStack;
import dev.wqflush.replay.partial.StackWait.Kind;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tasks that a log shows blocked in flushes, and who keeps them waiting. */
final class HungFlushes {
    /** More names than a sentence can bear. */
    private static final int NAMED = 3;

    private static final Words WORDS = Words.PLAIN;

    /**
     * Which workqueue's name begins how, by the function that flushes it. Only where the whole kernel has one such
     * workqueue for the caller (fs/xfs/xfs_log_cil.c, fs/xfs/xfs_icache.c).
     */
    private static final Map<String, String> FLUSHED_BY = Map.of(
            "xlog_cil_push_now", "xfs-cil",
            "xlog_cil_force_seq", "xfs-cil",
            "xlog_cil_force_lsn", "xfs-cil",
            "xfs_inodegc_flush", "xfs-inodegc");

    private static final String LOG_OF_XFS = "xfs-cil";

    private static final String DUMP_STATES =
            "while it hangs: echo t > /proc/sysrq-trigger and send dmesg: it names the workers, what they run and wait"
                    + " for, and the busy workqueues";

    private final PartialEvidence evidence;
    private final List<TaskStack> flushers;
    private final List<TaskStack> workers;

    HungFlushes(PartialEvidence evidence) {
        this.evidence = evidence;
        flushers = evidence.stacks().stream()
                .filter(s -> s.isBlocked() && StackWait.of(s).isInFlush())
                .sorted(Comparator.comparingLong(TaskStack::blockedSeconds).reversed())
                .toList();
        workers = evidence.stacks().stream()
                .filter(s -> (s.isBlocked() && s.isWorking()) || isUnnamedWorker(s))
                .filter(s -> !StackWait.of(s).isInFlush())
                .toList();
    }

    /** A worker whose {@code Workqueue:} line was cut out is told by its stack. */
    private static boolean isUnnamedWorker(TaskStack stack) {
        return stack.isBlocked() && stack.functions().contains("process_one_work");
    }

    /** The tale of the flushes; null if none hangs. */
    @Nullable
    Story story() {
        if (flushers.isEmpty()) {
            return null;
        }
        String cycle = cycle();
        if (!cycle.isEmpty()) {
            return new Story(
                    "flush-cycle",
                    VerdictClass.STUCK,
                    waiting() + "; " + cycle,
                    "no timeout helps: take the flush out of the item, or put it on another workqueue; " + DUMP_STATES,
                    flushers.get(0).line());
        }
        TaskStack waiter =
                flushers.stream().filter(this::waitsForDevice).findFirst().orElse(null);
        if (waiter != null) {
            return new Story(
                    "flush-behind-device",
                    VerdictClass.DEVICE_BOUND,
                    waiting() + "; " + device(),
                    "see whether the device still completes requests (iostat -x 1): if it does, the wait ends and"
                            + " less dirty memory (vm.dirty_bytes) shortens it; if nothing completes, look below the"
                            + " filesystem",
                    waiter.line());
        }
        return new Story(
                "flush-hung",
                VerdictClass.STUCK,
                waiting() + "; " + awaited(),
                workers.isEmpty() && !evidence.busyShown()
                        ? DUMP_STATES + "; if nothing of the flushed workqueue is in flight or pending, the kernel's"
                                + " count of items is wrong: a kernel bug" + version()
                        : "find out why these items do not end: the flush ends when they do; " + DUMP_STATES,
                flushers.get(0).line());
    }

    private String version() {
        return evidence.kernel().isEmpty() ? "; tell its version" : " (this is " + evidence.kernel() + ")";
    }

    /** Who waits, how long, called by whom. */
    private String waiting() {
        TaskStack first = flushers.get(0);
        String more = flushers.size() == 1
                ? ""
                : ", as " + WORDS.things(flushers.size() - 1, "other", "others") + " did ("
                        + names(flushers.subList(1, flushers.size())) + ")";
        String time = first.blockedSeconds() > 0
                ? " was blocked for more than " + WORDS.count(first.blockedSeconds()) + " s in a flush"
                : " was blocked in a flush";
        String caller = StackWait.of(first).kind() == Kind.LOCK
                ? ", waiting for wq->mutex"
                : via(first).isEmpty() ? "" : ", called from " + via(first);
        return WORDS.name(first.who()) + time + caller + more;
    }

    private static String via(TaskStack flusher) {
        return StackWait.of(flusher).caller();
    }

    private static String names(List<TaskStack> stacks) {
        List<String> names =
                stacks.stream().limit(NAMED).map(s -> WORDS.name(s.who())).toList();
        return WORDS.list(names) + (stacks.size() > NAMED ? "..." : "");
    }

    // ---- cycles

    private String cycle() {
        for (TaskStack worker : workers) {
            StackWait wait = StackWait.of(worker);
            TaskStack awaited = flushers.stream()
                    .filter(f -> keepsWaiting(f, wait.kind()))
                    .findFirst()
                    .orElse(null);
            if (awaited != null) {
                return item(worker) + ", which waits for " + wait.kind().words() + ", and " + WORDS.name(awaited.who())
                        + " is such: a cycle if that item is of the flushed workqueue, which then never ends";
            }
        }
        List<TaskStack> inside = flushers.stream()
                .filter(TaskStack::isWorking)
                .filter(this::mayFlushItself)
                .toList();
        if (inside.isEmpty()) {
            return "";
        }
        List<String> items = inside.stream().limit(NAMED).map(this::item).toList();
        return inside.size() == 1
                ? items.get(0) + " and flushes from within: a cycle of one if it flushes that workqueue" + otherwise()
                : WORDS.list(items) + " and flush from within: a cycle if each flushes the workqueue of another or its"
                        + " own" + otherwise();
    }

    private String otherwise() {
        List<String> others = runningItems();
        return others.isEmpty() ? ", else another item never ends" : ", else it waits for " + WORDS.list(others);
    }

    /** A worker that flushes a workqueue known to be another one is in no cycle of its own. */
    private boolean mayFlushItself(TaskStack flusher) {
        String flushed = FLUSHED_BY.get(via(flusher));
        return flushed == null || flusher.workqueue().startsWith(flushed);
    }

    private static boolean keepsWaiting(TaskStack flusher, Kind wait) {
        return switch (wait) {
            case DEVTMPFS -> flusher.task().equals("kdevtmpfs");
            case KERNFS ->
                flusher.functions().contains("kernfs_fop_write_iter")
                        || flusher.functions().contains("kernfs_fop_read_iter")
                        || flusher.functions().contains("kernfs_fop_write");
            default -> false;
        };
    }

    // ---- what is awaited

    /** Warned of again with a longer time, it made no progress: then it is stuck, whatever it waits for. */
    private boolean waitsForDevice(TaskStack flusher) {
        if (flusher.warnings() > 1) {
            return false;
        }
        boolean logForce = LOG_OF_XFS.equals(FLUSHED_BY.get(via(flusher)));
        boolean others = workers.stream().anyMatch(w -> StackWait.of(w).kind() != Kind.DEVICE);
        return workers.stream()
                        .anyMatch(
                                w -> mayBeAwaited(w, flusher) && StackWait.of(w).kind() == Kind.DEVICE)
                || (logForce && !others);
    }

    private static boolean mayBeAwaited(TaskStack worker, TaskStack flusher) {
        String flushed = FLUSHED_BY.get(via(flusher));
        return flushed == null || worker.workqueue().startsWith(flushed);
    }

    private String device() {
        List<String> waiting = workers.stream()
                .filter(w -> StackWait.of(w).kind() == Kind.DEVICE)
                .limit(NAMED)
                .map(w -> item(w) + ", which waits for " + StackWait.of(w).words())
                .toList();
        return waiting.isEmpty()
                ? "its items write the log of XFS to storage, which a slow device holds up as long: no deadlock by itself,"
                        + " and it ends when the writes do"
                : WORDS.list(waiting) + "; no flush algorithm helps";
    }

    private String awaited() {
        List<String> stacks = workers.stream()
                .limit(NAMED)
                .map(w -> item(w) + ", which waits for " + StackWait.of(w).words())
                .toList();
        if (!stacks.isEmpty()) {
            return "it can wait for what these workers run: " + String.join("; ", stacks);
        }
        List<String> running = runningItems();
        if (!running.isEmpty()) {
            return "it can wait for " + WORDS.list(running);
        }
        List<String> held = evidence.complaints().stream()
                .filter(c -> c.kind() == Complaint.Kind.ITEM_RUNS)
                .map(c -> WORDS.name(c.workqueue()))
                .distinct()
                .limit(NAMED)
                .toList();
        if (!held.isEmpty()) {
            return "held locks show that an item of " + WORDS.list(held) + " runs";
        }
        return evidence.busyShown()
                ? "no item is in flight in the dump of busy workqueues, so either it has ended since, or the kernel's"
                        + " count of items is wrong"
                : "the log does not tell which item it waits for";
    }

    private List<String> runningItems() {
        List<String> items = new ArrayList<>();
        for (BusyWorkqueue pwq : evidence.busy()) {
            for (Running one : pwq.running()) {
                boolean flushes = flushers.stream().anyMatch(f -> f.tid() == one.pid());
                if (!flushes && items.size() < NAMED) {
                    items.add(WORDS.name(one.function()) + " on " + WORDS.name(pwq.workqueue()) + ", in flight"
                            + (one.seconds() < 0 ? "" : " for " + WORDS.count(one.seconds()) + " s"));
                }
            }
        }
        return items;
    }

    private String item(TaskStack worker) {
        return worker.isWorking()
                ? WORDS.name(worker.who()) + " runs " + WORDS.name(worker.workFunction()) + " on "
                        + WORDS.name(worker.workqueue())
                : WORDS.name(worker.who()) + " runs an item";
    }
}
