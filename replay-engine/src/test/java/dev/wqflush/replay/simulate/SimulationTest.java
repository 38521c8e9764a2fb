package dev.wqflush.replay.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.replay.cost.DefaultCosts;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.simulate.Workload.Round;
import dev.wqflush.replay.simulate.Workload.Script;
import dev.wqflush.replay.topology.PwqLayout;
import dev.wqflush.replay.topology.WorkqueueKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final Machine MACHINE = new Machine(64, 2, 4);

    private static Setup setup(WorkqueueKind kind, Load load, String model) {
        return new Setup(MACHINE, kind, load, model, DefaultCosts.published(), 400, 7);
    }

    @Test
    void equalSetupsGiveEqualRunsAndOtherSeedsOthers() {
        Setup setup = setup(WorkqueueKind.UNBOUND, Load.fsync(8), "legacy-v2");
        Outcome one = new Simulation(setup).run();
        assertThat(new Simulation(setup).run()).isEqualTo(one);
        assertThat(new Simulation(setup.seeded(8)).run()).isNotEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"legacy-v0", "legacy-v1", "legacy-v2", "active-list"})
    void aSingleThreadThatQueuesMakesOneWalkAFlush(String model) {
        for (WorkqueueKind kind : List.of(WorkqueueKind.PER_CPU, WorkqueueKind.UNBOUND)) {
            Outcome outcome = new Simulation(setup(kind, Load.queueAndFlush(1), model)).run();
            assertThat(outcome.walksPerFlush()).isEqualTo(1);
            assertThat(outcome.flushes()).isEqualTo(320);
        }
    }

    @Test
    void walksPerFlushFollowTheColours() {
        for (int threads : new int[] {2, 4, 8, 14}) {
            Outcome outcome = new Simulation(setup(WorkqueueKind.UNBOUND, Load.queueAndFlush(threads), "legacy-v2")
                            .seeded(threads))
                    .run();
            assertThat(outcome.walksPerFlush())
                    .as(threads + " threads")
                    .isBetween(1.85 - 1.0 / threads, 2.02 - 1.0 / threads);
        }
    }

    @Test
    void timeNeverRunsBackAndEachFlushReturnsAfterItsOwnItem() {
        List<String> broken = new ArrayList<>();
        Setup setup = setup(WorkqueueKind.PER_CPU, Load.queueAndFlush(20), "active-list");
        long[] last = new long[1];
        int[] own = new int[20];
        boolean[] over = new boolean[100_000];
        Witness witness = new Witness() {
            private void at(long time) {
                if (time < last[0]) {
                    broken.add("back to " + time);
                }
                last[0] = time;
            }

            @Override
            public void queued(long time, int thread, int item, int pwq) {
                at(time);
                own[thread] = item;
            }

            @Override
            public void ended(long time, int item, int pwq) {
                at(time);
                over[item] = true;
            }

            @Override
            public void walkEnded(long time, int thread, WalkKind kind, int visits, int poolLocks, int armed) {
                at(time);
            }

            @Override
            public void returned(long time, int thread, FlushPath path) {
                at(time);
                if (!over[own[thread]]) {
                    broken.add("flush of " + thread + " returned before its item ended");
                }
            }
        };
        new Simulation(setup, witness).run();
        assertThat(broken).isEmpty();
    }

    @Test
    void workOfWhichNoFlushEverReturnsEnds() {
        PwqLayout layout =
                setup(WorkqueueKind.PER_CPU, Load.idle(1), "legacy-v2").layout();
        Queued elsewhere = new Queued(1, true, true, 0, 100, 0); // its worker waits for a thread of its own CPU
        Workload workload = new Workload(
                0,
                WorkqueueKind.PER_CPU,
                layout,
                layout,
                1,
                1,
                List.of(new Script(0, true, List.of(new Round(0, List.of(elsewhere), -1, 0)))));
        Outcome outcome = new Simulation(workload, "legacy-v2", DefaultCosts.published(), 10, new Witness() {}).run();
        assertThat(outcome.rate()).isZero();
    }

    @Test
    void whatCannotBeBuiltIsRefused() {
        assertThatThrownBy(() -> new Machine(10, 2, 12)).hasMessageContaining("10 CPUs cannot be divided");
        assertThatThrownBy(() -> new Machine(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> setup(WorkqueueKind.UNBOUND, Load.idle(65), "legacy-v2"))
                .hasMessageContaining("65 threads need as many CPUs");
        assertThatThrownBy(() -> Load.idle(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Simulation(setup(WorkqueueKind.UNBOUND, Load.idle(1), "v9")))
                .hasMessageContaining("no such model");
    }
}
