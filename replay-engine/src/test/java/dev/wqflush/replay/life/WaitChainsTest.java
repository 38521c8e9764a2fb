package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.ReplayResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Stories 2b, 7 and 11 of the triage, each with its near miss. */
class WaitChainsTest {
    private static final long OTHER = 0x200;

    private final Script script = new Script();
    private final Task a = script.task("a", 11, 0);
    private final Task b = script.task("b", 12, 2);
    private final Task worker = script.worker(1);

    private static List<String> texts(ReplayResult result, String id) {
        return result.findings().stream()
                .filter(finding -> finding.id().equals(id))
                .map(Finding::text)
                .toList();
    }

    private Work queued() {
        Work work = script.perCpu(Script.NAME, 1);
        a.queues(work);
        return work;
    }

    @Test
    void anItemThatFlushesItsOwnWorkqueueIsACycle() {
        Work work = queued();
        worker.starts(work);
        a.flushes();
        a.sleeps();
        worker.flushes();
        worker.sleeps();
        script.pass(20 * Script.US);
        b.doesSomething();
        assertThat(texts(script.result(), "flush-cycle"))
                .containsExactly(
                        "a-11 waits in a flush of wq for fn, run by kworker/1:0-201, which waits in a flush of wq"
                                + " for fn, the item again");
    }

    @Test
    void twoFlushersOfOneLongItemAreNone() {
        Work work = queued();
        worker.starts(work);
        a.flushes();
        a.sleeps();
        b.flushes();
        b.sleeps();
        script.pass(20 * Script.US);
        worker.doesSomething();
        ReplayResult result = script.result();
        assertThat(texts(result, "flush-cycle")).isEmpty();
        assertThat(texts(result, "flush-chain")).isEmpty();
    }

    @Test
    void anItemThatFlushesAnotherWorkqueueIsAChain() {
        Work work = queued();
        Work other = script.unbound("other").running("deep");
        b.queues(other);
        Task deep = script.unboundWorker(9, 3);
        deep.starts(other);
        worker.starts(work);
        a.flushes();
        a.sleeps();
        worker.flushes(OTHER, "other");
        worker.sleeps();
        script.pass(20 * Script.US);
        b.doesSomething();
        ReplayResult result = script.result();
        assertThat(texts(result, "flush-cycle")).isEmpty();
        assertThat(texts(result, "flush-chain"))
                .containsExactly("a-11 waits in a flush of wq for fn, run by kworker/1:0-201, which waits in a flush of"
                        + " other for deep");
    }

    @Test
    void anItemThatAWorkerActivatesWasHeldBackByMaxActive() {
        Work first = queued();
        a.activates(first);
        Work second = queued();
        worker.starts(first);
        worker.activates(second);
        worker.ends(first);
        worker.runs(second);
        a.flushes();
        a.returns();
        assertThat(texts(script.result(), "max-active-limited"))
                .containsExactly(
                        "1 of 2 items of flushed workqueues were held back by max_active before they could start,"
                                + " most on wq");
    }

    @Test
    void theSameBacklogWithoutALimitIsNotHeldBack() {
        Work first = queued();
        a.activates(first);
        Work second = queued();
        a.activates(second);
        worker.runs(first);
        worker.runs(second);
        a.flushes();
        a.returns();
        assertThat(texts(script.result(), "max-active-limited")).isEmpty();
    }

    @Test
    void logForcesThatSleepAfterTheFlushWaitForTheDeviceOutside() {
        for (int i = 0; i < 3; i++) {
            force(12_000 * Script.US);
        }
        assertThat(texts(script.result(), "device-wait-outside"))
                .singleElement()
                .asString()
                .startsWith("3 of 3 log forces slept for log I/O after flush_workqueue had returned");
    }

    @Test
    void logForcesThatHardlySleepAfterItDoNot() {
        for (int i = 0; i < 3; i++) {
            force(0);
        }
        assertThat(texts(script.result(), "device-wait-outside")).isEmpty();
    }

    /** A log force whose flush takes 40 us, then a sleep. */
    private void force(long outside) {
        EventContext at = a.event();
        script.sink().otherEvent(at, script.intern(LogForces.EVENT));
        a.flushes();
        script.pass(40 * Script.US);
        a.returns();
        a.sleeps();
        script.pass(outside);
        worker.wakes(a);
        a.resumes();
    }
}
