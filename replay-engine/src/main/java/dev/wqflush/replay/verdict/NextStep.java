package dev.wqflush.replay.verdict;

import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.result.WorkqueueResult;
import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.List;

/** The one thing to do, or to record, after a verdict. */
final class NextStep {
    private static final String RECORD_ENTRY =
            "echo 'p:flush_enter __flush_workqueue' >> kprobe_events (flush_workqueue up to 5.19)";
    private static final String RECORD_RETURN = "echo 'r:flush_exit __flush_workqueue' >> kprobe_events";
    private static final String RECORD_WALK =
            "echo 'p:walk flush_workqueue_prep_pwqs' and" + " 'r:walk_ret flush_workqueue_prep_pwqs' >> kprobe_events";

    private final ReplayResult result;
    private final ModelIndex models;
    private final Thresholds thresholds;
    private final Ledger all;
    private final List<Ledger> unwell;

    /** Prepares to choose; {@code unwell} are the workqueues that are not healthy, dearest first. */
    NextStep(ReplayResult result, ModelIndex models, Thresholds thresholds, Ledger all, List<Ledger> unwell) {
        this.result = result;
        this.models = models;
        this.thresholds = thresholds;
        this.all = all;
        this.unwell = unwell;
    }

    String after(VerdictClass verdictClass) {
        return switch (verdictClass) {
            case NO_FLUSH ->
                "to see flushes, in /sys/kernel/tracing: " + RECORD_ENTRY + ", " + RECORD_RETURN
                        + ", and enable events/workqueue, sched_switch and sched_waking";
            case UNDECIDED -> missingEvidence();
            case STUCK ->
                "get the stack of the worker that runs the awaited item: echo t > /proc/sysrq-trigger, or cat"
                        + " /proc/PID/stack";
            case WALK_BOUND -> shortenWalks();
            case MUTEX_BOUND ->
                "let callers share one flush, or queue on several workqueues; "
                        + (behindWalks() ? shortenWalks() : "see what the holders of wq->mutex did meanwhile");
            case ITEM_BOUND -> "look at the awaited items: what they run, and what they wait for";
            case DEVICE_BOUND -> "look at the device: block events of the awaited items; no flush algorithm helps";
            case WAKEUP_BOUND ->
                "see what ran on the flushers' CPUs meanwhile: sched_switch between waking and running";
            case LOCK_BOUND -> "record lock:contended_release too: it names who held the pool locks; " + shortenWalks();
            case HEALTHY -> "nothing to do for these flushes";
        };
    }

    private String missingEvidence() {
        EvidenceSeen seen = result.evidence();
        if (!seen.timed()) {
            return "record with a clock that counts time: echo mono > trace_clock";
        }
        if (seen.schedulerEvents() == 0) {
            return "record sched:sched_switch and sched:sched_waking too";
        }
        if (seen.flushReturns() == 0) {
            return "record returns of flushes too: " + RECORD_RETURN;
        }
        if (seen.walkTimes() == 0) {
            return "record walks too: " + RECORD_WALK;
        }
        if (seen.lockEvents() == 0) {
            return "record lock:contention_begin and lock:contention_end too: they tell waiting for wq->mutex apart";
        }
        return result.topology().emulated() != null
                ? "record on a machine that is not emulated: stalls of its CPUs hide what flushers wait for"
                : "record interrupts (irq:*) and steal time too: flushers stalled while they ran";
    }

    /** Whether walks of others can be most of the waiting for each other; yes where walks were not measured. */
    private boolean behindWalks() {
        long nanos = all.behindWalksNanos();
        return nanos < 0 || 2 * nanos > all.behindOthersNanos();
    }

    private String shortenWalks() {
        if (Flags.possibleMuchLarger(result.topology(), thresholds) && walksPassPossible()) {
            return "cut the possible CPUs (possible_cpus= or nr_cpus= on the command line, the hypervisor's hotplug"
                    + " range): walks pass each of them";
        }
        if (coalescingHelps()) {
            return "a kernel with " + KernelChange.COALESCED_LOCKS.words() + " would take "
                    + Words.PLAIN.range(all.counts(models.coalesced()).poolLocks()) + " pool lock cycles instead of "
                    + Words.PLAIN.range(all.counts(models.traced()).poolLocks())
                    + ", unless this kernel's vendor has ported them back already";
        }
        return halves(models.activeList())
                ? "try a kernel with the active list"
                : "flush less often: neither coalesced locks nor the active list would halve the pool lock cycles";
    }

    /** Whether walks pass every possible CPU, as those of per-cpu workqueues do, and of unbound ones from 6.6. */
    private boolean walksPassPossible() {
        int possible = result.topology().possible().count();
        return unwell.stream().anyMatch(l -> l.of().pwqs().value() >= possible);
    }

    /** Whether a model takes less than half of the pool lock cycles: otherwise it is not worth another kernel. */
    private boolean halves(int model) {
        return models.traced() >= 0
                && model >= 0
                && 2 * all.counts(model).poolLocks().value()
                        < all.counts(models.traced()).poolLocks().value();
    }

    /** Whether a released kernel would already take far fewer locks: unbound workqueues before legacy-v2. */
    private boolean coalescingHelps() {
        return unwell.stream().map(Ledger::of).anyMatch(NextStep::isUnbound) && halves(models.coalesced());
    }

    private static boolean isUnbound(WorkqueueResult workqueue) {
        return workqueue.kind() == WorkqueueKind.UNBOUND;
    }
}
