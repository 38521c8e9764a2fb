package dev.wqflush.cli.simulate;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.simulate.Setup;
import dev.wqflush.replay.simulate.Witness;
import dev.wqflush.replay.topology.PoolIds;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Writes a run as ftrace text, as the recipe of the README would record it, and what really took place as tables of
 * tab-separated values: {@code walk} and {@code flush} rows.
 *
 * <p>A thread runs on the CPU of its number, the worker of an unbound pwq on the CPU's sibling.
 */
public final class SimulatedCapture implements Witness {
    private static final String POINTER = "0xff11000000ddd400";
    private static final String MUTEX = "00000000c0ffee01";
    private static final String WAKING = "sched_waking: comm=%s pid=%d prio=120 target_cpu=%03d";
    private static final long EPOCH_NANOS = 100_000_000_000L;
    private static final int FIRST_THREAD = 1_000;
    private static final int FIRST_WORKER = 100_000;
    private static final int IDLE = 0;

    private final Setup setup;
    private final PwqLayout layout;
    private final boolean perCpu;
    private final String workqueue;
    private final Appendable trace;
    private final Appendable truth;
    private final int[] running;
    private final long[] enteredAt;
    private final long[] walkingSince;

    /** By item in flight, the thread that queued it. */
    private final Map<Integer, Integer> queuers = new HashMap<>();

    private final int firstUnboundPool;

    /**
     * A capture of a run.
     *
     * @param trace receives the ftrace text
     * @param truth receives the tables
     */
    public SimulatedCapture(Setup setup, Appendable trace, Appendable truth) throws IOException {
        if (setup.load().dense() || setup.load().threads() > setup.machine().cpus() / 2) {
            throw new IllegalArgumentException("a run whose workers and flushers share CPUs cannot be written;"
                    + " use a load that is not dense, and at most half as many threads as CPUs");
        }
        this.setup = setup;
        layout = setup.layout();
        this.trace = trace;
        this.truth = truth;
        perCpu = setup.kind() == WorkqueueKind.PER_CPU;
        workqueue = perCpu ? "wqsim_percpu" : "wqsim_unbound"; // an idle one tells its kind by nothing but its name
        firstUnboundPool = PoolIds.firstUnbound(setup.machine().cpus(), setup.kernel());
        running = new int[setup.machine().cpus()];
        enteredAt = new long[setup.load().threads()];
        walkingSince = new long[setup.load().threads()];
        Arrays.fill(running, IDLE);
        trace.append("# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n");
        truth.append("what\tbegin_s\tend_s\ttid\tkind\tvisits\tpool_locks\tarmed\n");
    }

    // ---- tasks

    private int siblingOf(int cpu) {
        return (cpu + setup.machine().cpus() / 2) % setup.machine().cpus();
    }

    /** Where the worker runs that serves a thread. */
    private int workerCpu(int thread) {
        return perCpu ? thread : siblingOf(thread);
    }

    private static boolean isThread(int tid) {
        return tid >= FIRST_THREAD && tid < FIRST_WORKER;
    }

    private String comm(int tid, int cpu) {
        if (tid == IDLE) {
            return "swapper/" + cpu;
        }
        if (isThread(tid)) {
            return "wqsim/" + (tid - FIRST_THREAD);
        }
        int thread = tid - FIRST_WORKER;
        return perCpu
                ? "kworker/" + thread + ":1"
                : "kworker/u" + (firstUnboundPool + 1 + layout.pool(layout.pwqOf(thread))) + ":" + thread;
    }

    private static int thread(int number) {
        return FIRST_THREAD + number;
    }

    private static int worker(int thread) {
        return FIRST_WORKER + thread;
    }

    /** The CPU switches to a task, unless it runs already. */
    private void run(long time, int cpu, int tid) {
        int previous = running[cpu];
        if (previous == tid) {
            return;
        }
        running[cpu] = tid;
        String state = previous == IDLE ? "R" : isThread(previous) ? "D" : "I";
        line(
                time,
                cpu,
                previous,
                "d..2.",
                "sched_switch: prev_comm=%s prev_pid=%d prev_prio=120 prev_state=%s ==> next_comm=%s next_pid=%d"
                        + " next_prio=120",
                comm(previous, cpu),
                previous,
                state,
                comm(tid, cpu),
                tid);
    }

    private void line(long time, int cpu, int tid, String flags, String event, Object... values) {
        try {
            trace.append(String.format(
                            Locale.ROOT,
                            "%16s-%-7d [%03d] %s %s: ",
                            tid == IDLE ? "<idle>" : comm(tid, cpu),
                            tid,
                            cpu,
                            flags,
                            seconds(time)))
                    .append(String.format(Locale.ROOT, event, values))
                    .append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String seconds(long time) {
        long nanos = EPOCH_NANOS + time;
        return String.format(Locale.ROOT, "%d.%09d", nanos / 1_000_000_000, nanos % 1_000_000_000);
    }

    private void inThread(long time, int thread, String event, Object... values) {
        line(time, thread, thread(thread), ".....", event, values);
    }

    /** A row of the truth. */
    private void row(String what, long from, long to, int thread, String kind, String counts) {
        try {
            truth.append(what)
                    .append('\t')
                    .append(seconds(from))
                    .append('\t')
                    .append(seconds(to))
                    .append('\t')
                    .append(String.valueOf(thread(thread)))
                    .append('\t')
                    .append(kind)
                    .append('\t')
                    .append(counts)
                    .append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- what takes place

    /** Each thread has one item, which it queues again and again. */
    private static String work(int thread) {
        return String.format(Locale.ROOT, "%016x", 0xa1000000L + 0x40L * thread);
    }

    @Override
    public void queued(long time, int thread, int item, int pwq) {
        run(time, thread, thread(thread));
        queuers.values().remove(thread); // its last item is done, or it would not queue again
        queuers.put(item, thread);
        inThread(
                time,
                thread,
                "workqueue_queue_work: work struct=%s function=wqsim_item workqueue=%s req_cpu=8192 cpu=%d",
                work(thread),
                workqueue,
                perCpu ? thread : -1);
        inThread(time, thread, "workqueue_activate_work: work struct %s", work(thread));
        int cpu = workerCpu(thread);
        if (running[cpu] != worker(thread)) {
            inThread(time, thread, WAKING, comm(worker(thread), cpu), worker(thread), cpu);
        }
    }

    @Override
    public void started(long time, int item, int pwq) {
        int thread = queuer(item);
        run(time, workerCpu(thread), worker(thread));
        inWorkerOf(time, thread, "workqueue_execute_start: work struct %s: function wqsim_item", work(thread));
    }

    @Override
    public void ended(long time, int item, int pwq) {
        int thread = queuer(item);
        inWorkerOf(time, thread, "workqueue_execute_end: work struct %s: function wqsim_item", work(thread));
    }

    private int queuer(int item) {
        return Objects.requireNonNull(queuers.get(item));
    }

    private void inWorkerOf(long time, int thread, String event, Object... values) {
        line(time, workerCpu(thread), worker(thread), ".....", event, values);
    }

    @Override
    public void entered(long time, int thread) {
        run(time, thread, thread(thread));
        enteredAt[thread] = time;
        inThread(time, thread, "flush_enter: (__flush_workqueue+0x0/0x430) wq=%s name=\"%s\"", POINTER, workqueue);
    }

    @Override
    public void spins(long time, int thread) {
        inThread(time, thread, "contention_begin: %s (flags=SPIN|MUTEX)", MUTEX);
    }

    @Override
    public void spun(long time, int thread) {
        inThread(time, thread, "contention_end: %s (ret=0)", MUTEX);
    }

    @Override
    public void walkBegan(long time, int thread, WalkKind kind, int flushColour, int workColour) {
        walkingSince[thread] = time;
        inThread(
                time,
                thread,
                "walk: (flush_workqueue_prep_pwqs+0x0/0x110) wq=%s name=\"%s\" flush_color=%d work_color=%d",
                POINTER,
                workqueue,
                flushColour,
                workColour);
    }

    @Override
    public void walkEnded(long time, int thread, WalkKind kind, int visits, int poolLocks, int armed) {
        inThread(
                time,
                thread,
                "walk_ret: (__flush_workqueue+0x1c0/0x430 <- flush_workqueue_prep_pwqs) ret=%d",
                armed > 0 ? 1 : 0);
        row("walk", walkingSince[thread], time, thread, kind.word(), visits + "\t" + poolLocks + "\t" + armed);
    }

    @Override
    public void sleeps(long time, int thread) {
        run(time, thread, IDLE);
    }

    @Override
    public void woken(long time, int thread, int item, int byThread) {
        if (item >= 0) {
            inWorkerOf(time, queuer(item), WAKING, comm(thread(thread), thread), thread(thread), thread);
        } else {
            inThread(time, byThread, WAKING, comm(thread(thread), thread), thread(thread), thread);
        }
    }

    @Override
    public void resumes(long time, int thread) {
        run(time, thread, thread(thread));
    }

    @Override
    public void returned(long time, int thread, FlushPath path) {
        inThread(time, thread, "flush_exit: (wqsim_thread+0x3fe/0x8dd <- __flush_workqueue)");
        row("flush", enteredAt[thread], time, thread, path.word(), "\t\t");
    }
}
