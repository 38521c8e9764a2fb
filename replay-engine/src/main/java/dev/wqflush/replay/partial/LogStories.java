package dev.wqflush.replay.partial;

import dev.wqflush.parsers.evidence.BusyWorkqueue;
import dev.wqflush.parsers.evidence.BusyWorkqueue.Running;
import dev.wqflush.parsers.evidence.BusyWorkqueue.Waiter;
import dev.wqflush.parsers.evidence.Complaint;
import dev.wqflush.parsers.evidence.Complaint.Kind;
import dev.wqflush.parsers.evidence.PartialEvidence;
import dev.wqflush.parsers.evidence.TaskStack;
import dev.wqflush.replay.verdict.VerdictClass;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the kernel's log tells besides hung flushes. */
final class LogStories {
    private static final int NAMED = 3;
    private static final Words WORDS = Words.PLAIN;
    private static final String RECORD =
            "record a trace while it is slow: wqflush record --print; a log holds no times of flushes";

    private final PartialEvidence evidence;

    LogStories(PartialEvidence evidence) {
        this.evidence = evidence;
    }

    /** The stories, the one that decides most first. */
    List<Story> stories() {
        List<Story> stories = new ArrayList<>();
        Story hung = new HungFlushes(evidence).story();
        if (hung != null) {
            stories.add(hung);
        }
        drains(stories);
        barriers(stories);
        pools(stories);
        cpus(stories);
        lockdep(stories);
        reclaim(stories);
        otherStacks(stories, hung != null);
        hogs(stories);
        busy(stories);
        profile(stories);
        return stories;
    }

    /** Tasks in {@code flush_work}: they wait for one item, and no walk is part of it. */
    private void barriers(List<Story> stories) {
        List<TaskStack> waiting = evidence.stacks().stream()
                .filter(s -> s.isBlocked() && StackWait.of(s).kind() == StackWait.Kind.FLUSH_WORK)
                .toList();
        if (waiting.isEmpty()) {
            return;
        }
        TaskStack first = waiting.get(0);
        String caller = StackWait.of(first).caller();
        stories.add(new Story(
                "flush-work",
                VerdictClass.NO_FLUSH,
                WORDS.name(first.who()) + others(waiting.size()) + " waits in flush_work"
                        + (caller.isEmpty() ? "" : ", called from " + caller)
                        + ": for one item, which is no flush of a workqueue and makes no walk" + blockedWorkers(),
                "look at the item that it waits for, and at what that waits for",
                first.line()));
    }

    private String blockedWorkers() {
        List<String> workers = evidence.stacks().stream()
                .filter(s -> s.isBlocked() && s.isWorking())
                .limit(NAMED)
                .map(LogStories::waits)
                .toList();
        return workers.isEmpty() ? "" : "; " + String.join("; ", workers);
    }

    private static String waits(TaskStack stack) {
        String runs = stack.isWorking()
                ? " runs " + WORDS.name(stack.workFunction()) + " on " + WORDS.name(stack.workqueue()) + " and"
                : "";
        return WORDS.name(stack.who()) + runs + " waits for "
                + StackWait.of(stack).words();
    }

    private static String others(int all) {
        return all == 1 ? "" : ", like " + WORDS.things(all - 1, "other", "others") + ",";
    }

    private void pools(List<Story> stories) {
        Complaint worst = worst(Kind.POOL_STUCK);
        if (worst == null) {
            return;
        }
        List<BusyWorkqueue> own = evidence.busy().stream()
                .filter(b -> b.pool().equals(worst.subject()))
                .toList();
        List<String> running = own.stream()
                .flatMap(b -> b.running().stream())
                .map(r -> WORDS.name(r.function()) + " (process " + r.pid()
                        + (r.seconds() < 0 ? "" : ", for " + WORDS.count(r.seconds()) + " s") + ")")
                .limit(NAMED)
                .toList();
        long pending = own.stream().mapToLong(b -> b.pending().size()).sum();
        List<Waiter> waiters = own.stream().flatMap(b -> b.waiters().stream()).toList();
        String blame = running.isEmpty()
                ? "no item is seen to run on it"
                : WORDS.list(running) + " runs on it and lets no other start";
        String behind = waiters.isEmpty()
                ? ""
                : "; flush_work of "
                        + WORDS.list(waiters.stream()
                                .limit(NAMED)
                                .map(w -> "task " + w.pid() + " for " + WORDS.name(w.function()))
                                .toList())
                        + " waits behind it";
        stories.add(new Story(
                "pool-stuck",
                VerdictClass.NO_FLUSH,
                "A worker pool (" + worst.subject() + ") started no item for " + WORDS.count(worst.amount()) + " s: "
                        + blame + "; " + WORDS.things(pending, "item is", "items are") + " pending there" + behind
                        + elsewhere(own),
                "see what the running item does: its CPU is busy or its task sleeps without telling the pool; a"
                        + " backtrace of it decides",
                worst.line()));
    }

    private String elsewhere(List<BusyWorkqueue> own) {
        List<String> functions = evidence.busy().stream()
                .filter(b -> !own.contains(b))
                .flatMap(b -> b.running().stream())
                .map(Running::function)
                .map(WORDS::name)
                .distinct()
                .limit(NAMED)
                .toList();
        return functions.isEmpty() ? "" : "; in flight on other pools: " + WORDS.list(functions);
    }

    private void drains(List<Story> stories) {
        for (Complaint drain : all(Kind.DRAIN_INCOMPLETE)) {
            String cause = evidence.complaints().stream()
                    .filter(c ->
                            c.kind() == Kind.DRAIN_QUEUEING && c.workqueue().equals(drain.workqueue()))
                    .findFirst()
                    .map(c -> ": " + WORDS.name(c.subject()) + " was still being queued")
                    .orElse(" by items that queue themselves or each other");
            stories.add(new Story(
                    "drain-incomplete",
                    VerdictClass.ITEM_BOUND,
                    "A drain of " + WORDS.name(drain.workqueue()) + " has flushed it " + WORDS.count(drain.amount())
                            + " times and each time found new items" + cause
                            + "; a flush does not wait for what is queued after it began, a drain does",
                    "stop what queues before the drain: cancel timers and delayed work first (cancel_delayed_work_sync)",
                    drain.line()));
        }
    }

    private void cpus(List<Story> stories) {
        Complaint stuck = worst(Kind.CPU_STUCK);
        if (stuck != null) {
            stories.add(new Story(
                    "cpu-stuck",
                    VerdictClass.NO_FLUSH,
                    stuck.subject() + " was stuck"
                            + (stuck.amount() > 0 ? " for " + WORDS.count(stuck.amount()) + " s" : "") + running()
                            + ": items bound to it cannot run; busy workqueues are its symptom",
                    "see what that CPU runs: the backtrace in the log",
                    stuck.line()));
        }
    }

    private String running() {
        return evidence.stacks().stream()
                .filter(s -> s.state() == 'R' && !s.functions().isEmpty())
                .findFirst()
                .map(s -> " (" + WORDS.name(s.who()) + " in " + s.functions().get(0) + ")")
                .orElse("");
    }

    private void lockdep(List<Story> stories) {
        List<String> workqueues = names(Kind.LOCKDEP, Complaint::workqueue);
        if (!workqueues.isEmpty()) {
            stories.add(new Story(
                    "lockdep",
                    VerdictClass.UNDECIDED,
                    "Lockdep reports a possible deadlock through (wq_completion)" + WORDS.list(workqueues)
                            + ": somebody flushes it while holding a lock that its items take; that is a possibility,"
                            + " no flush was measured to be slow",
                    "flush outside of that lock, or give these items a workqueue of their own",
                    all(Kind.LOCKDEP).get(0).line()));
        }
    }

    private void reclaim(List<Story> stories) {
        for (Complaint warning : all(Kind.RECLAIM_FLUSH)) {
            stories.add(new Story(
                    "reclaim-dependency",
                    VerdictClass.UNDECIDED,
                    WORDS.name(warning.subject()) + " flushes " + WORDS.name(warning.workqueue())
                            + ", which has no rescuer, from where memory reclaim may depend on it: a warning about flags"
                            + " (WQ_MEM_RECLAIM), not about time; nothing slow was measured",
                    "make the flags agree: WQ_MEM_RECLAIM on both or on none",
                    warning.line()));
        }
    }

    private void hogs(List<Story> stories) {
        List<Complaint> hogs = all(Kind.HOGGED_CPU);
        if (hogs.isEmpty()) {
            return;
        }
        List<String> items = hogs.stream()
                .sorted(Comparator.comparingLong(Complaint::amount).reversed())
                .limit(NAMED)
                .map(c -> WORDS.name(c.subject()) + " (" + WORDS.count(c.amount()) + " times)")
                .toList();
        stories.add(new Story(
                "hogged-cpu",
                VerdictClass.NO_FLUSH,
                "Items ran longer on a CPU than the kernel advises: " + WORDS.list(items)
                        + "; it prints at 4, 8, 16... times, so doubling is how it prints, not growth; advisory, no flush"
                        + " is seen to wait",
                RECORD,
                hogs.get(0).line()));
    }

    /** Blocked tasks without any flush. */
    private void otherStacks(List<Story> stories, boolean flushHangs) {
        List<TaskStack> blocked = evidence.stacks().stream()
                .filter(s -> s.isBlocked() && !StackWait.of(s).isInFlush())
                .filter(s -> StackWait.of(s).kind() != StackWait.Kind.FLUSH_WORK)
                .sorted(Comparator.comparingLong(TaskStack::blockedSeconds).reversed())
                .toList();
        if (!blocked.isEmpty()) {
            stories.add(new Story(
                    "blocked-tasks",
                    VerdictClass.NO_FLUSH,
                    (flushHangs ? "Blocked besides " : "No task is in a flush of a workqueue; blocked ")
                            + (blocked.size() == 1 ? "is " : "are " + WORDS.count(blocked.size()) + ", among them ")
                            + String.join(
                                    "; ",
                                    blocked.stream()
                                            .limit(NAMED)
                                            .map(LogStories::waits)
                                            .toList()),
                    "follow the lock or the device that they wait for; workqueues are not the cause as far as this shows",
                    blocked.get(0).line()));
        }
    }

    /** A dump that nothing else explains. */
    private void busy(List<Story> stories) {
        if (!evidence.busyShown() || !stories.isEmpty()) {
            return;
        }
        List<String> running = evidence.busy().stream()
                .flatMap(b ->
                        b.running().stream().map(r -> WORDS.name(r.function()) + " on " + WORDS.name(b.workqueue())))
                .limit(NAMED)
                .toList();
        List<String> pending = evidence.busy().stream()
                .flatMap(b -> b.pending().stream().map(p -> WORDS.name(p) + " on " + WORDS.name(b.workqueue())))
                .limit(NAMED)
                .toList();
        stories.add(new Story(
                "busy-workqueues",
                VerdictClass.NO_FLUSH,
                "A dump of busy workqueues shows "
                        + (running.isEmpty() ? "no item in flight" : "in flight " + WORDS.list(running))
                        + (pending.isEmpty() ? "" : ", pending " + WORDS.list(pending))
                        + "; no task is seen in a flush",
                RECORD,
                evidence.busy().isEmpty() ? 0 : evidence.busy().get(0).line()));
    }

    private void profile(List<Story> stories) {
        List<String> functions = names(Kind.PROFILE, Complaint::subject);
        if (!functions.isEmpty()) {
            stories.add(new Story(
                    "cpu-profile",
                    VerdictClass.UNDECIDED,
                    "Rows of a CPU profile name " + WORDS.list(functions)
                            + ": they are shares of CPU cycles, and a task that waits uses none, so neither waiting nor"
                            + " its length can be concluded",
                    RECORD,
                    all(Kind.PROFILE).get(0).line()));
        }
    }

    private List<String> names(Kind kind, Function<Complaint, String> name) {
        return all(kind).stream()
                .map(name)
                .map(WORDS::name)
                .distinct()
                .limit(NAMED)
                .toList();
    }

    private List<Complaint> all(Kind kind) {
        return evidence.complaints().stream().filter(c -> c.kind() == kind).toList();
    }

    private @Nullable Complaint worst(Kind kind) {
        return all(kind).stream()
                .max(Comparator.comparingLong(Complaint::amount))
                .orElse(null);
    }
}
