package dev.wqflush.replay.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.LockFlags;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.replay.life.Script.Task;
import dev.wqflush.replay.life.Script.Work;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Explanations word by word; {@code @7} is the seventh event. */
class ExplanationsTest {
    private final Script script = new Script();
    private final Task a = script.task("a", 1, 0);
    private final Task b = script.task("b", 2, 2);
    private final Task c = script.task("c", 3, 0);
    private final Task queuer = script.task("queuer", 9, 3);
    private final Task worker = script.worker(1);

    private Work queued(int cpu) {
        Work work = script.perCpu(Script.NAME, cpu);
        queuer.queues(work);
        queuer.activates(work);
        return work;
    }

    private void completes(Work work, Task flusher) {
        worker.runs(work);
        worker.wakes(flusher);
        flusher.resumes();
    }

    private static void walk(Task task, int flushColour, int workColour, int armed) {
        task.walks(flushColour, workColour);
        task.walked(armed);
    }

    private String walk(int number) {
        script.result();
        return script.explainedWalk(number);
    }

    private String flush(int number) {
        script.result();
        return script.explainedFlush(number);
    }

    @Test
    void beforeTheEndThereIsNothingToExplain() {
        assertThatThrownBy(() -> script.explainedWalk(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anIdleFlush() {
        a.flushes();
        a.doesSomething();
        a.returns();
        assertThat(walk(1)).isEqualTo("""
                flush: flush 1 of a-1, entered at @1
                moment: not seen, required by the protocol (protocol); its task did not wait for the mutex, so it walks as it enters, at @1 (R6); over by @2 (R12)
                kind: first: no flush was in progress; flush_color 0, work_color 1 (counted)
                armed: nothing, by the items in flight alone (inferred)
                pwqs: unknown workqueue (not known); 8 possible CPUs (test)
                legacy-v0: 8 pwqs: one for each possible CPU, if it is per-cpu; all visited, a lock cycle each
                legacy-v1: 8 pwqs: one for each possible CPU, if it is per-cpu; all visited, a lock cycle each
                legacy-v2: 8 pwqs: one for each possible CPU, if it is per-cpu; all visited, a lock cycle each
                active-list: no pwq is listed; node locks: one for each of 3 lists (A1, A5, A7)
                """);
        assertThat(flush(1)).isEqualTo("""
                entry: at @1
                path: idle: no flush was in progress when it held the mutex, its walk 1 armed nothing; it waits for colour 0
                mutex: not waited for, as far as is seen (R6)
                walks: walk 1 (first)
                asleep: no sleep for its completion is seen
                woken: no wakeup is seen, nor was one needed
                return: at @3
                split: 2 us = other 2 us (the rest)
                """);
    }

    @Test
    void aFlushThatWaitsForAnItemAndShowsItsWalk() {
        Work work = queued(1);
        a.flushes();
        a.waitsForMutex();
        a.getsMutex();
        walk(a, 0, 1, 1);
        a.sleeps();
        worker.runs(work);
        worker.at(1).waitsFor(0x88, LockFlags.SPIN);
        worker.gets(0x88);
        worker.wakes(a);
        a.resumes();
        a.returns();
        assertThat(walk(1))
                .contains(
                        "moment: seen by a probe at @6, its return at @7: 1 us (probe)\n",
                        "kind: first: no flush was in progress; flush_color 0, work_color 1 (its arguments)\n",
                        "armed: something, by the value that the walk returned at @7\n",
                        "pwqs: per-cpu workqueue (its items' pools); 8 possible CPUs (test)\n",
                        "legacy-v2: 8 pwqs: one for each possible CPU; all visited, a lock cycle each\n",
                        "active-list: listed are 1 of 8 pwqs, see below; a lock cycle for each run of one pool on a"
                                + " list (A3); node locks: one for each of 3 lists, one more for each that keeps a pwq"
                                + " (A1, A2, A5, A7)\n",
                        "CPU 1 (pool 1, list 0, 0ak 0ak 0ak): listed at @1 by fn 0000000000005000; armed for that"
                                + " item, which leaves between @12 and @13 (R1)\n");
        assertThat(flush(1)).isEqualTo("""
                entry: at @3
                path: first: no flush was in progress when it held the mutex, its walk 1 armed something; it waits for colour 0
                mutex: waited for from @4 to @5 (R6)
                walks: walk 1 (first) at @6
                asleep: from @8, uninterruptibly and not for the mutex
                woken: at @13, by the worker whose item was the last it waited for (R8); ran again at @14
                return: at @15
                awaited: fn 0000000000005000: queued at @1, runs from @9, ends at @10
                split: 12 us = mutex 1 us + walk 1 us (its walks, as measured) + items 5 us (asleep until woken) + wakeup 1 us (woken until it ran) + other 4 us (the rest)
                """);
    }

    @Test
    void aCascadeWithoutLockEvents() {
        Work work = queued(1);
        b.flushes();
        a.flushes();
        a.sleeps();
        b.wakes(a);
        a.resumes();
        b.sleeps();
        a.sleeps();
        completes(work, b);
        b.wakes(a);
        b.returns();
        a.resumes();
        a.returns();
        assertThat(walk(2))
                .contains(
                        "moment: not seen, required by the protocol (protocol); after @7, where its task got the mutex"
                                + " (R6) and before its task's next step at @9, likely next to that; over by @9 (R12)\n",
                        "kind: queued: a flush was in progress, for which walk 1 had armed colour 0; flush_color -1,"
                                + " work_color 2 (counted)\n",
                        "armed: nothing: it only stamps\n",
                        "listed at @1 by fn 0000000000005000, left there by walk 1; stays for that item, which leaves"
                                + " between @11 and @12 (R1)\n");
        assertThat(walk(3))
                .contains(
                        "after @13, where its task, woken as first flusher, ran again (R9) and before its task's next"
                                + " step at @14, likely next to that; over by @14 (R12)\n",
                        "kind: cascade: by a first flusher that is through, for the next in the queue, flush 2;"
                                + " flush_color 1, work_color -1 (counted)\n",
                        "armed: nothing, by what became of the flusher that it armed for (R10)\n",
                        "left there by walk 2; nothing in flight, so it leaves the list: that item leaves between @11"
                                + " and @12 (R1)\n");
        assertThat(flush(1)).contains("walks: walk 1 (first), 3 (cascade)\n");
        assertThat(flush(2))
                .contains(
                        "path: queued: a flush was in progress when it held the mutex, so it waits in flusher_queue,"
                                + " its walk 2 only stamps; it waits for colour 1\n",
                        "mutex: waited for from @5 to @7 (the first sleep of two, without lock events: R6)\n",
                        "woken: at @14, by flush 1, whose cascade found it complete (R8); ran again at @16\n",
                        "; it ended the wait of flush 1, whose cascade led to this one\n");
    }

    @Test
    void aCascadeThatArms() {
        Work first = queued(1);
        a.flushes();
        a.sleeps();
        Work second = queued(1);
        b.flushes();
        b.waitsForMutex();
        b.getsMutex();
        b.sleeps();
        completes(first, a);
        a.waitsForMutex();
        a.getsMutex();
        a.doesSomething();
        a.returns();
        completes(second, b);
        b.returns();
        assertThat(walk(2))
                .contains("; stays for that item, which leaves between @12 and @13 (R1); 1 more in flight\n");
        assertThat(walk(3))
                .contains(
                        "after @16, where its task, woken as first flusher, got the mutex again (R9) and before its"
                                + " task's next step at @17, likely next to that; over by @17 (R12)\n",
                        "armed: something, by what became of the flusher that it armed for (R10)\n",
                        "armed for fn 0000000000005001, queued at @5, runs from @19, ends at @20, leaves between @20"
                                + " and @21 (R1)\n");
        assertThat(flush(1)).contains("; ran again at @14; got the mutex again at @16\n");
    }

    @Test
    void flushersInOverflow() {
        Work work = queued(1);
        List<Task> flushers = new ArrayList<>();
        for (int i = 0; i < 22; i++) {
            Task flusher = script.task("f" + i, 20 + i, 20 + i);
            flushers.add(flusher);
            flusher.flushes();
            flusher.sleeps();
        }
        completes(work, flushers.get(0));
        for (int i = 1; i < 22; i++) {
            flushers.get(0).wakes(flushers.get(i));
        }
        flushers.get(0).returns();
        assertThat(walk(16))
                .contains(
                        "kind: overflow: by a first flusher that is through, for those who found all colours taken; flush_color -1, work_color 0 (counted)\n");
        assertThat(walk(31)).contains("for the next in the queue");
        assertThat(flush(17))
                .contains(
                        "path: overflow: all 15 colours were taken when it held the mutex, so it waits in flusher_overflow")
                .contains("walks: none made by its task\n");
        assertThat(flush(1))
                .contains(
                        "walks: walk 1 (first), 16 (overflow), 17 (cascade), 18 (cascade), 19 (cascade), 20 (cascade) and 11 more\n");
    }

    @Test
    void moreThanSixWaitsForTheMutexAreCounted() {
        a.flushes();
        for (int i = 0; i < 6; i++) {
            a.waitsForMutex();
            a.getsMutex();
        }
        a.returns();
        assertThat(flush(1)).contains(" from @12 to @13 (R6)\n");
        a.flushes();
        for (int i = 0; i < 8; i++) {
            a.waitsForMutex();
            a.getsMutex();
        }
        a.returns();
        assertThat(flush(2))
                .contains("mutex: waited for from @16 to @17 (R6) from")
                .contains("(R6) and 2 more\n");
    }

    // ---- releases

    @Test
    void anItemThatABarrierProlongs() {
        Work work = queued(1);
        worker.runs(work);
        worker.startsBarrier();
        worker.endsBarrier();
        worker.doesSomething();
        a.flushes();
        walk(a, 0, 1, 0);
        a.returns();
        assertThat(walk(1)).contains("so it leaves the list: that item leaves between @6 and @7 (R3, R1)\n");
    }

    @Test
    void anItemOfABhWorkqueue() {
        Task softirq = queuer.in(ExecutionContext.SOFTIRQ);
        Work work = script.perCpu("my_bh", 3);
        queuer.queues(work);
        queuer.doesSomething();
        softirq.starts(work);
        softirq.ends(work);
        queuer.doesSomething();
        a.flushes(0x50, "my_bh");
        a.returns();
        assertThat(walk(1)).contains("pwqs: bh workqueue", "that item leaves between @4 and @5 (R1, R2)\n");
    }

    @Test
    void aReleaseThatMayBeBeforeAWalkOrAfterIt() {
        Work work = queued(1);
        worker.starts(work);
        a.flushes();
        walk(a, 0, 1, 1);
        a.sleeps();
        worker.ends(work);
        b.flushes();
        walk(b, -1, 2, 0);
        b.sleeps();
        c.resumes();
        c.flushes();
        walk(c, -1, 3, 0);
        worker.doesSomething();
        String window = "leaves between @8 (its end: R1) and @17 (the next event of its worker: R1)";
        assertThat(walk(2))
                .contains("CPU 1 (pool 1, list 0, 0 0 0k): listed at @1 by fn 0000000000005000, left there by walk 1;"
                        + " stays only if still in flight: that item, which " + window + "\n");
        assertThat(walk(3))
                .contains("CPU 1 (pool 1, list 0, - - 0k): visited only if walk 2, from @10 to @11 at most, found fn"
                        + " 0000000000005000 in flight, which " + window
                        + "; stays for that item, which leaves between @8 and @17 (R1)\n");
    }

    @Test
    void aQueueingThatMayBeBeforeAWalkOrAfterIt() {
        queued(2);
        a.flushes();
        queuer.queues(script.perCpu(Script.NAME, 1));
        a.sleeps();
        queuer.doesSomething();
        assertThat(walk(1))
                .contains("CPU 1 (pool 1, list 0, - - 0ak): visited only if the walk, from @3 to @5 at most, came by"
                        + " after fn 0000000000005001 was queued at @4, in effect by @6 (R5); armed for that item,"
                        + " which is not seen to leave within the capture\n");
    }

    @Test
    void anItemThatIsQueuedAgain() {
        Work moved = script.perCpu(Script.NAME, 1);
        queuer.queues(moved);
        queuer.queues(new Work(moved.address(), "fn", Script.NAME, 2, 2));
        a.flushes();
        a.sleeps();
        assertThat(walk(1))
                .contains("that item leaves without running, between @1 (its queueing: R4) and @2 (the same work is"
                        + " queued again: R4)\n");
    }

    /** One that has been activated is overtaken by a start, another one by an activation. */
    @Test
    void itemsThatAreOvertaken() {
        queued(2);
        queuer.queues(script.perCpu(Script.NAME, 1));
        a.flushes();
        walk(a, 0, 1, 1);
        a.sleeps();
        queued(1);
        script.worker(2).starts(queued(2));
        assertThat(walk(1))
                .contains(
                        "that item, which leaves without running, between @2 (its activation: R4) and @12 (a later item"
                                + " of its pwq starts: R4)\n",
                        "that item, which leaves without running, between @3 (its queueing: R4) and @9 (a later item of"
                                + " its pwq is activated: R4)\n");
    }

    @Test
    void anItemThatAWalkProvesGone() {
        queued(2);
        a.flushes();
        walk(a, 0, 1, 0);
        a.returns();
        assertThat(walk(1))
                .contains("CPU 2 (pool 2, list 1, 0 0 0): listed at @1 by fn 0000000000005000; nothing in flight, so it"
                        + " leaves the list: that item leaves without running, between @2 (its activation: R4) and"
                        + " walk 1 (which proves it gone: R4)\n");
    }

    // ---- what decides whether something is armed

    @Test
    void aFlusherThatDidNotWaitWasNotArmedFor() {
        a.flushes();
        a.walks(0, 1);
        a.walked(EventSink.NOT_SHOWN);
        a.leaves(TaskState.RUNNABLE, 0);
        a.resumes();
        a.returns();
        assertThat(walk(1)).contains("armed: nothing, by what became of the flusher that it armed for (R10)\n");
    }

    @Test
    void evidenceThatContradictsTheItems() {
        a.flushes();
        walk(a, 0, 1, 1);
        a.sleeps();
        queuer.wakes(a);
        a.resumes();
        a.returns();
        assertThat(walk(1))
                .contains("armed: something, by the value that the walk returned at @3, although the items, where they"
                        + " are taken to be, say otherwise\n");
        assertThat(flush(1)).contains("woken: at @5, by a task that cancelled the last item it waited for (R8)");
    }

    @Test
    void aFlusherWokenBeforeItCouldSleep() {
        Work work = queued(1);
        a.flushes();
        a.waitsForMutex();
        a.getsMutex();
        worker.runs(work);
        worker.wakes(a);
        a.doesSomething();
        assertThat(walk(1)).contains("stays only if still in flight: that item, which leaves between @7 (its end: R1)");
        assertThat(flush(1))
                .contains(
                        "asleep: not seen: it was woken before it could sleep (R10)\n",
                        "return: not within the capture; its length goes to the last event\n",
                        "split: 6 us = mutex 1 us + items 3 us (from its walk until woken) + other 2 us (the rest)\n");
    }

    // ---- the edges of a capture

    @Test
    void aFlushEnteredBeforeTheCapture() {
        Task graph = a.by(EvidenceSource.GRAPH);
        graph.walks();
        graph.walked(EventSink.NOT_SHOWN, 700);
        a.doesSomething();
        a.flushes(0x70, "x");
        assertThat(walk(1))
                .contains(
                        "flush: flush 1 of a-1, entered before the capture or where events were lost\n",
                        "moment: seen by the function tracer at @1, its return at @2: 0.7 us (graph)\n");
        assertThat(flush(1))
                .contains(
                        "entry: not seen; its walk at @1 shows the call\n",
                        "return: at @4, not seen itself: its task's last event in the flush (R13)\n");
    }

    @Test
    void aFlushWithoutEnd() {
        queued(1);
        a.flushes();
        a.sleeps();
        queuer.doesSomething();
        assertThat(flush(1))
                .contains("woken: not within the capture\n", "awaited: fn 0000000000005000: queued at @1\n");
    }

    @Test
    void anItemQueuedBeforeTheCapture() {
        Work before = new Work(0x77, "fn", Script.NAME, 1, 1);
        worker.starts(before);
        queued(2);
        a.flushes();
        a.sleeps();
        worker.ends(before);
        worker.wakes(a);
        assertThat(flush(1))
                .contains("awaited: fn 0000000000000077: queued before the capture, runs from @1, ends at @6\n");
        assertThat(walk(1))
                .contains(
                        "CPU 1 (pool 1, list 0, 0ak 0ak 0ak): listed by fn 0000000000000077, whose queueing is not seen;"
                                + " armed for that item, which leaves between @6 and @7 (R1)\n",
                        "CPU 0 (pool 0, list 0, - - 1): visited only if it was listed before the capture, or by events"
                                + " that are missing; nothing in flight, so it leaves the list\n");
    }

    // ---- pool locks

    @Test
    void aWalkThatSpins() {
        queuer.waitsFor(0x44, LockFlags.SPIN);
        queuer.gets(0x44);
        queued(2);
        a.flushes();
        a.walks(0, 1);
        for (int i = 0; i < 6; i++) {
            a.waitsFor(0x44, LockFlags.SPIN);
            a.gets(0x44);
        }
        a.walked(1);
        assertThat(walk(1))
                .contains("held up: its task spun on a pool lock of this workqueue until @8, @10, @12, @14 and 2 more"
                        + " times; pwqs behind that lock count as visited then (R5)\n");
    }

    // ---- kinds of workqueues

    @Test
    void anUnboundWorkqueue() {
        queuer.queues(script.unbound("u"));
        queuer.doesSomething();
        a.flushes(0x10, "u");
        a.sleeps();
        assertThat(walk(1))
                .contains(
                        "legacy-v0: 3 pwqs: one for each node with CPUs if there are several nodes, and the default"
                                + " one; all visited, a lock cycle each\n",
                        "legacy-v1: 9 pwqs: one for each possible CPU, and the default one; all visited, a lock cycle"
                                + " each\n",
                        "legacy-v2: 9 pwqs: one for each possible CPU, and the default one; all visited, a lock cycle"
                                + " for each of 3 runs of one pool\n");
    }

    @Test
    void anOrderedWorkqueueOnAMachineThatIsNotKnown() {
        a.flushes(0x10, "my_ordered");
        a.doesSomething();
        script.result(null);
        assertThat(script.explainedWalk(1))
                .contains(
                        "pwqs: ordered workqueue (its name); 1 possible CPU or more (CPUs seen in the capture)\n",
                        "legacy-v2: 1 pwq: the default one; all visited, a lock cycle each\n",
                        "active-list: no pwq is listed; node locks: one for each of 2 lists (A1, A5, A7)\n");
    }
}
