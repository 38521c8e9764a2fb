package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Threads of a declared load: all do the same, each on the CPU of its number, and times are drawn. */
final class DeclaredThreads implements Threads {
    /** Times of items and wakeups vary by so much to either side: with equal ones threads run in lock-step. */
    private static final double JITTER = 0.2;

    private final Load load;
    private final int cpus;
    private final boolean perCpu;
    private final long wakeLatency;
    private final SplittableRandom random;

    /** By thread, whether it has queued its item. */
    private final boolean[] queued;

    DeclaredThreads(Setup setup, SplittableRandom random) {
        load = setup.load();
        cpus = setup.machine().cpus();
        perCpu = setup.kind() == WorkqueueKind.PER_CPU;
        wakeLatency =
                Math.round(setup.costs().of(Act.WAKE_LATENCY, setup.kind()).base());
        this.random = random;
        queued = new boolean[load.threads()];
    }

    @Override
    public int count() {
        return load.threads();
    }

    @Override
    public int cpus() {
        return cpus;
    }

    @Override
    public long begins(int thread) {
        return random.nextInt(1_000);
    }

    @Override
    public int cpu(int thread) {
        return thread;
    }

    @Override
    public @Nullable Queued next(int thread) {
        return load.queues() && !queued[thread] ? new Queued(thread, perCpu, perCpu, 0, load.itemNanos(), 0) : null;
    }

    @Override
    public long queued(int thread) {
        queued[thread] = true;
        return 0;
    }

    @Override
    public long startNanos(Queued item, long hold) {
        return hold + varied(wakeLatency);
    }

    @Override
    public long runNanos(@Nullable Queued item, long hold) {
        return hold + varied(load.itemNanos());
    }

    @Override
    public long wakeNanos(int thread, long wake) {
        return wake + varied(wakeLatency);
    }

    @Override
    public long returned(int thread) {
        queued[thread] = false;
        long think = load.thinkNanos();
        return think == 0 ? 0 : Math.round(-Math.log(1 - random.nextDouble()) * think);
    }

    private long varied(long nanos) {
        return Math.round(nanos * (1 - JITTER + 2 * JITTER * random.nextDouble()));
    }
}
