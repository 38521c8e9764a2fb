package dev.wqflush.replay.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CPU lists, releases, names, and what is known of a machine. */
class TopologyTest {
    // ---- CPU lists

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0|1|0",
                "0-3,8|0-3,8|5|8",
                "5-5|5|1|5",
                "3,1,2|1-3|3|3",
                " 1 , 4 - 6 |1,4-6|4|6",
                "65535|65535|1|65535",
                "''|''|0|-1"
            })
    void cpuListsAreReadAndWrittenAsTheKernelDoes(String list, String written, int count, int highest) {
        CpuSet cpus = CpuSet.parse(list);
        assertThat(cpus.toString()).isEqualTo(written);
        assertThat(cpus.count()).isEqualTo(count);
        assertThat(cpus.highest()).isEqualTo(highest);
        assertThat(CpuSet.parse(written)).isEqualTo(cpus).hasSameHashCodeAs(cpus);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "3-1", "65536", "0-65536", "1,", "1--2"})
    void whatIsNoCpuListIsRefused(String list) {
        assertThatThrownBy(() -> CpuSet.parse(list)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void setsOfDifferentCpusDiffer() {
        assertThat(CpuSet.parse("0-3"))
                .isNotEqualTo(CpuSet.parse("0-2"))
                .doesNotHaveSameHashCodeAs(CpuSet.parse("0-2"));
        assertThat(CpuSet.parse("0-1").plus(CpuSet.parse("1-3"))).isEqualTo(CpuSet.firstCpus(4));
        assertThat(CpuSet.parse("1").contains(-1)).isFalse();
    }

    // ---- releases

    @ParameterizedTest
    @CsvSource({"6.12.0-amd64, 6, 12", "7.1-rc3, 7, 1", "5.15~bpo, 5, 15", "6.6+deb, 6, 6"})
    void aReleaseIsKnownByItsFirstTwoNumbers(String text, int major, int minor) {
        assertThat(KernelRelease.parse(text)).isEqualTo(new KernelRelease(text, major, minor));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "6", "six.one", "6.x"})
    void whatBeginsOtherwiseIsNoRelease(String text) {
        assertThatThrownBy(() -> KernelRelease.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void releasesAreOrderedByMajorThenMinor() {
        KernelRelease release = KernelRelease.parse("6.6");
        assertThat(release.atLeast(6, 6)).isTrue();
        assertThat(release.atLeast(6, 7)).isFalse();
        assertThat(release.atLeast(7, 1)).isFalse();
        assertThat(release.atLeast(5, 19)).isTrue();
    }

    // ---- names

    @ParameterizedTest
    @CsvSource({
        "events, PER_CPU",
        "writeback, UNBOUND",
        "kec, ORDERED",
        "xfs-cil/sda, UNBOUND",
        "xfs-sync/sda, PER_CPU",
        "My_Ordered_wq, ORDERED",
        "events_unbound, UNBOUND",
        "events_bh, BH",
        "mine, UNKNOWN"
    })
    void aNameSuggestsAKind(String name, WorkqueueKind kind) {
        assertThat(KnownWorkqueues.byName(name)).isEqualTo(kind);
    }

    @Test
    void kindsHaveTheWordsOfTheOutputs() {
        assertThat(WorkqueueKind.PER_CPU.word()).isEqualTo("per-cpu");
    }

    // ---- what the capture adds

    @Test
    void theCaptureCompletesWhatIsNotKnown() {
        KernelRelease release = KernelRelease.parse("6.12");
        Topology lowerBound = Topology.inferred(CpuSet.parse("0-1"), null);
        Topology completed = lowerBound.completedBy(CpuSet.parse("1-2"), release);
        assertThat(completed.possible()).isEqualTo(CpuSet.parse("0-2"));
        assertThat(completed.kernel()).isEqualTo(release);
        assertThat(completed
                        .completedBy(CpuSet.parse("0"), KernelRelease.parse("7.3"))
                        .kernel())
                .as("told before")
                .isEqualTo(release);
    }

    @Test
    void itDoesNotTouchPossibleCpusThatAreKnown() {
        Topology inferred = Topology.inferred(CpuSet.parse("0-1"), null);
        Topology known = new Topology(
                null,
                inferred.possible(),
                true,
                null,
                inferred.nodes(),
                inferred.caches(),
                null,
                8,
                inferred.workqueueKinds(),
                inferred.unboundPwqPools(),
                null,
                "test");
        assertThat(known.completedBy(CpuSet.parse("0-7"), null).possible()).isEqualTo(CpuSet.parse("0-1"));
    }
}
