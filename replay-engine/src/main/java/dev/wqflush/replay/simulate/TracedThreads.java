package dev.wqflush.replay.simulate;

import dev.wqflush.replay.cost.Act;
import dev.wqflush.replay.cost.CostParameters;
import dev.wqflush.replay.simulate.Workload.Round;
import dev.wqflush.replay.simulate.Workload.Script;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a capture, each with its own pauses, items and wakeups, over and over again. What took so long in the
 * capture takes as long here, but for locks that are held longer.
 */
final class TracedThreads implements Threads {
    private final List<Script> scripts;
    private final int cpus;
    private final long wakeLatency;
    private final int[] round;
    private final int[] item;

    TracedThreads(Workload workload, CostParameters costs) {
        scripts = workload.scripts();
        cpus = 1
                + scripts.stream()
                        .flatMap(script -> script.rounds().stream())
                        .mapToInt(Round::cpu)
                        .max()
                        .orElse(0);
        wakeLatency = Math.round(costs.of(Act.WAKE_LATENCY, workload.kind()).base());
        round = new int[scripts.size()];
        item = new int[scripts.size()];
    }

    @Override
    public int count() {
        return scripts.size();
    }

    @Override
    public int cpus() {
        return cpus;
    }

    @Override
    public long begins(int thread) {
        return scripts.get(thread).beginNanos();
    }

    @Override
    public int cpu(int thread) {
        return round(thread).cpu();
    }

    private Round round(int thread) {
        return scripts.get(thread).rounds().get(round[thread]);
    }

    @Override
    public @Nullable Queued next(int thread) {
        List<Queued> items = round(thread).items();
        return item[thread] < items.size() ? items.get(item[thread]) : null;
    }

    @Override
    public long queued(int thread) {
        long pause = round(thread).items().get(item[thread]).pauseNanos();
        item[thread]++;
        if (!scripts.get(thread).flushes()
                && item[thread] == round(thread).items().size()) {
            item[thread] = 0;
        }
        return pause;
    }

    @Override
    public long startNanos(Queued queued, long hold) {
        return Math.max(hold, queued.startNanos());
    }

    @Override
    public long runNanos(@Nullable Queued queued, long hold) {
        return Math.max(hold, Objects.requireNonNull(queued).runNanos());
    }

    @Override
    public long wakeNanos(int thread, long wake) {
        long seen = round(thread).wakeNanos();
        return seen < 0 ? wake + wakeLatency : Math.max(wake, seen);
    }

    @Override
    public long returned(int thread) {
        long pause = round(thread).pauseNanos();
        round[thread] = (round[thread] + 1) % scripts.get(thread).rounds().size();
        item[thread] = 0;
        return pause;
    }
}
