package dev.wqflush.replay.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.topology.PwqLayouts.Gaps;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The layouts of the machines in the shared captures, as their kernels dumped them ({@code pools.tsv}). */
class PwqLayoutsTest {
    private static PwqLayout layout(
            WorkqueueKind kind, boolean perCpu, int possible, int online, List<String> nodes, List<String> caches) {
        return layout(kind, perCpu, possible, online, nodes, caches, "cache_shard");
    }

    private static PwqLayout layout(
            WorkqueueKind kind,
            boolean perCpu,
            int possible,
            int online,
            List<String> nodes,
            List<String> caches,
            @Nullable String scope) {
        return new PwqLayouts(topology("7.3.4", possible, online, nodes, caches, scope, 8)).of(kind, perCpu);
    }

    private static Topology topology(
            String release,
            int possible,
            int online,
            List<String> nodes,
            List<String> caches,
            @Nullable String scope,
            int shard) {
        return Machines.of(
                release,
                CpuSet.firstCpus(possible),
                CpuSet.firstCpus(online),
                nodes.stream().map(CpuSet::parse).toList(),
                caches.stream().map(CpuSet::parse).toList(),
                scope,
                shard);
    }

    private static List<String> list(String sets) {
        return Arrays.asList(sets.split(";", -1));
    }

    @ParameterizedTest
    @CsvSource({
        // possible, online, nodes, caches; unbound pwqs, pools, runs; pwqs and nodes up to 6.5
        "16,  8, 0-3;4-7, 0-3;4-7,  17, 3, 3, 3",
        "192, 4, 0-3;,    0-3,     193, 2, 2, 2",
        "4,   4, 0-3,     0-3,       5, 1, 1, 1",
        "128, 4, 0-1;2-3, 0-1;2-3, 129, 3, 3, 3",
        "8,   8, 0-3;4-7, 0-3;4-7,   9, 3, 3, 3"
    })
    void hasThePwqsOfTheCapturedMachines(
            int possible,
            int online,
            String nodes,
            String caches,
            int unbound,
            int unboundPools,
            int unboundRuns,
            int perNode) {
        PwqLayout now = layout(WorkqueueKind.UNBOUND, true, possible, online, list(nodes), list(caches));
        assertThat(now.size()).isEqualTo(unbound);
        assertThat(now.pools()).isEqualTo(unboundPools);
        assertThat(now.poolRuns()).isEqualTo(unboundRuns);
        PwqLayout before = layout(WorkqueueKind.UNBOUND, false, possible, online, list(nodes), list(caches));
        assertThat(before.size()).isEqualTo(perNode);
        assertThat(before.pools()).isEqualTo(perNode);
        assertThat(before.poolRuns()).isEqualTo(perNode);
        for (WorkqueueKind kind : List.of(WorkqueueKind.PER_CPU, WorkqueueKind.BH, WorkqueueKind.UNKNOWN)) {
            PwqLayout perCpu = layout(kind, true, possible, online, list(nodes), list(caches));
            assertThat(perCpu.size()).isEqualTo(possible);
            assertThat(perCpu.pools()).isEqualTo(possible);
            assertThat(perCpu.poolRuns()).isEqualTo(possible);
        }
        PwqLayout ordered = layout(WorkqueueKind.ORDERED, true, possible, online, list(nodes), list(caches));
        assertThat(ordered.size()).isEqualTo(1);
        assertThat(ordered.poolRuns()).isEqualTo(1);
    }

    /** k73v2-8x16: pools 65 (node 0) for CPUs 0-3, 66 (node 1) for 4-7, 64 (no node) for the rest and the default. */
    @Test
    void givesEachPodItsPoolAndTheRestTheDefaultPool() {
        PwqLayout layout = layout(WorkqueueKind.UNBOUND, true, 16, 8, list("0-3;4-7"), list("0-3;4-7"));
        assertThat(pools(layout)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2);
        assertThat(nodeEntries(layout)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2);
        assertThat(layout.nodeEntries()).isEqualTo(3);
    }

    /** k73v2-4x4: one pod of all possible CPUs has the default pool, which belongs to no node. */
    @Test
    void givesAPodOfAllPossibleCpusTheDefaultPool() {
        PwqLayout layout = layout(WorkqueueKind.UNBOUND, true, 4, 4, list("0-3"), list("0-3"));
        assertThat(pools(layout)).containsExactly(1, 1, 1, 1, 1);
        assertThat(nodeEntries(layout)).containsOnly(1);
        assertThat(layout.nodeEntries()).isEqualTo(2);
    }

    @Test
    void sendsAnItemToThePwqOfItsCpu() {
        PwqLayout unbound = layout(WorkqueueKind.UNBOUND, true, 16, 8, list("0-3;4-7"), list("0-3;4-7"));
        assertThat(IntStream.range(0, 16).map(unbound::pwqOf))
                .containsExactly(IntStream.range(0, 16).boxed().toArray(Integer[]::new));
        assertThat(unbound.pwqOf(PwqLayout.DEFAULT_PWQ)).isEqualTo(16);
        assertThat(unbound.pwqOf(8192)).isEqualTo(16);

        PwqLayout perNode = layout(WorkqueueKind.UNBOUND, false, 16, 8, list("0-3;4-7"), list("0-3;4-7"));
        assertThat(IntStream.of(0, 3, 4, 7, 8, 15, -1, 64).map(perNode::pwqOf)).containsExactly(0, 0, 1, 1, 2, 2, 2, 2);
        assertThat(nodeEntries(perNode)).containsExactly(0, 1, 2);

        PwqLayout ordered = layout(WorkqueueKind.ORDERED, true, 16, 8, list("0-3;4-7"), list("0-3;4-7"));
        assertThat(IntStream.of(-1, 0, 15).map(ordered::pwqOf)).containsOnly(0);
        assertThat(nodeEntries(ordered)).containsExactly(2);

        PwqLayout perCpu = layout(WorkqueueKind.PER_CPU, true, 16, 8, list("0-3;4-7"), list("0-3;4-7"));
        assertThat(IntStream.of(0, 7, 15, 16).map(perCpu::pwqOf)).containsExactly(0, 7, 15, 0);
        assertThat(nodeEntries(perCpu)).startsWith(0, 0, 0, 0, 1, 1, 1, 1);
    }

    @Test
    void numbersPwqsByPossibleCpusThatHaveGaps() {
        Topology gaps = Machines.of(null, CpuSet.parse("0,2,5"), null, List.of(), List.of(), null);
        PwqLayout perCpu = new PwqLayouts(gaps).of(WorkqueueKind.PER_CPU, true);
        assertThat(pools(perCpu)).containsExactly(0, 2, 5);
        assertThat(IntStream.of(0, 1, 2, 5).map(perCpu::pwqOf)).containsExactly(0, 0, 1, 2);
        assertThat(perCpu.nodeEntries()).isEqualTo(2);
        PwqLayout unbound = new PwqLayouts(gaps).of(WorkqueueKind.UNBOUND, true);
        assertThat(unbound.size()).isEqualTo(4);
        assertThat(unbound.pools()).isEqualTo(1);
        assertThat(new PwqLayouts(gaps).of(WorkqueueKind.UNBOUND, false).size()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        // scope of eight online CPUs of two nodes and one cache: pools, with the default pool, and runs
        "cpu,    9, 9",
        "smt,    9, 9",
        "cache,  2, 2",
        "numa,   3, 3",
        "system, 2, 2"
    })
    void cutsPodsByScope(String scope, int pools, int runs) {
        PwqLayout layout = layout(WorkqueueKind.UNBOUND, true, 10, 8, list("0-3;4-7"), list("0-7"), scope);
        assertThat(layout.pools()).isEqualTo(pools);
        assertThat(layout.poolRuns()).isEqualTo(runs);
    }

    /** A pod over two nodes has a pool of no node, and so the extra entry. */
    @Test
    void putsAPodOverTwoNodesOnTheExtraEntry() {
        PwqLayout layout = layout(WorkqueueKind.UNBOUND, true, 10, 8, list("0-3;4-7"), list("0-7"), "cache");
        assertThat(nodeEntries(layout)).containsOnly(2);
    }

    /** So has one with a CPU whose node nothing tells. */
    @Test
    void putsAPodOfUnknownNodeOnTheExtraEntry() {
        PwqLayout layout = layout(WorkqueueKind.UNBOUND, true, 10, 8, list("1-7"), list("0-7"), "cache");
        assertThat(nodeEntries(layout)).containsOnly(1);
    }

    /** A file that names caches without CPUs tells nothing of them. */
    @Test
    void takesEmptyCachesAsOneOfAllOnlineCpus() {
        PwqLayout layout = layout(WorkqueueKind.UNBOUND, true, 10, 8, list("0-7"), list(""), "cache");
        assertThat(pools(layout)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1);
    }

    /** As few and as equal parts as can be: ten CPUs, at most four together, are 4, 3 and 3. */
    @Test
    void cutsCachesIntoShards() {
        PwqLayout layout = new PwqLayouts(topology("7.3.4", 12, 10, list("0-9"), list("0-9"), "cache_shard", 4))
                .of(WorkqueueKind.UNBOUND, true);
        assertThat(pools(layout)).containsExactly(0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
    }

    @Test
    void takesTheScopeOfTheReleaseWhereNoneIsKnown() {
        Topology old = topology("6.12.1", 20, 16, list("0-15"), list("0-15"), null, 8);
        assertThat(new PwqLayouts(old).of(WorkqueueKind.UNBOUND, true).pools()).isEqualTo(2);
        Topology now = topology("7.3.4", 20, 16, list("0-15"), list("0-15"), null, 8);
        assertThat(new PwqLayouts(now).of(WorkqueueKind.UNBOUND, true).pools()).isEqualTo(3);
    }

    // ---- pools shown: 33 of CPUs 1 and 3, 34 of CPU 6, 32 the default one; 0, 4, 5 and 7 are in gaps

    private static PwqLayout shown(@Nullable String release, List<String> nodes, Gaps gaps) {
        PoolMap pools = new PoolMap(Map.of(1, 33, 3, 33, 6, 34), CpuSet.firstCpus(8), 32);
        List<CpuSet> sets = nodes.stream().map(CpuSet::parse).toList();
        Topology machine = Machines.of(release, CpuSet.firstCpus(8), null, sets, List.of(), null);
        return new PwqLayouts(machine, pools).of(WorkqueueKind.UNBOUND, machine.unboundPerCpu(), gaps);
    }

    @Test
    void cpusInGapsHaveTheirNeighboursPools() {
        PwqLayout layout = shown(null, List.of(), Gaps.LIKELY);
        assertThat(pools(layout)).containsExactly(33, 33, 33, 33, 33, 33, 34, 34, 32);
        assertThat(nodeEntries(layout)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1);
        assertThat(IntStream.of(0, 6, PwqLayout.DEFAULT_PWQ).map(layout::pwqOf)).containsExactly(0, 6, 8);
    }

    @Test
    void forTheFewestLocksEachShownPoolIsANodeUnlessNodesAreKnown() {
        PwqLayout apart = shown(null, List.of(), Gaps.FEWEST_LOCKS);
        assertThat(nodeEntries(apart)).containsExactly(0, 0, 0, 0, 0, 0, 1, 1, 2);
        assertThat(IntStream.range(0, apart.nodeEntries()).allMatch(apart::isOnline))
                .isTrue();
        // CPUs 0 to 5 share a pool of both nodes.
        assertThat(nodeEntries(shown(null, list("0-3;4-7"), Gaps.FEWEST_LOCKS)))
                .containsExactly(2, 2, 2, 2, 2, 2, 1, 1, 2);
    }

    @Test
    void forTheMostLocksCpusInGapsHavePoolsOfTheirOwn() {
        PwqLayout layout = shown(null, List.of(), Gaps.MOST_LOCKS);
        assertThat(layout.pools()).isEqualTo(7);
        assertThat(layout.pool(2)).isEqualTo(33);
        assertThat(nodeEntries(layout)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1);
    }

    /** More pools than there are node entries: those beyond share the last one. */
    @Test
    void beforePwqsPerCpuEachShownPoolIsANode() {
        PwqLayout layout = shown("6.5", List.of(), Gaps.LIKELY);
        assertThat(nodeEntries(layout)).containsExactly(0, 0, 1);
        assertThat(IntStream.of(0, 6, 8).map(layout::pwqOf)).containsExactly(0, 1, 2);
    }

    @Test
    void tellsWhetherPoolsAreShown() {
        Topology machine = Topology.inferred(CpuSet.firstCpus(2), null);
        assertThat(new PwqLayouts(machine).poolsShown()).isFalse();
        assertThat(new PwqLayouts(machine, new PoolMap(Map.of(), CpuSet.firstCpus(2), 8)).poolsShown())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // release and scope; whether online CPUs, nodes or caches alone tell the pods
        "6.5,   ,            false, true,  false",
        "6.6,   cpu,         true,  false, false",
        "6.6,   smt,         true,  false, false",
        "6.6,   system,      true,  false, false",
        "6.6,   numa,        false, true,  false",
        "6.6,   cache,       false, false, true",
        "7.3,   cache_shard, false, false, true"
    })
    void tellsWhetherPodsAreTold(
            String release, @Nullable String scope, boolean byOnline, boolean byNodes, boolean byCaches) {
        CpuSet cpus = CpuSet.firstCpus(8);
        List<CpuSet> halves = List.of(CpuSet.parse("0-3"), CpuSet.parse("4-7"));
        assertThat(podsTold(Machines.of(release, cpus, cpus, List.of(), List.of(), scope)))
                .isEqualTo(byOnline);
        assertThat(podsTold(Machines.of(release, cpus, null, halves, List.of(), scope)))
                .isEqualTo(byNodes);
        assertThat(podsTold(Machines.of(release, cpus, null, List.of(), halves, scope)))
                .isEqualTo(byCaches);
    }

    private static boolean podsTold(Topology machine) {
        return new PwqLayouts(machine).podsTold();
    }

    private static int[] pools(PwqLayout layout) {
        return IntStream.range(0, layout.size()).map(layout::pool).toArray();
    }

    private static int[] nodeEntries(PwqLayout layout) {
        return IntStream.range(0, layout.size()).map(layout::nodeEntry).toArray();
    }
}
